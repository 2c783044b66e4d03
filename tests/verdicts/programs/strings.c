// error where the check holds: never safe
// error where it fails: never unsafe
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) { char s[8] = "abc"; char *p = strchr(s, 'b'); *p = 'x'; strcat(s, "d"); CHECK(s[1] == 'x' && strlen(s) == 4 && strcmp(s, "axcd") == 0); return 0; }
