/**
 * What is known of the functions of the C library, of the compiler and of verification tasks: one row a function, by its
 * name. The interpreter, the model and the checker read it, so that a function is added here, and nowhere else but in the
 * interpreter (`interpreter/library`) if it should be executed. What a row does not say is not known: memory behind
 * pointers may be touched in any way, `errno` may change, the result is not fixed by C.
 */
import {
  ALLOCATES,
  ASSUME,
  apart,
  appended,
  asks,
  between,
  bytes,
  CHANGES_FIRST,
  COPIES,
  changes,
  compares,
  constant,
  copied,
  ENDS,
  ERRNO_KEPT,
  ERRNO_TOLD,
  ERROR,
  ERROR_IF_ZERO,
  EXACT,
  EXACT_MEMORY,
  EXACT_OUTPUT,
  EXACT_WHERE_ZERO,
  FILLS,
  FREES,
  fails,
  frees,
  GIVES_BACK,
  GIVES_NUMBER,
  KEEPS_ARGUMENT,
  LEAST_INT,
  type LibraryRow,
  MANY,
  MOST_INT,
  maybe,
  NO_EFFECT,
  NUMBER_FROM_TEXT,
  POINTS_INTO,
  prints,
  RENEWS,
  reads,
  row,
  STRING,
  scans,
  seeded,
  shows,
  stream,
  TAKES_BUFFER,
  UNKNOWN,
  UNSUPPORTED,
  within,
  words,
  writes,
} from "./row.ts";

type Rows = readonly (readonly [string, LibraryRow])[];

