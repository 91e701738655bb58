// The part of Darwin's C library that Peach uses, with the types and values that Apple documents
// for 64-bit systems. It is only imported; Darwin.swift adds the declarations that are Swift's.
#pragma once

// sys/types.h
typedef unsigned short mode_t, nlink_t;
typedef int dev_t, pid_t, blksize_t;
typedef unsigned int uid_t, gid_t, useconds_t, sigset_t, nfds_t;
typedef unsigned long long ino_t;
typedef long long off_t, blkcnt_t;
typedef long time_t, ssize_t;
typedef unsigned long size_t, tcflag_t, speed_t;
typedef unsigned char cc_t;

// sys/errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define EROFS 30
#define ENOTSUP 45
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ETIMEDOUT 60
#define EDQUOT 69

// dlfcn.h
#define RTLD_NOW 2
#define RTLD_LOCAL 4
void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *symbol);

// time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);
int nanosleep(const struct timespec *duration, struct timespec *rest);
struct tm *localtime_r(const time_t *time, struct tm *result);
time_t time(time_t *result);

// fenv.h
typedef struct {
#ifdef __x86_64__
  unsigned short __control, __status;
  unsigned __mxcsr;
  char __reserved[8];
#else
  unsigned long long __fpsr, __fpcr;
#endif
} fenv_t;
int fegetenv(fenv_t *result);
int fesetenv(const fenv_t *environment);

// sys/fcntl.h, sys/file.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_DUPFD_CLOEXEC 67
#define F_SETFD 2
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
struct flock {
  off_t l_start, l_len;
  pid_t l_pid;
  short l_type, l_whence;
};
int flock(int descriptor, int operation);
int open(const char *path, int flags, ...);
int fcntl(int descriptor, int command, ...);

// sys/stat.h
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  unsigned st_flags, st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int stat(const char *path, struct stat *result);
int lstat(const char *path, struct stat *result);
int fstat(int descriptor, struct stat *result);
int mkdir(const char *path, mode_t mode);

// dirent.h
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct dirent {
  ino_t d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen, d_namlen;
  unsigned char d_type;
  char d_name[1024];
};
typedef struct {
  int __dd_fd;
} DIR;
DIR *opendir(const char *path);
struct dirent *readdir(DIR *stream);
int closedir(DIR *stream);

// sys/mman.h
#define PROT_READ 1
#define MAP_PRIVATE 0x0002
#define MADV_RANDOM 1
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
void *mmap(void *address, size_t count, int protection, int flags, int descriptor, off_t offset);
int munmap(void *address, size_t count);
int madvise(void *address, size_t count, int advice);

// unistd.h, stdio.h, stdlib.h, string.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define F_OK 0
#define X_OK 1
#define R_OK 4
int access(const char *path, int mode);
int close(int descriptor);
int dup(int descriptor);
int execvp(const char *file, char *const *arguments);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t count);
int getpagesize(void);
pid_t getpid(void);
int isatty(int descriptor);
off_t lseek(int descriptor, off_t offset, int origin);
int pause(void);
int pipe(int ends[2]);
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t write(int descriptor, const void *bytes, size_t count);
int rmdir(const char *path);
int unlink(const char *path);
int usleep(useconds_t microseconds);
int rename(const char *path, const char *other);
int atexit(void (*_Nonnull function)(void));
_Noreturn void exit(int status);
void free(void *pointer);
char *getenv(const char *name);
char *mkdtemp(char *pattern);
char *realpath(const char *path, char *result);
int memcmp(const void *one, const void *other, size_t count);
char *strdup(const char *text);
char *strerror(int code);
size_t strlen(const char *text);

// poll.h, sys/wait.h
#define POLLIN 0x0001
#define WNOHANG 1
struct pollfd {
  int fd;
  short events, revents;
};
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds);
pid_t waitpid(pid_t process, int *status, int options);

// termios.h, sys/ttycom.h
#define ISTRIP 0x00000020
#define INLCR 0x00000040
#define ICRNL 0x00000100
#define IXON 0x00000200
#define ECHO 0x00000008
#define ISIG 0x00000080
#define ICANON 0x00000100
#define IEXTEN 0x00000400
#define TCSANOW 0
#define TCSADRAIN 1
struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed, c_ospeed;
};
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
int tcgetattr(int descriptor, struct termios *result);
int tcsetattr(int descriptor, int actions, const struct termios *value);
int ioctl(int descriptor, unsigned long request, ...);

// signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGTERM 15
#define SIGSTOP 17
#define SIGCONT 19
#define SIGWINCH 28
#define SIG_SETMASK 3
typedef void (*sig_t)(int);
struct __siginfo;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
void (*signal(int number, void (*handler)(int)))(int);
int kill(pid_t process, int number);
int raise(int number);
int sigemptyset(sigset_t *set);

// pthread.h, sched.h
#define SCHED_FIFO 4
struct sched_param {
  int sched_priority;
  char __opaque[4];
};
struct _opaque_pthread_t {
  long __sig;
};
struct _opaque_pthread_attr_t {
  long __sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
int pthread_create(
    pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);
int pthread_join(pthread_t _Nonnull thread, void *_Nullable *_Nullable result);
pthread_t _Nonnull pthread_self(void);
int pthread_setschedparam(
    pthread_t _Nonnull thread, int policy, const struct sched_param *_Nonnull parameters);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);

// spawn.h
#define POSIX_SPAWN_SETSIGMASK 0x0008
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int one, int other);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *actions, int descriptor, const char *path, int flags, mode_t mode);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *set);
