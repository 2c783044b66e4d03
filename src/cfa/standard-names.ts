/**
 * Names of the C library and of POSIX that the bundled headers declare. A function of such a name that hone knows nothing
 * else of still has a meaning: it may not return just anything.
 */
const NAMES = (
  "_Exit _exit _longjmp _setjmp abort abs accept access acos acosf acosh acoshf acoshl acosl alarm " +
  "aligned_alloc alloca asctime asin asinf asinh asinhf asinhl asinl asprintf at_quick_exit atan atan2 " +
  "atan2f atan2l atanf atanh atanhf atanhl atanl atexit atof atoi atol atoll bcmp bcopy bind brk bsd_signal " +
  "bsearch btowc bzero calloc cbrt cbrtf cbrtl ceil ceilf ceill chdir chmod chown clearerr clock " +
  "clock_getres clock_gettime close closelog connect copysign copysignf copysignl cos cosf cosh coshf coshl " +
  "cosl creat ctime difftime dirname div dprintf drand48 drem dup dup2 erf erfc erfcf erfcl erff erfl err " +
  "errx execl execlp execv execve execvp exit exp exp2 exp2f exp2l expf expl expm1 expm1f expm1l fabs fabsf " +
  "fabsl fchmod fclose fcntl fdim fdimf fdiml fdopen feclearexcept fegetenv fegetround feholdexcept feof " +
  "feraiseexcept ferror fesetenv fesetround fetestexcept feupdateenv fflush ffs ffsl ffsll fgetc fgetpos " +
  "fgets fileno floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl fopen " +
  "fork fprintf fputc fputs fread free freopen frexp frexpf frexpl fscanf fseek fseeko fsetpos fstat fsync " +
  "ftell ftello ftruncate fwrite gamma getaddrinfo getc getchar getcwd getdelim getegid getenv geteuid " +
  "getgid gethostbyname gethostname getitimer getline getopt getopt_long getpagesize getpid getppid " +
  "getrlimit getrusage gets gettimeofday getuid getw gmtime gmtime_r htonl htons hypot hypotf hypotl ilogb " +
  "ilogbf ilogbl imaxabs index inet_addr inet_ntoa ioctl isalnum isalpha isascii isatty isblank iscntrl " +
  "isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswdigit " +
  "iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit j0 j1 kill labs ldexp ldexpf " +
  "ldexpl ldiv lgamma lgammaf lgammal link listen llabs lldiv llrint llrintf llrintl llround llroundf " +
  "llroundl localeconv localtime localtime_r log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l " +
  "logb logbf logbl logf logl longjmp lrand48 lrint lrintf lrintl lround lroundf lroundl lseek lstat malloc " +
  "malloc_usable_size mblen mbrtowc mbstowcs mbtowc memalign memccpy memchr memcmp memcpy memmem memmove " +
  "mempcpy memrchr memset mkdir mkfifo mkstemp mktime mmap modf modff modfl mprotect msync munmap nan nanf " +
  "nanl nanosleep nearbyint nearbyintf nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf " +
  "nexttowardl nice ntohl ntohs open openlog pause pclose perror pipe poll popen posix_memalign pow powf " +
  "powl pread printf putc putchar putenv puts pwrite qsort quick_exit raise rand rand_r random rawmemchr " +
  "read readlink realloc reallocarray realpath recv recvfrom remainder remainderf remainderl remove remquo " +
  "remquof remquol rename rewind rindex rint rintf rintl rmdir round roundf roundl sbrk scalbln scalblnf " +
  "scalblnl scalbn scalbnf scalbnl scanf sched_yield select send sendto setbuf setenv setgid setitimer " +
  "setjmp setlocale setrlimit setsid settimeofday setuid setvbuf sigaction sigaddset sigdelset sigemptyset " +
  "sigfillset sigismember siglongjmp signal significand sigpending sigprocmask sigsetjmp sigsuspend sin " +
  "sinf sinh sinhf sinhl sinl sleep snprintf socket sprintf sqrt sqrtf sqrtl srand srand48 srandom sscanf " +
  "stat stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup " +
  "strerror strftime strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk " +
  "strrchr strsep strsignal strspn strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoul " +
  "strtoull strxfrm symlink sync sysconf syslog system tan tanf tanh tanhf tanhl tanl tgamma tgammaf " +
  "tgammal time times timespec_get tmpfile tmpnam toascii tolower toupper towlower towupper trunc truncate " +
  "truncf truncl ttyname umask ungetc unlink unsetenv usleep utimes valloc vasprintf vfork vfprintf vfscanf " +
  "vprintf vscanf vsnprintf vsprintf vsscanf wait waitpid warn warnx wcrtomb wcscat wcschr wcscmp wcscpy " +
  "wcslen wcsncat wcsncmp wcsncpy wcsrchr wcsstr wcstombs wctob wctomb wmemcmp wmemcpy wmemmove wmemset " +
  "wprintf write y0 y1"
).split(" ");

const standard: ReadonlySet<string> = new Set(NAMES);

/** A function whose meaning is fixed by the C standard, POSIX, the compiler or a tool, whether hone knows it or not. */
export function hasMeaningElsewhere(name: string): boolean {
  return standard.has(name) || name.startsWith("__");
}
