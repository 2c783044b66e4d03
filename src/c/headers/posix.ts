/** POSIX and Linux: processes, files, signals, times. Structures have glibc's members and sizes. */

const NORETURN = "__attribute__((__noreturn__))";

const SIGNALS = (
  "SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM SIGTERM " +
  "SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGIO " +
  "SIGPWR SIGSYS"
)
  .split(" ")
  .map((name, index) => `#define ${name} ${index + 1}`)
  .join("\n");

const TIMEVAL = `#ifndef __timeval_defined
#define __timeval_defined
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
#endif`;

/** The mode bits of `sys/stat.h`, which `fcntl.h` shows, too. */
const MODES = `#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXG 0070
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXO 0007
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001`;

export const POSIX_HEADERS: Readonly<Record<string, string>> = {
  "sys/types.h": `#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
typedef __SIZE_TYPE__ size_t;
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef int ssize_t;
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif
typedef unsigned long ino_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef long off_t;
typedef int pid_t;
typedef int key_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned long ulong;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
#include <endian.h>
#endif
`,

  "sys/time.h": `#ifndef _SYS_TIME_H
#define _SYS_TIME_H
typedef long time_t;
typedef long suseconds_t;
${TIMEVAL}
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct itimerval { struct timeval it_interval; struct timeval it_value; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
extern int gettimeofday(struct timeval *, void *);
extern int settimeofday(const struct timeval *, const struct timezone *);
extern int setitimer(int, const struct itimerval *, struct itimerval *);
extern int getitimer(int, struct itimerval *);
extern int utimes(const char *, const struct timeval *);
#endif
`,

  "sys/times.h": `#ifndef _SYS_TIMES_H
#define _SYS_TIMES_H
typedef long clock_t;
struct tms { clock_t tms_utime; clock_t tms_stime; clock_t tms_cutime; clock_t tms_cstime; };
extern clock_t times(struct tms *);
#endif
`,

  "sys/resource.h": `#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H
typedef long time_t;
typedef long suseconds_t;
${TIMEVAL}
typedef unsigned long rlim_t;
struct rlimit { rlim_t rlim_cur; rlim_t rlim_max; };
struct rusage {
  struct timeval ru_utime; struct timeval ru_stime;
  long ru_maxrss; long ru_ixrss; long ru_idrss; long ru_isrss; long ru_minflt; long ru_majflt; long ru_nswap;
  long ru_inblock; long ru_oublock; long ru_msgsnd; long ru_msgrcv; long ru_nsignals; long ru_nvcsw; long ru_nivcsw;
};
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RLIMIT_CPU 0
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_NOFILE 7
#define RLIMIT_AS 9
#define RLIM_INFINITY (~0ul)
extern int getrusage(int, struct rusage *);
extern int getrlimit(int, struct rlimit *);
extern int setrlimit(int, const struct rlimit *);
#endif
`,

  "sys/stat.h": `#ifndef _SYS_STAT_H
#define _SYS_STAT_H
#include <sys/types.h>
#include <time.h>
#ifdef __LP64__
struct stat {
  dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid; int __pad0;
  dev_t st_rdev; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks;
  struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; long __reserved[3];
};
#else
struct stat {
  dev_t st_dev; unsigned short __pad1; ino_t st_ino; mode_t st_mode; nlink_t st_nlink; uid_t st_uid; gid_t st_gid;
  dev_t st_rdev; unsigned short __pad2; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks;
  struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim; unsigned long __reserved[2];
};
#endif
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
${MODES}
#define S_IFMT 0170000
#define S_IFSOCK 0140000
#define S_IFLNK 0120000
#define S_IFREG 0100000
#define S_IFBLK 0060000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFIFO 0010000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
extern int stat(const char *, struct stat *);
extern int fstat(int, struct stat *);
extern int lstat(const char *, struct stat *);
extern int chmod(const char *, mode_t);
extern int fchmod(int, mode_t);
extern mode_t umask(mode_t);
extern int mkdir(const char *, mode_t);
extern int mkfifo(const char *, mode_t);
#endif
`,

  "sys/wait.h": `#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H
typedef int pid_t;
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
extern pid_t wait(int *);
extern pid_t waitpid(pid_t, int *, int);
#endif
`,

  "sys/mman.h": `#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *)-1)
extern void *mmap(void *, size_t, int, int, int, off_t);
extern int munmap(void *, size_t);
extern int mprotect(void *, size_t, int);
extern int msync(void *, size_t, int);
#endif
`,

  "fcntl.h": `#ifndef _FCNTL_H
#define _FCNTL_H
#include <sys/types.h>
${MODES}
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_SYNC 04010000
#define O_CLOEXEC 02000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define FD_CLOEXEC 1
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
struct flock { short l_type; short l_whence; off_t l_start; off_t l_len; pid_t l_pid; };
extern int open(const char *, int, ...);
extern int creat(const char *, mode_t);
extern int fcntl(int, int, ...);
#endif
`,

  "unistd.h": `#ifndef _UNISTD_H
#define _UNISTD_H
#include <sys/types.h>
#undef NULL
#define NULL ((void *)0)
typedef __INTPTR_TYPE__ intptr_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_ONLN 84
#ifdef _GNU_SOURCE
extern char **environ;
#endif
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern int getopt(int, char *const *, const char *);
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern ssize_t pread(int, void *, size_t, off_t);
extern ssize_t pwrite(int, const void *, size_t, off_t);
extern int close(int);
extern off_t lseek(int, off_t, int);
extern int dup(int);
extern int dup2(int, int);
extern int pipe(int *);
extern int fsync(int);
extern int ftruncate(int, off_t);
extern int truncate(const char *, off_t);
extern int access(const char *, int);
extern int chdir(const char *);
extern int chown(const char *, uid_t, gid_t);
extern char *getcwd(char *, size_t);
extern int link(const char *, const char *);
extern int symlink(const char *, const char *);
extern ssize_t readlink(const char *, char *, size_t);
extern int unlink(const char *);
extern int rmdir(const char *);
extern int isatty(int);
extern char *ttyname(int);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int execl(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...);
extern int execv(const char *, char *const *);
extern int execve(const char *, char *const *, char *const *);
extern int execvp(const char *, char *const *);
extern void _exit(int) ${NORETURN};
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t);
extern int setgid(gid_t);
extern pid_t setsid(void);
extern unsigned int sleep(unsigned int);
extern int usleep(useconds_t);
extern unsigned int alarm(unsigned int);
extern int pause(void);
extern int nice(int);
extern int gethostname(char *, size_t);
extern long sysconf(int);
extern int getpagesize(void);
extern void *sbrk(intptr_t);
extern int brk(void *);
extern void sync(void);
#endif
`,

  "signal.h": `#ifndef _SIGNAL_H
#define _SIGNAL_H
typedef int sig_atomic_t;
typedef int pid_t;
typedef __SIZE_TYPE__ size_t;
typedef void (*__sighandler_t)(int);
#ifdef _GNU_SOURCE
typedef __sighandler_t sighandler_t;
#endif
#ifndef ____sigset_t_defined
#define ____sigset_t_defined
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
#endif
typedef __sigset_t sigset_t;
#ifndef ____sigval_t_defined
#define ____sigval_t_defined
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval __sigval_t;
#endif
typedef struct {
  int si_signo; int si_errno; int si_code;
#ifdef __LP64__
  int __pad0; long __pad[14];
#else
  int __pad[29];
#endif
} siginfo_t;
struct sigaction {
  union { __sighandler_t sa_handler; void (*sa_sigaction)(int, siginfo_t *, void *); } __sigaction_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
${SIGNALS}
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
#define SIGPOLL SIGIO
#define NSIG 65
extern __sighandler_t signal(int, __sighandler_t);
extern int raise(int);
extern int kill(pid_t, int);
extern int sigaction(int, const struct sigaction *, struct sigaction *);
extern int sigemptyset(sigset_t *);
extern int sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int);
extern int sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigprocmask(int, const sigset_t *, sigset_t *);
extern int sigsuspend(const sigset_t *);
extern int sigpending(sigset_t *);
#endif
`,

  "sys/select.h": `#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
typedef long time_t;
typedef long suseconds_t;
${TIMEVAL}
typedef long __fd_mask;
typedef struct { __fd_mask __fds_bits[1024 / (8 * sizeof(__fd_mask))]; } fd_set;
#define FD_SETSIZE 1024
#define __FD_WORD(fd) ((fd) / (8 * (int)sizeof(__fd_mask)))
#define __FD_BIT(fd) ((__fd_mask)(1UL << ((fd) % (8 * (int)sizeof(__fd_mask)))))
#define FD_SET(fd, set) ((void)((set)->__fds_bits[__FD_WORD(fd)] |= __FD_BIT(fd)))
#define FD_CLR(fd, set) ((void)((set)->__fds_bits[__FD_WORD(fd)] &= ~__FD_BIT(fd)))
#define FD_ISSET(fd, set) (((set)->__fds_bits[__FD_WORD(fd)] & __FD_BIT(fd)) != 0)
#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
extern int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
`,

  "libgen.h": `#ifndef _LIBGEN_H
#define _LIBGEN_H
extern char *dirname(char *);
extern char *__xpg_basename(char *);
#define basename __xpg_basename
#endif
`,

  "sched.h": `#ifndef _SCHED_H
#define _SCHED_H
struct sched_param { int sched_priority; };
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
extern int sched_yield(void);
#endif
`,

  "err.h": `#ifndef _ERR_H
#define _ERR_H
extern void warn(const char *, ...);
extern void warnx(const char *, ...);
extern void err(int, const char *, ...) ${NORETURN};
extern void errx(int, const char *, ...) ${NORETURN};
#endif
`,

  "syslog.h": `#ifndef _SYSLOG_H
#define _SYSLOG_H
#define LOG_ERR 3
#define LOG_WARNING 4
#define LOG_NOTICE 5
#define LOG_INFO 6
#define LOG_DEBUG 7
#define LOG_PID 1
#define LOG_DAEMON (3 << 3)
extern void openlog(const char *, int, int);
extern void syslog(int, const char *, ...);
extern void closelog(void);
#endif
`,
};
