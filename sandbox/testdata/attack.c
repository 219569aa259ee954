// What a player that attacks its host would try. The argument says what; the
// output is "done", or why not.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void say(long result) {
  if (result >= 0)
    puts("done");
  else
    puts(strerror(errno));
  exit(0);
}

// lead connects a socket to an address, or sends there; "@name" is an abstract one.
static void lead(int fd, const char* to, int send_only) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  strncpy(a.sun_path, to, sizeof a.sun_path - 1);
  socklen_t size = sizeof a.sun_family + strlen(a.sun_path);
  if (a.sun_path[0] == '@') a.sun_path[0] = 0;
  if (send_only) say(sendto(fd, "secret", 6, MSG_DONTWAIT, (struct sockaddr*)&a, size));
  if (connect(fd, (struct sockaddr*)&a, size) < 0) say(-1);
  say(send(fd, "secret", 6, MSG_DONTWAIT));
}

// alive is what a program writes that runs.
static void alive(void) {
  const char* file = getenv("ALIVE");
  int fd = open(file ? file : "/tmp/alive", O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (fd >= 0 && write(fd, ".", 1)) close(fd);
}

// runs keeps a processor busy and shows that.
static void* runs(void* nothing) {
  for (unsigned n = 1;; n++)
    if (n % (1 << 22) == 0) alive();
  return nothing;
}

// passes is a thread that ends at once.
static void* passes(void* nothing) { return nothing; }

// storm has helpers do something again and again; the first of them runs besides.
static void storm(int helpers, void (*act)(void)) {
  for (int i = 0; i < helpers; i++)
    if (fork() == 0)
      for (unsigned n = 1;; n++) {
        act();
        if (n % 1024 == 0 || (n & (n - 1)) == 0) alive();  // early too, on slow machines
      }
  for (;;) pause();
}

static void hold_next(void) {  // whoever comes into the namespace
  for (pid_t p = getpid() + 1; p < getpid() + 64; p++) kill(p, SIGSTOP);
}
static void wake_all(void) { kill(-1, SIGCONT); }
static void end_waking(void) {  // with few at a time, so that no limit of processes ends it
  static int children;
  int child = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
  if (child == 0) syscall(SYS_exit, 0);
  if (child > 0) children++;
  while (children > 0 && waitpid(-1, 0, (children < 32 ? WNOHANG : 0) | __WALL) > 0) children--;
}
static void nothing(int signal) { (void)signal; }

// waked_by_timers has timers continue this process, which then continues the others. Each fires once: a stop
// takes away the signal of one that is due, and with it all that would have come of the timer.
static void wake_others(int signal) {
  (void)signal;
  int before = errno;
  kill(-1, SIGCONT);
  errno = before;
}
static void waked_by_timers(void) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
  signal(SIGCONT, wake_others);
  for (int i = 1; i <= 50; i++) {
    struct itimerspec once = {{0, 0}, {0, i * 17000000L}};
    timer_t timer;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &once, 0);
  }
}

// chain works in a process that begins the next one and ends once that has a timer: none of them uses much,
// and nobody adds up what those used whose parent does not wait.
static void chain(void) {
  int ready = -1;
  for (;;) {
    waked_by_timers();
    if (ready >= 0) {
      (void)!write(ready, "", 1);
      close(ready);
    }
    struct timespec from, now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while ((now.tv_sec - from.tv_sec) * 1000000000L + now.tv_nsec - from.tv_nsec < 5000000);
    alive();
    int ends[2];
    char c;
    if (pipe(ends) < 0) say(-1);
    if (fork() > 0) {
      close(ends[1]);
      while (read(ends[0], &c, 1) < 0 && errno == EINTR);
      _exit(0);
    }
    close(ends[0]);
    ready = ends[1];
  }
}

#ifdef __x86_64__
static void without_32_bit_calls(int signal) {
  static const char text[] = "this kernel takes no calls of 32-bit programs\n";
  (void)!write(1, text, sizeof text - 1);
  _exit(signal ? 0 : 1);
}

