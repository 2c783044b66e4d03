// expect: exit 0
// expect: output 1 end
// expect: output 2
int printf(const char *, ...);
#define SHOW(format, ...) printf(format, __VA_ARGS__)
#define LOG(format, args...) printf(format "\n", ##args)
int main(void) { SHOW("%d ", 1); LOG("end"); LOG("%d", 2); return 0; }
