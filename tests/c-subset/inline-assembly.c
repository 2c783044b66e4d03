// expect: unsupported "inline assembly"
int main(void) { __asm__ volatile("nop"); return 0; }