// call32 makes a system call of 32-bit programs. A kernel that knows none ends a program for it, which
// then says so.
static long call32(long number, long a, const void* b, long c, const void* d) {
  long result;
  signal(SIGSEGV, without_32_bit_calls);
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
  signal(SIGSEGV, SIG_DFL);
  errno = result < 0 ? -result : 0;
  return result < 0 ? -1 : result;
}
#endif

// grow takes memory a megabyte at a time, in the ways below.
static void grow(const char* how, long megabytes) {
  enum { size = 1 << 20 };
  static char data[size];
  memset(data, 1, size);
  int fd = -1, pair[2];
  if (!strcmp(how, "memfd") && (fd = syscall(SYS_memfd_create, "m", 0)) < 0) say(-1);
  if (!strcmp(how, "memfd-i386")) {
    char* name = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    strcpy(name, "m");
#ifdef __x86_64__
    fd = call32(356, (long)name, 0, 0, 0);
#endif
    if (fd < 0) say(-1);
  }
  if (!strcmp(how, "tmp") && (fd = open("/tmp/big", O_RDWR | O_CREAT, 0600)) < 0) say(-1);
  if (!strcmp(how, "hidden-memfd") && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0) say(-1);
  for (long i = 0; i < megabytes; i++) {
    char* at = data;
    int flags = MAP_ANONYMOUS | (strstr(how, "shared") ? MAP_SHARED : MAP_PRIVATE);
    if (!strcmp(how, "private") || strstr(how, "shared")) {
      if ((at = mmap(0, size, PROT_READ | PROT_WRITE, flags, -1, 0)) == MAP_FAILED) say(-1);
      memset(at, 1, size);
      if (!strcmp(how, "unseen-shared")) madvise(at, size, MADV_DONTNEED);
    } else if (!strcmp(how, "children")) {  // each little, all together much
      if (fork() == 0) {
        memset(malloc(size), 1, size);
        for (;;) pause();
      }
    } else if (!strcmp(how, "segments")) {
      int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
      if (id < 0) say(-1);
      memset(shmat(id, 0, 0), 1, size);
    } else if (!strcmp(how, "hidden-memfd")) {  // held by what waits in a socket alone
      int m = syscall(SYS_memfd_create, "m", 0);
      if (m < 0 || write(m, data, size) != size) say(-1);
      char c = 0, control[CMSG_SPACE(sizeof(int))] = {0};
      struct iovec v = {&c, 1};
      struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
      struct cmsghdr* e = CMSG_FIRSTHDR(&h);
      e->cmsg_level = SOL_SOCKET, e->cmsg_type = SCM_RIGHTS, e->cmsg_len = CMSG_LEN(sizeof(int));
      memcpy(CMSG_DATA(e), &m, sizeof m);
      if (sendmsg(pair[0], &h, MSG_DONTWAIT) < 0) say(-1);
      close(m);
    } else if (fd >= 0 && write(fd, data, size) != size) {
      say(-1);
    }
  }
  sleep(2);  // long enough for who looks
  say(0);
}

// burn keeps all processors busy with many children.
static void burn(int children) {
  for (int i = 1; i < children; i++)
    if (fork() == 0) break;
  runs(0);
}

