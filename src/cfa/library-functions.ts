/**
 * Names of the C and POSIX libraries (those of the headers of C11, POSIX.1-2008 and a few of glibc's own). An undefined
 * function of such a name does what its manual page says: where hone has no model of it, the interpreter stops there
 * instead of inventing a result.
 */
const NAMES = `
a64l abort abs accept accept4 access acos acosf acosh acoshf acoshl acosl aio_cancel aio_error aio_fsync
aio_read aio_return aio_suspend aio_write alarm aligned_alloc alphasort arc4random arc4random_buf
arc4random_uniform asctime asctime_r asin asinf asinh asinhf asinhl asinl asprintf at_quick_exit atan atan2
atan2f atan2l atanf atanh atanhf atanhl atanl atof atoi atol atoll basename bcmp bcopy bind bindresvport brk
bsd_signal bsearch btowc bzero c16rtomb c32rtomb calloc canonicalize_file_name cbrt cbrtf cbrtl ceil ceilf ceill
cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chdir chmod chown chroot clearenv clearerr
clearerr_unlocked clock clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime close
closedir closefrom closelog confstr connect copysign copysignf copysignl cos cosf cosh coshf coshl cosl creat
ctermid ctime ctime_r daemon difftime dirfd dirname div dlclose dlerror dlopen dlsym dprintf drand48 drand48_r
drem dremf dreml dup dup2 dup3 duplocale dysize ecvt ecvt_r endhostent endusershell epoll_create epoll_ctl
epoll_wait erand48 erand48_r erf erfc erfcf erfcl erff erfl err error error_at_line errx euidaccess eventfd
execl execle execlp execv execve execvp exit exp exp2 exp2f exp2l expf expl explicit_bzero expm1 expm1f expm1l
fabs fabsf fabsl faccessat fchdir fchmod fchmodat fchown fchownat fclose fcntl fcvt fcvt_r fdatasync fdim fdimf
fdiml fdopen fdopendir feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof feof_unlocked
feraiseexcept ferror ferror_unlocked fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fexecve fflush
fflush_unlocked ffs ffsl ffsll fgetc fgetc_unlocked fgetpos fgets fgets_unlocked fgetwc fgetws fileno
fileno_unlocked finite finitef finitel flockfile floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmemopen
fmin fminf fminl fmod fmodf fmodl fnmatch fopen fork fpathconf fprintf fputc fputc_unlocked fputs fputwc fputws
fread fread_unlocked free freelocale freopen frexp frexpf frexpl fscanf fseek fseeko fsetpos fstat fstatat fsync
ftell ftello ftok ftruncate ftrylockfile ftw funlockfile futimens futimes fwide fwprintf fwrite fwrite_unlocked
fwscanf gamma gammaf gammal gcvt getaddrinfo getc getc_unlocked getchar getchar_unlocked getcontext getcwd
getdate getdelim getdirentries getdomainname getdtablesize getegid getentropy getenv geteuid getgid getgrent
getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist getgroups gethostbyaddr gethostbyaddr_r gethostbyname
gethostbyname2 gethostbyname2_r gethostbyname_r gethostent gethostent_r gethostid gethostname getitimer getline
getloadavg getlogin getlogin_r getnameinfo getopt getopt_long getopt_long_only getpagesize getpass getpeername
getpgid getpgrp getpid getppid getpriority getpwent getpwent_r getpwnam getpwnam_r getpwuid getpwuid_r getrandom
getrlimit getrusage getsid getsockname getsockopt getsubopt gettid gettimeofday getuid getusershell getw getwc
getwchar getwd glob globfree gmtime gmtime_r grantpt gsignal hcreate hdestroy herror hsearch hstrerror htonl
htons hypot hypotf hypotl iconv iconv_close iconv_open ilogb ilogbf ilogbl imaxabs imaxdiv index inet_addr
inet_aton inet_lnaof inet_makeaddr inet_netof inet_network inet_nsap_addr inet_nsap_ntoa inet_ntoa inet_ntop
inet_pton initgroups initstate initstate_r innetgr inotify_init insque ioctl isalnum isalpha isascii isatty
isblank iscntrl isdigit isfdtype isgraph isinf isinff isinfl islower isnan isnanf isnanl isprint ispunct isspace
isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace
iswupper iswxdigit isxdigit j0 j0f j0l j1 j1f j1l jn jnf jnl jrand48 jrand48_r kill killpg l64a labs lchmod
lchown lcong48 lcong48_r ldexp ldexpf ldexpl ldiv lfind lgamma lgamma_r lgammaf lgammaf_r lgammal lgammal_r link
linkat lio_listio listen llabs lldiv llrint llrintf llrintl llround llroundf llroundl localeconv localtime
localtime_r lockf log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl
lrand48 lrand48_r lrint lrintf lrintl lround lroundf lroundl lsearch lseek lstat lutimes madvise makecontext
mallinfo mallinfo2 malloc malloc_info malloc_stats malloc_trim malloc_usable_size mallopt mblen mbrlen mbrtoc16
mbrtoc32 mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc memalign memccpy memchr memcmp memcpy memfrob
memmem memmove mempcpy memset mincore mkdir mkdirat mkdtemp mkfifo mkfifoat mknod mknodat mkstemp mkstemps
mktemp mktime mlock mlockall mmap modf modff modfl mprotect mq_close mq_getattr mq_notify mq_open mq_receive
mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink mrand48 mrand48_r msgctl msgget msgrcv msgsnd msync
munlock munlockall munmap nan nanf nanl nanosleep nearbyint nearbyintf nearbyintl newlocale nextafter nextafterf
nextafterl nexttoward nexttowardf nexttowardl nftw nice nrand48 nrand48_r ntohl ntohs on_exit open
open_memstream open_wmemstream openat opendir openlog pathconf pause pclose perror pipe pipe2 poll popen
posix_memalign posix_openpt pow powf powl pread preadv printf profil program_invocation_name pselect psiginfo
psignal ptsname putc putc_unlocked putchar putchar_unlocked putenv puts putw putwc putwchar pvalloc pwrite
pwritev qecvt qecvt_r qfcvt qfcvt_r qgcvt qsort qsort_r quick_exit raise rand rand_r random random_r rawmemchr
read readdir readdir_r readlink readlinkat readv realloc reallocarray realpath recv recvfrom recvmsg regcomp
regerror regexec regfree remainder remainderf remainderl remove remque remquo remquof remquol rename renameat
revoke rewind rewinddir rindex rint rintf rintl rmdir round roundf roundl rpmatch rresvport rresvport_af sbrk
scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf scalbnl scandir scanf sched_get_priority_max
sched_get_priority_min sched_getparam sched_getscheduler sched_rr_get_interval sched_setparam sched_setscheduler
sched_yield secure_getenv seed48 seed48_r seekdir select sem_close sem_destroy sem_getvalue sem_init sem_open
sem_post sem_timedwait sem_trywait sem_unlink sem_wait semctl semget semop send sendmsg sendto setbuf setbuffer
setcontext setegid setenv seteuid setgid setitimer setlinebuf setlocale setlogmask setpgid setpgrp setpriority
setregid setreuid setrlimit setsid setsockopt setstate setstate_r settimeofday setuid setusershell setvbuf
shm_open shm_unlink shmat shmctl shmdt shmget shutdown sigaction sigaddset sigaltstack sigandset sigblock
sigdelset sigemptyset sigfillset siggetmask sighold sigignore siginterrupt sigismember signal signalfd
significand significandf significandl sigorset sigpause sigpending sigprocmask sigqueue sigrelse sigreturn
sigset sigsetmask sigstack sigsuspend sigtimedwait sigvec sigwait sigwaitinfo sin sinf sinh sinhf sinhl sinl
sleep snprintf sockatmark socket socketpair sprintf sqrt sqrtf sqrtl srand srand48 srand48_r srandom srandom_r
sscanf ssignal stat stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn
strdup strerror strerror_r strfmon strfry strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen
strpbrk strptime strrchr strsep strsignal strspn strstr strtod strtof strtoimax strtok strtok_r strtol strtold
strtoll strtoq strtoul strtoull strtoumax strtouq strverscmp strxfrm swab swprintf swscanf symlink symlinkat
sync syscall sysconf syslog system sysv_signal tan tanf tanh tanhf tanhl tanl tcdrain tcflow tcflush tcgetattr
tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp tdelete telldir tempnam tfind tgamma tgammaf tgammal time
timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create
timerfd_settime times timespec_get tmpfile tmpnam tmpnam_r toascii tolower toupper towctrans towlower towupper
trunc truncate truncf truncl tsearch ttyname ttyname_r ttyslot twalk tzset ualarm umask uname ungetc ungetwc
unlink unlinkat unlockpt unsetenv uselocale usleep utime utimensat utimes valloc vasprintf vdprintf verr verrx
vfork vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vsyslog
vwarn vwarnx vwprintf vwscanf wait wait3 wait4 waitid waitpid warn warnx wcpcpy wcpncpy wcrtomb wcscasecmp
wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen
wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll
wcstombs wcstoul wcstoull wcstoumax wcswcs wcswidth wcsxfrm wctob wctomb wctrans wctype wcwidth wmemchr wmemcmp
wmemcpy wmemmove wmemset wordexp wordfree wprintf write writev wscanf y0 y0f y0l y1 y1f y1l yn ynf ynl
`;

export const LIBRARY_FUNCTIONS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