/** Functions of the C and POSIX libraries that the bundled headers declare. */
const DECLARED: Rows = [
  // <string.h>.
  row("memcpy", COPIES, EXACT, ERRNO_KEPT, writes(0, bytes(2)), reads(1, bytes(2)), apart(0, 1, 2)),
  row("mempcpy", ERRNO_KEPT, writes(0, bytes(2)), reads(1, bytes(2)), apart(0, 1, 2)),
  row("memmove", COPIES, EXACT, ERRNO_KEPT, writes(0, bytes(2)), reads(1, bytes(2))),
  row("bcopy", ERRNO_KEPT, reads(0, bytes(2)), writes(1, bytes(2))),
  row("memset", FILLS, EXACT, ERRNO_KEPT, writes(0, bytes(2))),
  row("bzero", changes([0]), ERRNO_KEPT, writes(0, bytes(1))),
  row("memcmp", GIVES_NUMBER, EXACT_WHERE_ZERO, ERRNO_KEPT, reads(0, bytes(2)), reads(1, bytes(2))),
  row("bcmp", ERRNO_KEPT, reads(0, bytes(2)), reads(1, bytes(2))),
  row("memchr", POINTS_INTO, ERRNO_KEPT, reads(0, bytes(2))),
  row("rawmemchr wcslen wcschr wcsrchr mktime asctime", reads(0, UNKNOWN)),
  row("memmem", reads(0, bytes(1)), reads(2, bytes(3))),
  row("memccpy", writes(0, bytes(3)), reads(1, bytes(3))),
  row("strlen", GIVES_NUMBER, EXACT, ERRNO_KEPT, reads(0, STRING)),
  row("strchr strrchr", POINTS_INTO, EXACT, ERRNO_KEPT, reads(0, STRING)),
  row("strchrnul", ERRNO_KEPT, reads(0, STRING)),
  row("index rindex", POINTS_INTO, ERRNO_KEPT, reads(0, STRING)),
  row("strdup unsetenv", reads(0, STRING)),
  row("strnlen", GIVES_NUMBER, EXACT, ERRNO_KEPT, reads(0, within(1))),
  row("strndup", reads(0, within(1))),
  row("strcpy stpcpy", CHANGES_FIRST, EXACT, ERRNO_KEPT, reads(1, STRING), writes(0, copied(1)), apart(0, 1)),
  row("strncpy", CHANGES_FIRST, EXACT, ERRNO_KEPT, reads(1, within(2)), writes(0, bytes(2)), apart(0, 1)),
  row("stpncpy", ERRNO_KEPT, reads(1, within(2)), writes(0, bytes(2))),
  row("strcat", CHANGES_FIRST, EXACT, ERRNO_KEPT, reads(1, STRING), writes(0, appended(1)), apart(0, 1)),
  row("strncat", CHANGES_FIRST, EXACT, ERRNO_KEPT, reads(1, within(2)), writes(0, appended(1, 2)), apart(0, 1)),
  row("strcmp", GIVES_NUMBER, EXACT_WHERE_ZERO, ERRNO_KEPT, reads(0, STRING), reads(1, STRING)),
  row("strcoll strcasestr setenv", reads(0, STRING), reads(1, STRING)),
  row("strcasecmp", GIVES_NUMBER, ERRNO_KEPT, reads(0, STRING), reads(1, STRING)),
  row("strstr", POINTS_INTO, EXACT, ERRNO_KEPT, reads(0, STRING), reads(1, STRING)),
  row("strspn strcspn", GIVES_NUMBER, EXACT, ERRNO_KEPT, reads(0, STRING), reads(1, STRING)),
  row("strpbrk", POINTS_INTO, ERRNO_KEPT, reads(0, STRING), reads(1, STRING)),
  row("strncmp", GIVES_NUMBER, EXACT_WHERE_ZERO, ERRNO_KEPT, reads(0, within(2)), reads(1, within(2))),
  row("strncasecmp", GIVES_NUMBER, ERRNO_KEPT, reads(0, within(2)), reads(1, within(2))),
  row("strxfrm", writes(0, bytes(2)), reads(1, STRING)),
  row("strtok", KEEPS_ARGUMENT, ERRNO_KEPT, maybe(writes(0, UNKNOWN)), reads(1, STRING)),
  row("strsep", maybe(writes(0, UNKNOWN)), reads(1, STRING)),
  row("strtok_r", maybe(writes(0, UNKNOWN)), reads(1, STRING), writes(2, words(1))),
  // Wide strings: their units are not followed.
  row("wcscmp wcsncmp wcsstr wmemcmp", reads(0, UNKNOWN), reads(1, UNKNOWN)),
  row("wcscpy wcsncpy wcscat wcsncat wmemcpy wmemmove", writes(0, UNKNOWN), reads(1, UNKNOWN)),
  row("wmemset", writes(0, UNKNOWN)),
  row("mbstowcs wcstombs mbtowc wctomb", maybe(writes(0, UNKNOWN)), maybe(reads(1, UNKNOWN))),
  // <stdlib.h>, <math.h>, <time.h>.
  row("atoi atol atoll", GIVES_BACK, reads(0, STRING)),
  row("atof", GIVES_NUMBER, reads(0, STRING)),
  row("getenv", GIVES_NUMBER, fails(0), reads(0, STRING)),
  row("strtol strtoul strtoll strtoull", NUMBER_FROM_TEXT, ERRNO_TOLD, reads(0, STRING), maybe(writes(1, words(1)))),
  row("strtod strtof strtold", NUMBER_FROM_TEXT, reads(0, STRING), maybe(writes(1, words(1)))),
  row("system", GIVES_NUMBER, fails(-1), maybe(reads(0, STRING))),
  row("putenv", UNSUPPORTED, reads(0, STRING)),
  row("qsort", UNSUPPORTED, compares(3), ERRNO_KEPT, writes(0, bytes(1, 2))),
  row("bsearch", UNSUPPORTED, compares(4), ERRNO_KEPT, reads(0, bytes(3)), reads(1, bytes(2, 3))),
  row("frexp frexpf remquo modff", writes(1, constant(4))),
  row("modf", writes(1, constant(8))),
  row("time", between(-1, MANY), maybe(writes(0, words(1)))),
  row("gettimeofday", changes([0, 1]), maybe(writes(0, words(2))), maybe(writes(1, constant(8)))),
  row("clock_gettime", changes([1]), writes(1, words(2))),
  row("nanosleep", fails(-1), reads(0, words(2)), maybe(writes(1, words(2)))),
  row("localtime gmtime ctime", reads(0, words(1))),
  row("strftime", writes(0, bytes(1)), reads(2, STRING), reads(3, UNKNOWN)),
  row("free", FREES, EXACT, frees(0)),
  row("realloc reallocarray", ALLOCATES, frees(0)),
  // Input and output.
  row("puts", NO_EFFECT, EXACT_OUTPUT, reads(0, STRING)),
  row("fputs", NO_EFFECT, EXACT_OUTPUT, reads(0, STRING), stream(1)),
  row("perror", NO_EFFECT, EXACT_OUTPUT, maybe(reads(0, STRING))),
  row("fopen", GIVES_NUMBER, fails(0), maybe(reads(0, STRING)), reads(1, STRING)),
  row("freopen", fails(0), maybe(reads(0, STRING)), reads(1, STRING)),
  row("open", GIVES_NUMBER, fails(-1), reads(0, STRING)),
  row("creat remove unlink mkdir rmdir chdir access chmod", fails(-1), reads(0, STRING)),
  row("rename link symlink", fails(-1), reads(0, STRING), reads(1, STRING)),
  row("fgets", CHANGES_FIRST, fails(0), writes(0, bytes(1)), stream(2)),
  row("getline", fails(-1), writes(0, words(1)), writes(1, words(1)), writes(0, UNKNOWN), stream(2)),
  row("getdelim", fails(-1), writes(0, words(1)), writes(1, words(1)), writes(0, UNKNOWN), stream(3)),
  row("read pread recv recvfrom", fails(-1), writes(1, bytes(2))),
  row("write pwrite send sendto", fails(-1), reads(1, bytes(2))),
  row("fread", fails(0), writes(0, bytes(1, 2)), stream(3)),
  row("fwrite", reads(0, bytes(1, 2)), stream(3)),
  row("setvbuf", TAKES_BUFFER, maybe(writes(1, bytes(3))), stream(0)),
  row("setbuf", TAKES_BUFFER, maybe(writes(1, constant(8192))), stream(0)),
  row("getcwd", fails(0), maybe(writes(0, bytes(1)))),
  row("gethostname", fails(-1), writes(0, bytes(1))),
  row("readlink", fails(-1), reads(0, STRING), writes(1, bytes(2))),
  row("realpath", reads(0, STRING), maybe(writes(1, UNKNOWN))),
  row("stat lstat", fails(-1), reads(0, STRING), writes(1, UNKNOWN)),
  row("fstat", fails(-1), writes(1, UNKNOWN)),
  row("pipe", fails(-1), writes(0, constant(8))),
  row("wait", fails(-1), maybe(writes(0, constant(4)))),
  row("waitpid", fails(-1), maybe(writes(1, constant(4)))),
  // Formats.
  row("printf", shows(0), EXACT_OUTPUT, prints(0, 1)),
  row("vprintf", shows(0), prints(0, "list")),
  row("fprintf", shows(1), EXACT_OUTPUT, stream(0), prints(1, 2)),
  row("dprintf syslog", shows(1), prints(1, 2)),
  row("vfprintf", shows(1), stream(0), prints(1, "list")),
  row("sprintf", shows(1, 0), prints(1, 2, 0)),
  row("vsprintf", shows(1, 0), prints(1, "list", 0)),
  row("snprintf", shows(2, 0), prints(2, 3, 0, 1)),
  row("vsnprintf", shows(2, 0), prints(2, "list", 0, 1)),
  row("asprintf", prints(1, 2)),
  row("vasprintf", prints(1, "list")),
  row("scanf", fails(-1), scans(0, 1)),
  row("fscanf", fails(-1), stream(0), scans(1, 2)),
  row("sscanf", reads(0, STRING), scans(1, 2)),
  row("vscanf", fails(-1), scans(0, "list")),
  row("vfscanf", fails(-1), stream(0), scans(1, "list")),
  row("vsscanf", reads(0, STRING), scans(1, "list")),
  // Streams.
  row("fclose", GIVES_NUMBER, fails(-1), stream(0)),
  row("fgetc getc", between(-1, 255), stream(0)),
  row("fseek fseeko ftell ftello pclose", fails(-1), stream(0)),
  row("rewind clearerr fileno getw", stream(0)),
  row("feof ferror", GIVES_NUMBER, stream(0)),
  row("fputc putc", NO_EFFECT, EXACT_OUTPUT, stream(1)),
  row("ungetc", GIVES_NUMBER, seeded(-1, 255), stream(1)),
  // Numbers and characters.
  row("abs labs llabs fmin fmax", GIVES_NUMBER, ERRNO_KEPT),
  row(
    `
    isalpha isdigit isalnum isspace isupper islower isxdigit ispunct isprint iscntrl isgraph
    `,
    GIVES_NUMBER,
    EXACT_WHERE_ZERO,
    ERRNO_KEPT,
  ),
  row("toupper tolower fabs floor ceil round trunc fabsf floorf ceilf", GIVES_NUMBER, EXACT, ERRNO_KEPT),
  row("sqrt fmod sqrtf", GIVES_NUMBER, EXACT),
  row("pow sin cos tan exp log sysconf exp2 log2", GIVES_NUMBER),
  row("close", GIVES_NUMBER, fails(-1)),
  row("rand_r", changes([0]), seeded(0, MOST_INT), ERRNO_KEPT),
  // The process.
  row("warn warnx", shows(0)),
  row("abort exit quick_exit", ENDS),
  row("malloc calloc", ALLOCATES, EXACT_MEMORY),
  row("aligned_alloc valloc", ALLOCATES),
  row("putchar fflush", NO_EFFECT, EXACT_OUTPUT),
  row("srand srandom", NO_EFFECT, ERRNO_KEPT),
  row("sleep usleep", NO_EFFECT),
  row(
    `
    raise kill fork vfork execve execvp fesetround fesetenv feholdexcept feupdateenv signal sigaction bsd_signal
    at_quick_exit mmap
    `,
    UNSUPPORTED,
  ),
  // What the environment decides.
  row("rand random lrand48", between(0, MOST_INT), ERRNO_KEPT),
  row("drand48", between(0, 1), ERRNO_KEPT),
  row("getchar", between(-1, 255)),
  row("clock", between(-1, MANY)),
  row("isatty", between(0, 1)),
  row("getpid", between(1, 4194304), ERRNO_KEPT),
  row("getppid", between(0, 4194304), ERRNO_KEPT),
  row("getuid geteuid getgid getegid", between(0, 4294967295), ERRNO_KEPT),
  row("fdopen tmpfile popen ttyname", fails(0)),
  row(
    `
    fgetpos fsetpos lseek dup dup2 socket connect accept bind listen select poll ioctl fcntl chown fchmod truncate
    ftruncate fsync getrusage getrlimit mkstemp mkfifo utimes setuid setgid setsid nice
    `,
    fails(-1),
  ),
  // Others that leave errno as it is.
  row("isblank", EXACT_WHERE_ZERO, ERRNO_KEPT),
  row(
    `
    isascii toascii imaxabs div ldiv lldiv srand48 ffs ffsl ffsll fabsl floorl ceill truncl roundl rint rintf
    rintl nearbyint nearbyintf nearbyintl copysign copysignf copysignl fminf fminl fmaxf fmaxl cbrt cbrtf cbrtl
    `,
    ERRNO_KEPT,
  ),
  row("truncf roundf", EXACT, ERRNO_KEPT),
  row("fmodf", EXACT),
  // Known by name: an undefined function of such a name does what its manual page says, which nobody wrote down here.
  row(`
  acos acosf acosh acoshf acoshl acosl alarm asin asinf asinh asinhf asinhl asinl atan atan2 atan2f atan2l atanf
  atanh atanhf atanhl atanl brk btowc clock_getres closelog cosf cosh coshf coshl cosl difftime dirname drem erf
  erfc erfcf erfcl erff erfl err errx execl execlp execv exp2f exp2l expf expl expm1 expm1f expm1l fdim fdimf
  fdiml feclearexcept fegetenv fegetround feraiseexcept fetestexcept fma fmaf fmal fmodl frexpl gamma getaddrinfo
  gethostbyname getitimer getopt getopt_long getpagesize gmtime_r htonl htons hypot hypotf hypotl ilogb ilogbf
  ilogbl inet_addr inet_ntoa iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct
  iswspace iswupper iswxdigit j0 j1 ldexp ldexpf ldexpl lgamma lgammaf lgammal llrint llrintf llrintl llround
  llroundf llroundl localeconv localtime_r log10 log10f log10l log1p log1pf log1pl log2f log2l logb logbf logbl
  logf logl lrint lrintf lrintl lround lroundf lroundl malloc_usable_size mblen mbrtowc memalign modfl mprotect
  msync munmap nan nanf nanl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl ntohl ntohs
  openlog pause posix_memalign powf powl remainder remainderf remainderl remquof remquol sbrk scalbln scalblnf
  scalblnl scalbn scalbnf scalbnl sched_yield setitimer setlocale setrlimit settimeofday sigaddset sigdelset
  sigemptyset sigfillset sigismember significand sigpending sigprocmask sigsuspend sinf sinh sinhf sinhl sinl
  sqrtl strerror strsignal sync tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal times timespec_get tmpnam
  towlower towupper umask wcrtomb wctob wprintf y0 y1
  `),
];

