/** The C library proper: strings, input and output, memory, characters, time, errors. */

const NORETURN = "__attribute__((__noreturn__))";
const TYPES = `typedef __SIZE_TYPE__ size_t;
#undef NULL
#define NULL ((void *)0)`;

/** Error numbers of Linux. */
const ERRORS = (
  "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST " +
  "EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE " +
  "EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP"
)
  .split(" ")
  .map((name, index) => `#define ${name} ${index + 1}`)
  .concat("#define EWOULDBLOCK EAGAIN", "#define EILSEQ 84", "#define EOVERFLOW 75", "#define ENOTSUP 95")
  .concat("#define EOPNOTSUPP 95", "#define EADDRINUSE 98", "#define ECONNRESET 104", "#define ENOBUFS 105")
  .concat("#define ETIMEDOUT 110", "#define ECONNREFUSED 111", "#define EALREADY 114", "#define EINPROGRESS 115")
  .concat("#define EPROTO 71", "#define EBADMSG 74", "#define ECANCELED 125", "#define EOWNERDEAD 130")
  .join("\n");

const CHARACTER_TESTS =
  "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit isascii tolower " +
  "toupper toascii";

export const LIBRARY_HEADERS: Readonly<Record<string, string>> = {
  // No guard: each inclusion defines assert anew, according to NDEBUG.
  "assert.h": `#undef assert
#ifdef NDEBUG
#define assert(expr) ((void)(0))
#else
#define assert(expr) ((expr) ? (void)(0) : __assert_fail(#expr, __FILE__, __LINE__, __func__))
#endif
#ifndef _ASSERT_H
#define _ASSERT_H
extern void __assert_fail(const char *, const char *, unsigned int, const char *) ${NORETURN};
#define static_assert _Static_assert
#endif
`,

  "stdlib.h": `#ifndef _STDLIB_H
#define _STDLIB_H
${TYPES}
typedef __WCHAR_TYPE__ wchar_t;
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)6)
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern void *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void *valloc(size_t);
extern void free(void *);
extern void abort(void) ${NORETURN};
extern void exit(int) ${NORETURN};
extern void quick_exit(int) ${NORETURN};
extern void _Exit(int) ${NORETURN};
extern int atexit(void (*)(void));
extern int at_quick_exit(void (*)(void));
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int);
extern int unsetenv(const char *);
extern int putenv(char *);
extern int system(const char *);
extern double atof(const char *);
extern int atoi(const char *);
extern long atol(const char *);
extern long long atoll(const char *);
extern double strtod(const char *, char **);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern long long strtoll(const char *, char **, int);
extern unsigned long long strtoull(const char *, char **, int);
extern int rand(void);
extern int rand_r(unsigned int *);
extern void srand(unsigned int);
extern long random(void);
extern void srandom(unsigned int);
extern double drand48(void);
extern long lrand48(void);
extern void srand48(long);
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern int mblen(const char *, size_t);
extern int mbtowc(wchar_t *, const char *, size_t);
extern int wctomb(char *, wchar_t);
extern size_t mbstowcs(wchar_t *, const char *, size_t);
extern size_t wcstombs(char *, const wchar_t *, size_t);
extern char *realpath(const char *, char *);
extern int mkstemp(char *);
#include <alloca.h>
#endif
`,

  "alloca.h": `#ifndef _ALLOCA_H
#define _ALLOCA_H
typedef __SIZE_TYPE__ size_t;
extern void *alloca(size_t);
#undef alloca
#define alloca(size) __builtin_alloca(size)
#endif
`,

  "malloc.h": `#ifndef _MALLOC_H
#define _MALLOC_H
#include <stdlib.h>
extern void *memalign(size_t, size_t);
extern size_t malloc_usable_size(void *);
#endif
`,

  "string.h": `#ifndef _STRING_H
#define _STRING_H
${TYPES}
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memccpy(void *, const void *, int, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern char *strcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t);
extern char *stpcpy(char *, const char *);
extern char *stpncpy(char *, const char *, size_t);
extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *);
extern size_t strxfrm(char *, const char *, size_t);
extern char *strdup(const char *);
extern char *strndup(const char *, size_t);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern size_t strcspn(const char *, const char *);
extern size_t strspn(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern char *strstr(const char *, const char *);
extern char *strtok(char *, const char *);
extern char *strtok_r(char *, const char *, char **);
extern char *strsep(char **, const char *);
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);
extern char *strerror(int);
extern char *strsignal(int);
#ifdef _GNU_SOURCE
extern void *mempcpy(void *, const void *, size_t);
extern void *memrchr(const void *, int, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
extern char *strchrnul(const char *, int);
extern char *strcasestr(const char *, const char *);
#endif
#include <strings.h>
#endif
`,

  "strings.h": `#ifndef _STRINGS_H
#define _STRINGS_H
typedef __SIZE_TYPE__ size_t;
extern int bcmp(const void *, const void *, size_t);
extern void bcopy(const void *, void *, size_t);
extern void bzero(void *, size_t);
extern char *index(const char *, int);
extern char *rindex(const char *, int);
extern int ffs(int);
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
#endif
`,

  "memory.h": `#include <string.h>
`,

  "stdio.h": `#ifndef _STDIO_H
#define _STDIO_H
${TYPES}
typedef __builtin_va_list __gnuc_va_list;
typedef __builtin_va_list va_list;
typedef long off_t;
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef struct _IO_FILE FILE;
typedef struct { long __pos; unsigned int __state[2]; } fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern int printf(const char *, ...);
extern int fprintf(FILE *, const char *, ...);
extern int dprintf(int, const char *, ...);
extern int sprintf(char *, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
extern int vprintf(const char *, __gnuc_va_list);
extern int vfprintf(FILE *, const char *, __gnuc_va_list);
extern int vsprintf(char *, const char *, __gnuc_va_list);
extern int vsnprintf(char *, size_t, const char *, __gnuc_va_list);
extern int scanf(const char *, ...);
extern int fscanf(FILE *, const char *, ...);
extern int sscanf(const char *, const char *, ...);
extern int vscanf(const char *, __gnuc_va_list);
extern int vfscanf(FILE *, const char *, __gnuc_va_list);
extern int vsscanf(const char *, const char *, __gnuc_va_list);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern int getchar(void);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int putchar(int);
extern int ungetc(int, FILE *);
extern char *gets(char *);
extern char *fgets(char *, int, FILE *);
extern int fputs(const char *, FILE *);
extern int puts(const char *);
extern ssize_t getline(char **, size_t *, FILE *);
extern ssize_t getdelim(char **, size_t *, int, FILE *);
extern size_t fread(void *, size_t, size_t, FILE *);
extern size_t fwrite(const void *, size_t, size_t, FILE *);
extern FILE *fopen(const char *, const char *);
extern FILE *freopen(const char *, const char *, FILE *);
extern FILE *fdopen(int, const char *);
extern FILE *popen(const char *, const char *);
extern FILE *tmpfile(void);
extern char *tmpnam(char *);
extern int fclose(FILE *);
extern int pclose(FILE *);
extern int fflush(FILE *);
extern int fileno(FILE *);
extern int fseek(FILE *, long, int);
extern int fseeko(FILE *, off_t, int);
extern long ftell(FILE *);
extern off_t ftello(FILE *);
extern void rewind(FILE *);
extern int fgetpos(FILE *, fpos_t *);
extern int fsetpos(FILE *, const fpos_t *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern void clearerr(FILE *);
extern void perror(const char *);
extern int remove(const char *);
extern int rename(const char *, const char *);
extern void setbuf(FILE *, char *);
extern int setvbuf(FILE *, char *, int, size_t);
#ifdef _GNU_SOURCE
extern int asprintf(char **, const char *, ...);
extern int vasprintf(char **, const char *, __gnuc_va_list);
#endif
#endif
`,

  "ctype.h": `#ifndef _CTYPE_H
#define _CTYPE_H
${CHARACTER_TESTS.split(" ")
  .map((name) => `extern int ${name}(int);`)
  .join("\n")}
#endif
`,

  "errno.h": `#ifndef _ERRNO_H
#define _ERRNO_H
extern int errno;
#define errno errno
${ERRORS}
#endif
`,

  "time.h": `#ifndef _TIME_H
#define _TIME_H
${TYPES}
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
struct tm {
  int tm_sec; int tm_min; int tm_hour; int tm_mday; int tm_mon; int tm_year; int tm_wday; int tm_yday; int tm_isdst;
  long tm_gmtoff; const char *tm_zone;
};
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define TIME_UTC 1
extern clock_t clock(void);
extern time_t time(time_t *);
extern double difftime(time_t, time_t);
extern time_t mktime(struct tm *);
extern size_t strftime(char *, size_t, const char *, const struct tm *);
extern struct tm *gmtime(const time_t *);
extern struct tm *localtime(const time_t *);
extern struct tm *gmtime_r(const time_t *, struct tm *);
extern struct tm *localtime_r(const time_t *, struct tm *);
extern char *asctime(const struct tm *);
extern char *ctime(const time_t *);
extern int timespec_get(struct timespec *, int);
extern int nanosleep(const struct timespec *, struct timespec *);
extern int clock_gettime(clockid_t, struct timespec *);
extern int clock_getres(clockid_t, struct timespec *);
#endif
`,

  "locale.h": `#ifndef _LOCALE_H
#define _LOCALE_H
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol;
  char *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
  char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space;
  char p_sign_posn, n_sign_posn, int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space;
  char int_p_sign_posn, int_n_sign_posn;
};
extern char *setlocale(int, const char *);
extern struct lconv *localeconv(void);
#endif
`,

  "wchar.h": `#ifndef _WCHAR_H
#define _WCHAR_H
${TYPES}
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; union { unsigned int __wch; char __wchb[4]; } __value; } mbstate_t;
#define WEOF (0xffffffffu)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
extern wchar_t *wcscpy(wchar_t *, const wchar_t *);
extern wchar_t *wcsncpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcscat(wchar_t *, const wchar_t *);
extern wchar_t *wcsncat(wchar_t *, const wchar_t *, size_t);
extern int wcscmp(const wchar_t *, const wchar_t *);
extern int wcsncmp(const wchar_t *, const wchar_t *, size_t);
extern size_t wcslen(const wchar_t *);
extern wchar_t *wcschr(const wchar_t *, wchar_t);
extern wchar_t *wcsrchr(const wchar_t *, wchar_t);
extern wchar_t *wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t);
extern int wmemcmp(const wchar_t *, const wchar_t *, size_t);
extern wint_t btowc(int);
extern int wctob(wint_t);
extern size_t mbrtowc(wchar_t *, const char *, size_t, mbstate_t *);
extern size_t wcrtomb(char *, wchar_t, mbstate_t *);
extern int wprintf(const wchar_t *, ...);
#endif
`,

  "wctype.h": `#ifndef _WCTYPE_H
#define _WCTYPE_H
typedef __WINT_TYPE__ wint_t;
${"iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit"
  .split(" ")
  .map((name) => `extern int ${name}(wint_t);`)
  .join("\n")}
extern wint_t towlower(wint_t);
extern wint_t towupper(wint_t);
#endif
`,

  "uchar.h": `#ifndef _UCHAR_H
#define _UCHAR_H
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif
`,

  "setjmp.h": `#ifndef _SETJMP_H
#define _SETJMP_H
struct __jmp_buf_tag {
#ifdef __LP64__
  long __jmpbuf[8];
#else
  int __jmpbuf[6];
#endif
  int __mask_was_saved;
  unsigned long __saved_mask[128 / sizeof(unsigned long)];
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
extern int setjmp(jmp_buf);
extern int _setjmp(jmp_buf);
extern int sigsetjmp(sigjmp_buf, int);
extern void longjmp(jmp_buf, int) ${NORETURN};
extern void _longjmp(jmp_buf, int) ${NORETURN};
extern void siglongjmp(sigjmp_buf, int) ${NORETURN};
#define setjmp(env) setjmp(env)
#endif
`,

  "getopt.h": `#ifndef _GETOPT_H
#define _GETOPT_H
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern int getopt(int, char *const *, const char *);
extern int getopt_long(int, char *const *, const char *, const struct option *, int *);
#endif
`,
};