int main(int argc, char** argv) {
  const char* what = argv[1];
  long n = argc > 2 ? atol(argv[2]) : 0;
  if (!strcmp(what, "kill")) say(kill((pid_t)n, SIGKILL));
  if (!strcmp(what, "ptrace")) say(ptrace(PTRACE_ATTACH, (pid_t)n, 0, 0));
  if (!strcmp(what, "read")) say(open(argv[2], O_RDONLY));
  if (!strcmp(what, "write")) say(open(argv[2], O_WRONLY));
  if (!strcmp(what, "shm")) say(shmget(0x10071234, 4096, 0600));
  if (!strcmp(what, "leave-shm")) say(shmget(0x10071235, 4096, IPC_CREAT | 0600));
  if (!strcmp(what, "flock")) {  // and keeps it
    int fd = open(argv[2], O_RDONLY);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) < 0) say(-1);
    puts("done");
    fflush(stdout);
    char c;
    exit(read(0, &c, 1) < 0);
  }
  if (!strcmp(what, "grow")) grow(argv[2], atol(argv[3]));
  if (!strcmp(what, "burn")) burn((int)n);
  if (!strcmp(what, "lease")) {  // whoever opens the file to write to it waits
    int fd = open(argv[2], O_RDONLY);
    say(fd < 0 ? fd : fcntl(fd, F_SETLEASE, F_RDLCK));
  }
  if (!strcmp(what, "ofd-lock") || !strcmp(what, "posix-lock")) {
    int fd = open(argv[2], O_RDONLY);
    struct flock lock = {.l_type = F_RDLCK};
    say(fd < 0 ? fd : fcntl(fd, !strcmp(what, "ofd-lock") ? F_OFD_SETLK : F_SETLK, &lock));
  }
  if (!strcmp(what, "create")) say(open(argv[2], O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (!strcmp(what, "fifo")) {  // in the file's place: whoever opens it waits
    if (unlink(argv[2]) < 0 && errno != ENOENT) say(-1);
    say(mkfifo(argv[2], 0600));
  }
  if (!strcmp(what, "fanotify")) say(syscall(SYS_fanotify_init, 4 /* FAN_CLASS_CONTENT: asked before files open */, 0));
  if (!strcmp(what, "family")) say(socket((int)n, SOCK_STREAM, 0) >= 0 ? 0 : socket((int)n, SOCK_SEQPACKET, 0));
  if (!strcmp(what, "netlink")) {  // to another program's socket
    struct sockaddr_nl to = {.nl_family = AF_NETLINK, .nl_pid = (unsigned)n};
    int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK);
    say(fd < 0 ? fd : sendto(fd, "secret", 6, MSG_DONTWAIT, (struct sockaddr*)&to, sizeof to));
  }
  if (!strcmp(what, "inherited")) {  // sockets that the host forgot to close
    for (int fd = 3; fd < 4096; fd++)
      if (send(fd, "secret", 6, MSG_DONTWAIT | MSG_NOSIGNAL) == 6) say(0);
    puts("none");
    exit(0);
  }
  if (!strcmp(what, "newuser")) say(unshare(CLONE_NEWUSER));
  if (!strcmp(what, "mount")) say(mount("none", "/tmp", "tmpfs", 0, ""));
  if (!strcmp(what, "nice")) say(setpriority(PRIO_PROCESS, 0, -20));
  if (!strcmp(what, "ordinary")) say(sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0}));
  if (!strcmp(what, "keys")) say(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1));
  if (!strcmp(what, "uring")) say(syscall(425, 1, 0));
  if (!strcmp(what, "pin")) {
    cpu_set_t all;
    memset(&all, 0xff, sizeof all);
    say(sched_setaffinity(0, sizeof all, &all));
  }
  if (!strcmp(what, "tiocsti")) {
    char c = 'x';
    int fd = open("/dev/tty", O_RDWR);
    say(ioctl(fd < 0 ? 0 : fd, TIOCSTI, &c));
  }
  if (!strcmp(what, "unix")) {  // "@name" is an abstract address
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) say(fd);
    lead(fd, argv[2], 0);
  }
  if (!strcmp(what, "dgram") || !strcmp(what, "dgram-sendto") || !strcmp(what, "dgram-raw") ||
      !strcmp(what, "stream") || !strcmp(what, "seqpacket")) {  // an end of a pair of sockets, led elsewhere
    int type = !strcmp(what, "stream") ? SOCK_STREAM : !strcmp(what, "seqpacket") ? SOCK_SEQPACKET : SOCK_DGRAM;
    if (!strcmp(what, "dgram-raw")) type = SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK;
    int pair[2];
    if (socketpair(AF_UNIX, type, 0, pair) < 0) say(-1);
    lead(pair[0], argv[2], !strcmp(what, "dgram-sendto"));
  }
  if (!strcmp(what, "dgram-x32")) {  // by the numbers of x32
    int pair[2];
    if (syscall(0x40000000 | SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, pair) < 0) say(-1);
    lead(pair[0], argv[2], 0);
  }
#ifdef __x86_64__
  if (!strcmp(what, "dgram-i386") || !strcmp(what, "socket-i386")) {  // by the calls of 32-bit programs
    int* pair = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    int alone = !strcmp(what, "socket-i386");
    long result = call32(alone ? 359 : 360, AF_UNIX, (void*)SOCK_DGRAM, 0, pair);
    if (result < 0) say(-1);
    lead(alone ? result : pair[0], argv[2], 0);
  }
  if (!strcmp(what, "uring-i386")) {
    char* none = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    say(call32(425, 1, none, 0, 0));
  }