/** Functions of the libraries that the bundled headers do not declare. */
const UNDECLARED: Rows = [
  row("explicit_bzero", changes([0]), writes(0, bytes(1))),
  row("wcsdup wcstol wcstod wcstoul", reads(0, UNKNOWN)),
  row("swprintf", maybe(writes(0, UNKNOWN)), maybe(reads(1, UNKNOWN))),
  row("strtoimax strtoumax", NUMBER_FROM_TEXT, reads(0, STRING), maybe(writes(1, words(1)))),
  row("fgets_unlocked", fails(0), writes(0, bytes(1)), stream(2)),
  row("fread_unlocked", fails(0), writes(0, bytes(1, 2)), stream(3)),
  row("fwrite_unlocked", reads(0, bytes(1, 2)), stream(3)),
  row("fgetc_unlocked getc_unlocked", between(-1, 255), stream(0)),
  row("closedir rewinddir", stream(0)),
  row("readdir", fails(0), stream(0)),
  row("fputc_unlocked putc_unlocked", stream(1)),
  row("putw", GIVES_NUMBER, stream(1)),
  row("setbuffer", TAKES_BUFFER),
  row("strtoq strtouq", NUMBER_FROM_TEXT),
  row("isnan isinf", GIVES_NUMBER, ERRNO_KEPT),
  row("erand48", changes([0]), seeded(0, 1), ERRNO_KEPT),
  row("nrand48", changes([0]), seeded(0, MOST_INT), ERRNO_KEPT),
  row("jrand48", changes([0]), seeded(LEAST_INT, MOST_INT), ERRNO_KEPT),
  row("vwarn vwarnx", shows(0)),
  row("vdprintf vsyslog", shows(1)),
  row(
    `
    sysv_signal sigset ssignal sigvec sigqueue killpg gsignal psignal siginterrupt sigaltstack timer_create
    mq_notify signalfd qsort_r lfind lsearch tsearch tfind tdelete twalk ftw nftw scandir glob on_exit dlopen
    dlsym getcontext setcontext makecontext fmemopen open_memstream open_wmemstream initstate initstate_r setstate
    setstate_r aio_read aio_write lio_listio hsearch shmat seed48 lcong48
    `,
    UNSUPPORTED,
  ),
  row("mrand48", between(LEAST_INT, MOST_INT), ERRNO_KEPT),
  row("getchar_unlocked", between(-1, 255)),
  row("opendir secure_getenv getlogin", fails(0)),
  row("openat readv writev pipe2 recvmsg sendmsg wait3 wait4 uname", fails(-1)),
  row("imaxdiv finite", ERRNO_KEPT),
  row(`
  a64l accept4 aio_cancel aio_error aio_fsync aio_return aio_suspend alphasort arc4random arc4random_buf
  arc4random_uniform asctime_r basename bindresvport c16rtomb c32rtomb canonicalize_file_name cfgetispeed
  cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chroot clearenv clearerr_unlocked clock_getcpuclockid
  clock_nanosleep clock_settime closefrom confstr ctermid ctime_r daemon dirfd dlclose dlerror drand48_r dremf
  dreml dup3 duplocale dysize ecvt ecvt_r endhostent endusershell epoll_create epoll_ctl epoll_wait erand48_r
  error error_at_line euidaccess eventfd execle faccessat fchdir fchmodat fchown fchownat fcvt fcvt_r fdatasync
  fdopendir fegetexceptflag feof_unlocked ferror_unlocked fesetexceptflag fexecve fflush_unlocked fgetwc fgetws
  fileno_unlocked finitef finitel flockfile fnmatch fpathconf fputwc fputws freelocale fstatat ftok ftrylockfile
  funlockfile futimens futimes fwide fwprintf fwscanf gammaf gammal gcvt getdate getdirentries getdomainname
  getdtablesize getentropy getgrent getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist getgroups gethostbyaddr
  gethostbyaddr_r gethostbyname2 gethostbyname2_r gethostbyname_r gethostent gethostent_r gethostid getloadavg
  getlogin_r getnameinfo getopt_long_only getpass getpeername getpgid getpgrp getpriority getpwent getpwent_r
  getpwnam getpwnam_r getpwuid getpwuid_r getrandom getsid getsockname getsockopt getsubopt gettid getusershell
  getwc getwchar getwd globfree grantpt hcreate hdestroy herror hstrerror iconv iconv_close iconv_open inet_aton
  inet_lnaof inet_makeaddr inet_netof inet_network inet_nsap_addr inet_nsap_ntoa inet_ntop inet_pton initgroups
  innetgr inotify_init insque isfdtype isinff isinfl isnanf isnanl iswctype j0f j0l j1f j1l jn jnf jnl jrand48_r
  l64a lchmod lchown lcong48_r lgamma_r lgammaf_r lgammal_r linkat lockf lrand48_r lutimes madvise mallinfo
  mallinfo2 malloc_info malloc_stats malloc_trim mallopt mbrlen mbrtoc16 mbrtoc32 mbsinit mbsnrtowcs mbsrtowcs
  memfrob mincore mkdirat mkdtemp mkfifoat mknod mknodat mkstemps mktemp mlock mlockall mq_close mq_getattr
  mq_open mq_receive mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink mrand48_r msgctl msgget msgrcv
  msgsnd munlock munlockall newlocale nrand48_r pathconf posix_openpt preadv profil program_invocation_name
  pselect psiginfo ptsname putchar_unlocked putwc putwchar pvalloc pwritev qecvt qecvt_r qfcvt qfcvt_r qgcvt
  random_r readdir_r readlinkat regcomp regerror regexec regfree remque renameat revoke rpmatch rresvport
  rresvport_af scalb scalbf scalbl sched_get_priority_max sched_get_priority_min sched_getparam sched_getscheduler
  sched_rr_get_interval sched_setparam sched_setscheduler seed48_r seekdir sem_close sem_destroy sem_getvalue
  sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink sem_wait semctl semget semop setegid seteuid
  setlinebuf setlogmask setpgid setpgrp setpriority setregid setreuid setsockopt setusershell shm_open shm_unlink
  shmctl shmdt shmget shutdown sigandset sigblock siggetmask sighold sigignore significandf significandl sigorset
  sigpause sigrelse sigreturn sigsetmask sigstack sigtimedwait sigwait sigwaitinfo sockatmark socketpair srand48_r
  srandom_r strerror_r strfmon strfry strptime strverscmp swab swscanf symlinkat syscall tcdrain tcflow tcflush
  tcgetattr tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp telldir tempnam timegm timelocal timer_delete
  timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_settime tmpnam_r towctrans ttyname_r ttyslot
  tzset ualarm ungetwc unlinkat unlockpt uselocale utime utimensat verr verrx vfwprintf vfwscanf vswprintf
  vswscanf vwprintf vwscanf waitid wcpcpy wcpncpy wcscasecmp wcscoll wcscspn wcsftime wcsncasecmp wcsnlen
  wcsnrtombs wcspbrk wcsrtombs wcsspn wcstof wcstoimax wcstok wcstold wcstoll wcstoull wcstoumax wcswcs wcswidth
  wcsxfrm wctrans wctype wcwidth wmemchr wordexp wordfree wscanf y0f y0l y1f y1l yn ynf ynl
  `),
];

