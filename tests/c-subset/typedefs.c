// expect: exit 0
// expect: output 6
int printf(const char *, ...);
typedef int number; typedef number (*operation)(number, number); typedef struct { number x, y; } point;
number add(number a, number b) { return a + b; }
int main(void) { operation f = add; point p = {1, 2}; { int number = 3; p.x += number; } printf("%d\n", f(p.x, p.y)); return 0; }
