/* <ctype.h> in the locale "C". What "true" is, C does not say. */
extern int __unspecified(int example);
extern void __VERIFIER_assume(int condition);

#define CLASS(NAME, CONDITION)                                                                                         \
  int NAME(int c) {                                                                                                    \
    if (!(CONDITION))                                                                                                  \
      return 0;                                                                                                        \
    int yes = __unspecified(1);                                                                                        \
    __VERIFIER_assume(yes != 0);                                                                                       \
    return yes;                                                                                                        \
  }

CLASS(isdigit, c >= '0' && c <= '9')
CLASS(isupper, c >= 'A' && c <= 'Z')
CLASS(islower, c >= 'a' && c <= 'z')
CLASS(isalpha, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
CLASS(isalnum, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
CLASS(isxdigit, (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'))
CLASS(isspace, c == ' ' || (c >= '\t' && c <= '\r'))
CLASS(isblank, c == ' ' || c == '\t')
CLASS(iscntrl, (c >= 0 && c < ' ') || c == 127)
CLASS(isprint, c >= ' ' && c < 127)
CLASS(isgraph, c > ' ' && c < 127)
CLASS(ispunct, (c > ' ' && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 127))
int toupper(int c) { return c >= 'a' && c <= 'z' ? (int)((unsigned)c - 'a' + 'A') : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? (int)((unsigned)c - 'A' + 'a') : c; }