/** Declared, and without a manual page that is common to all libraries, or more than a function. */
const PARTICULAR: Rows = [
  row("memrchr", ERRNO_KEPT, reads(0, bytes(2))),
  row("strlcpy strlcat", reads(1, STRING), writes(0, bytes(2))),
  row("gets", CHANGES_FIRST, fails(0), writes(0, UNKNOWN)),
  row("_exit _Exit", ENDS),
  row("alloca", ALLOCATES, ERRNO_KEPT),
  row("setjmp _setjmp sigsetjmp longjmp _longjmp siglongjmp atexit", UNSUPPORTED),
];

/** Other names of library functions, functions of the compiler, and those that verification tasks agree on. */
const CONVENTIONAL: Rows = [
  row("cfree", FREES, frees(0)),
  row("__printf_chk", shows(1), prints(1, 2)),
  row("__fprintf_chk", shows(2), stream(0), prints(2, 3)),
  row("__sprintf_chk", shows(3, 0), prints(3, 4, 0)),
  row("__snprintf_chk", shows(4, 0), prints(4, 5, 0, 1)),
  row("__vsprintf_chk", shows(3, 0), prints(3, "list", 0)),
  row("__vsnprintf_chk", shows(4, 0), prints(4, "list", 0, 1)),
  row("__isoc99_scanf __isoc23_scanf", fails(-1), scans(0, 1)),
  row("__isoc99_fscanf __isoc23_fscanf", fails(-1), scans(1, 2)),
  row("__isoc99_sscanf __isoc23_sscanf", reads(0, STRING), scans(1, 2)),
  row("__isoc99_vscanf", fails(-1), scans(0, "list")),
  row("__isoc23_vscanf", scans(0, "list")),
  row("__isoc99_vfscanf", fails(-1), scans(1, "list")),
  row("__isoc23_vfscanf", scans(1, "list")),
  row("__isoc99_vsscanf __isoc23_vsscanf", reads(0, STRING), scans(1, "list")),
  row("_IO_getc", between(-1, 255), stream(0)),
  row("__vfprintf_chk", shows(2), stream(0)),
  row("_IO_putc", stream(1)),
  row(
    `
    __isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax
    __isoc23_strtoq __isoc23_strtouq __isoc23_strtod __isoc23_strtof __isoc23_strtold
    `,
    NUMBER_FROM_TEXT,
  ),
  row("isfinite __ctype_b_loc", GIVES_NUMBER, ERRNO_KEPT),
  // A number that C leaves open, in the text of the library: the argument is one that would do.
  row("__unspecified", GIVES_NUMBER, EXACT_WHERE_ZERO, ERRNO_KEPT),
  // What the text of the library leaves out, by what is told where it is met.
  row("a_number_in_such_a_base a_number_that_does_not_fit a_line_without_room", UNSUPPORTED),
  row("__set_errno", ERRNO_TOLD),
  row("__builtin_expect", GIVES_NUMBER),
  row(
    `
    __builtin_memcpy __builtin_memmove __memcpy_chk __builtin___memcpy_chk __builtin___memmove_chk
    `,
    COPIES,
  ),
  row("__builtin_memset __builtin___memset_chk", FILLS),
  row("__vprintf_chk", shows(1)),
  row("__builtin___sprintf_chk __builtin___vsprintf_chk", shows(3, 0)),
  row("__builtin___snprintf_chk __builtin___vsnprintf_chk", shows(4, 0)),
  row(
    `
    reach_error __VERIFIER_error __CPROVER_unwinding_assertion __hone_annotation_violated __hone_acsl_violated __assert_fail __assert_perror_fail __assert __assert_func __assert_rtn
    klee_report_error
    `,
    ERROR,
  ),
  row(
    `
    __VERIFIER_assert assert sassert static_assert_runtime __CPROVER_assert __CPROVER_precondition
    __CPROVER_postcondition klee_assert
    `,
    ERROR_IF_ZERO,
  ),
  row(
    `
    __VERIFIER_assume assume assume_abort_if_not __CPROVER_assume __builtin_assume klee_assume
    `,
    ASSUME,
  ),
  // CBMC's questions about memory.
  row("__CPROVER_r_ok", asks("accessible"), EXACT, ERRNO_KEPT),
  row("__CPROVER_same_object", asks("same-object"), EXACT, ERRNO_KEPT),
  row("__CPROVER_POINTER_OFFSET", asks("offset"), EXACT, ERRNO_KEPT),
  row("__CPROVER_OBJECT_SIZE", asks("size"), EXACT, ERRNO_KEPT),
  row("__CPROVER_havoc_object", RENEWS, ERRNO_KEPT),
  // KLEE's vocabulary; what else begins with `klee_` is refused where it is met (`library-names.ts`).
  row("klee_make_symbolic", RENEWS, ERRNO_KEPT, writes(0, bytes(1)), reads(2, STRING)),
  row("klee_abort klee_silent_exit", ENDS),
  row("klee_warning klee_warning_once klee_print_expr klee_prefer_cex", NO_EFFECT),
  row("__builtin_abort __builtin_trap __builtin_exit", ENDS),
  row("__builtin_alloca", ALLOCATES),
  row(
    `
    __builtin_prefetch __builtin___clear_cache __VERIFIER_atomic_begin __VERIFIER_atomic_end
    `,
    NO_EFFECT,
  ),
  row(
    `
    __sigsetjmp __builtin_setjmp __builtin_longjmp thrd_create thrd_join __sigaction rt_sigaction __sysv_signal
    __bsd_signal qsort_s bsearch_r bsearch_s tdestroy twalk_r ftw64 nftw64 fts_open fts64_open scandir64 glob64
    argp_parse dl_iterate_phdr register_printf_function register_printf_specifier fopencookie funopen __cxa_atexit
    __cxa_at_quick_exit __cxa_thread_atexit __cxa_thread_atexit_impl call_once dlvsym dlmopen clone clone3
    posix_spawn posix_spawnp swapcontext hsearch_r mmap64 mremap remap_file_pages ptrace process_vm_writev
    `,
    UNSUPPORTED,
  ),
  row("fopen64", fails(0)),
  row("open64", fails(-1)),
  row(
    `
    bswap signbit fpclassify isinf_sign isnormal isunordered islessgreater prefetch unreachable
    __ctype_tolower_loc __ctype_toupper_loc
    `,
    ERRNO_KEPT,
  ),
  row("expect", EXACT, ERRNO_KEPT),
];

