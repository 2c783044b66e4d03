// error where the check holds: never safe
// error where it fails: never unsafe
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct __attribute__((packed)) s { char c; int w; short h; } s[2];
int main(void) { int *p = &s[1].w; s[0].h = -1; *p = 0x01020304; CHECK(s[1].w == 0x01020304 && s[0].h == -1 && ((char *)s)[8] == 4); return 0; }
