// options: --region 0x40000000:4 --check assert,bounds
// broken: access outside any live object
// Who says where devices are has volatile accesses elsewhere checked, too.
#ifdef BROKEN
#define PORT (*(volatile unsigned *)0x40000004u)
#else
#define PORT (*(volatile unsigned *)0x40000000u)
#endif
int main(void) { return PORT & 1; }