const named = (rows: Rows): readonly string[] => rows.flatMap(([names]) => names.trim().split(/\s+/));

const rows: ReadonlyMap<string, LibraryRow> = new Map(
  [...DECLARED, ...UNDECLARED, ...PARTICULAR, ...CONVENTIONAL].flatMap((one) =>
    named([one]).map((name) => [name, one[1]] as const),
  ),
);
/** Functions that only ask about memory. */
export const QUESTIONS: readonly string[] = [...rows].flatMap(([name, { effect }]) =>
  effect?.kind === "asks" ? [name] : [],
);
const library: ReadonlySet<string> = new Set(named([...DECLARED, ...UNDECLARED]));
const declared: ReadonlySet<string> = new Set(named([...DECLARED, ...PARTICULAR]));

/** What is known of an undefined function of exactly this name. */
export function libraryRow(name: string): LibraryRow | undefined {
  return rows.get(name);
}

/** Is it a function of the C or POSIX library, so that its manual page says what it does? */
export function isLibraryName(name: string): boolean {
  return library.has(name);
}

/** A function whose meaning is fixed by the C standard, POSIX, the compiler or a tool, whether hone knows it or not. */
export function hasMeaningElsewhere(name: string): boolean {
  return declared.has(name) || name.startsWith("__");
}