#endif
  if (!strcmp(what, "pairs")) {  // what honest programs do with pairs
    int pair[2], types[] = {SOCK_STREAM, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, SOCK_SEQPACKET};
    char got[2];
    for (int i = 0; i < 3; i++) {
      if (socketpair(AF_UNIX, types[i], 0, pair) < 0 || send(pair[0], "a", 1, 0) != 1 || recv(pair[1], got, 2, 0) != 1)
        say(-1);
    }
    say(0);
  }
  if (!strcmp(what, "session")) {  // the number of the session that it is in
    pid_t before = getsid(0);
    pid_t child = fork();
    if (child == 0) {
      setsid();
      puts(getsid(0) == before ? "kept" : "new");
      exit(0);
    }
    waitpid(child, 0, 0);  // whoever ends first takes the rest along
    exit(0);
  }
  // Ways to run on while all is stopped for another's turn.
  if (!strcmp(what, "hold-helpers")) {
    if (fork() == 0) runs(0);
    storm(2, hold_next);
  }
  if (!strcmp(what, "wake-each-other")) storm(4, wake_all);
  if (!strcmp(what, "end-waking")) storm(3, end_waking);
  if (!strcmp(what, "timer")) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    struct itimerspec every = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    signal(SIGCONT, nothing);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &every, 0);
    runs(0);
  }
  if (!strcmp(what, "traced")) {  // a thread that another process traces keeps the signal to itself
    pid_t self = getpid();
    pthread_t thread;
    if (fork() == 0) {
      ptrace(PTRACE_SEIZE, self, 0, 0);
      for (;;) pause();
    }
    usleep(100000);
    pthread_create(&thread, 0, runs, 0);
    for (;;) pause();
  }
  if (!strcmp(what, "borrowed")) {  // the main thread waits for a child that borrows its memory
    pthread_t thread;
    pthread_create(&thread, 0, runs, 0);
    if (vfork() == 0)
      for (;;) pause();
  }
  if (!strcmp(what, "leave-group")) {
    if (fork() == 0) {
      setpgid(0, 0);
      setsid();
      runs(0);
    }
    for (;;) pause();
  }
  if (!strcmp(what, "double-fork")) {  // a daemon that terminals do not stop
    if (fork() == 0) {
      setsid();
      signal(SIGTTOU, SIG_IGN), signal(SIGTTIN, SIG_IGN), signal(SIGTSTP, SIG_IGN), signal(SIGHUP, SIG_IGN);
      if (fork() == 0) {
        setpgid(0, 0);
        runs(0);
      }
      _exit(0);
    }
    for (;;) pause();
  }
  if (!strcmp(what, "stopped-already")) {  // all but the one that runs have stopped themselves
    pid_t self = getpid();
    for (int i = 0; i < 8; i++)
      if (fork() == 0)
        for (;;) raise(i % 2 ? SIGSTOP : SIGTTOU);
    if (fork() == 0) {
      kill(self, SIGTTOU);
      runs(0);
    }
    for (;;) raise(SIGSTOP);
  }
  if (!strcmp(what, "vforks")) {  // each lends its memory to the next
    for (int i = 0; i < 20; i++)
      if (vfork() != 0) break;
    runs(0);
  }
  if (!strcmp(what, "relay")) {  // threads that live only to begin the next
    for (unsigned i = 0;; i++) {
      pthread_t thread;
      if (pthread_create(&thread, 0, passes, 0) == 0) pthread_join(thread, 0);
      if (i % 256 == 0) alive();
    }
  }
  if (!strcmp(what, "timer-chain")) {
    signal(SIGCHLD, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < 2; i++)
      if (fork() == 0) chain();
    for (;;) pause();
  }
  if (!strcmp(what, "hop")) {  // lives on in children alone
    for (;;) {
      pid_t child = fork();
      if (child > 0) _exit(0);
      if (child == 0 && getpid() % 64 == 0) alive();
    }
  }
  return 2;
}
