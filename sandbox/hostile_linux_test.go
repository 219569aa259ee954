package sandbox_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/sandbox"
)

// hostile is a program that attacks its host: one of the corpus. docs/security-testing.md
// says how to add one.
type hostile struct {
	name  string
	tries string // in words
	// Args are those of testdata/attack.c, unless a script is given.
	args   func(v *venue) []string
	script string // for sh
	change func(v *venue, p *sandbox.Program)
	// Isolated is what has to come of it under bubblewrap; bare what holds without.
	// A nil bare says that nothing does: then it is not run.
	isolated, bare verdict
}

// verdict wants something of an attack that runs.
type verdict func(t *testing.T, v *venue, r *running)

// venue is what a hostile program finds on the machine, and who runs it.
type venue struct {
	isolation *sandbox.Isolation
	host      string // its number
	port      string // of a TCP server on this machine
	sockets   []string
	netlink   uint32 // the port of a socket of the host's
	hidden    string // a file that is hidden
	secret    string // one that is not
	alive     string // what the program makes longer while it runs
}

// words are arguments that are the same at any venue.
func words(args ...string) func(*venue) []string { return func(*venue) []string { return args } }

// refused wants an attack not to say that it is done.
func refused(t *testing.T, _ *venue, r *running) {
	require.NotContains(t, finish(t, r), "done")
}

// says wants an attack to say something.
func says(pattern string) verdict {
	return func(t *testing.T, _ *venue, r *running) { require.Regexp(t, regexp.MustCompile(pattern), finish(t, r)) }
}

// starves wants a program that takes memory to be refused it, or to be ended for that.
func starves(t *testing.T, _ *venue, r *running) {
	require.NotContains(t, finish(t, r), "done")
	if end := r.Ending(); end.Signal != 0 || end.Why != "" {
		require.True(t, end.Memory, end.String())
		require.Contains(t, end.String(), "out of memory")
	}
}

// keepsToItsShare wants a program that burns the processors to leave another, of one
// process, a share; or, where nothing shares them out, to be known for it and to stand
// still while it is stopped.
func keepsToItsShare(t *testing.T, v *venue, r *running) {
	if !r.Apart() {
		stopped(t, v, r)
		return
	}
	other := start(t, v.isolation, sandbox.Program{Args: []string{"sh", "-c", "while :; do :; done"}})
	require.True(t, other.Apart())
	time.Sleep(300 * time.Millisecond) // until both run
	burnt, had := r.CPUTime(), other.CPUTime()
	time.Sleep(1500 * time.Millisecond)
	burnt, had = r.CPUTime()-burnt, other.CPUTime()-had
	require.Greater(t, had, burnt/8, "of 33 processes one has less than a thirtieth without a share of its own")
}

// stopped wants a program to stand still while it is stopped, or to be ended for it; and
// its host not to wait.
func stopped(t *testing.T, v *venue, r *running) {
	file := ""
	size := func() int64 {
		files := []string{file}
		if _, err := os.Stat(file); err != nil { // that process has ended
			files, _ = filepath.Glob("/proc/[0-9]*/root" + v.alive)
		}
		for _, file = range slices.Backward(files) {
			if info, err := os.Stat(file); err == nil {
				return info.Size()
			}
		}
		return -1
	}
	require.Eventually(t, func() bool { return size() > 0 }, time.Minute, time.Millisecond, "it never ran")
	for range 3 {
		began := time.Now()
		err := r.Stop()
		require.Less(t, time.Since(began), 30*time.Second, "Stop hangs")
		before := size()
		time.Sleep(300 * time.Millisecond)
		after := size() // of one that ends there is none
		select {
		case <-r.Exited():
			require.Contains(t, r.Ending().String(), "stopped")
			return
		case <-time.After(map[bool]time.Duration{true: 0, false: 5 * time.Second}[before == after]):
		}
		require.NoError(t, err)
		require.Equal(t, before, after)
		require.NoError(t, r.Continue())
		time.Sleep(20 * time.Millisecond)
	}
}

// toSocket is an attack that leads an end of a pair of sockets, or a socket, to others.
func toSocket(what string, network bool) hostile {
	return hostile{
		name: fmt.Sprintf("%s, network %v", what, network), tries: "to reach a socket of another program",
		script: what, isolated: refused,
		change: func(v *venue, p *sandbox.Program) {
			p.Net = network
			program, _ := attacker()
			script := ""
			for _, address := range v.sockets {
				script += fmt.Sprintf("'%s' %s '%s'; ", program, what, address)
			}
			p.Args = []string{"sh", "-c", script}
		},
	}
}

// hostilePrograms are the corpus.
func hostilePrograms() []hostile {
	corpus := []hostile{
		{name: "kill the host", tries: "to end the host", isolated: says("No such process"),
			args: func(v *venue) []string { return []string{"kill", v.host} }},
		{name: "trace the host", tries: "to read and change the host", isolated: says("No such process"),
			args: func(v *venue) []string { return []string{"ptrace", v.host} }},
		{name: "inject into the terminal", tries: "to type for the organiser (TIOCSTI)", isolated: refused,
			args: words("tiocsti")},
		{name: "connect by TCP", tries: "to reach a server on this machine",
			script: "connect", isolated: refused,
			change: func(v *venue, p *sandbox.Program) {
				p.Args = []string{"bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/" + v.port + " && echo done"}
			}},
		{name: "io_uring", tries: "system calls past the filter", isolated: refused, args: words("uring")},
		{name: "a user namespace", tries: "capabilities of its own", isolated: refused, args: words("newuser")},
		{name: "a mount", tries: "to change the file system", isolated: refused, args: words("mount")},
		{name: "a priority", tries: "to come before the host", isolated: refused, args: words("nice")},
		{name: "key rings", tries: "keys of the user", isolated: refused, args: words("keys")},
		{name: "a session", tries: "a share of the processors of its own", isolated: says("kept"), args: words("session")},
		{name: "shared memory", tries: "System V memory of others", isolated: says("No such file"), args: words("shm")},
		{name: "lock a hidden file", tries: "to have the host wait for a lock", isolated: refused,
			args: func(v *venue) []string { return []string{"flock", v.hidden} }},
		{name: "lease a hidden file", tries: "to have the host wait when it opens the file", isolated: refused,
			args: func(v *venue) []string { return []string{"lease", v.hidden} }},
		{name: "OFD lock of a hidden file", tries: "to have the host wait for a lock", isolated: refused,
			args: func(v *venue) []string { return []string{"ofd-lock", v.hidden} }},
		{name: "POSIX lock of a hidden file", tries: "to have the host wait for a lock", isolated: refused,
			args: func(v *venue) []string { return []string{"posix-lock", v.hidden} }},
		{name: "create a file of the day", tries: "to be there first (O_EXCL)", isolated: refused,
			args: func(v *venue) []string { return []string{"create", v.hidden + "-next"} }},
		{name: "a named pipe of the day", tries: "to have the host wait when it opens the file", isolated: refused,
			args: func(v *venue) []string { return []string{"fifo", v.hidden + "-next"} }},
		{name: "a named pipe for a hidden file", tries: "the same, in place of a file that is there", isolated: refused,
			args: func(v *venue) []string { return []string{"fifo", v.hidden} }},
		{name: "fanotify", tries: "to be asked before the host opens a file", isolated: refused, args: words("fanotify")},
		{name: "io_uring of 32-bit programs", tries: "system calls past the filter", isolated: refused, args: words("uring-i386")},
		{name: "inherited sockets", tries: "to use a socket that the host left open", isolated: says("none"),
			bare: says("none"), args: words("inherited")},
		{name: "netlink to a program", tries: "to reach a socket of another program", isolated: refused,
			args: func(v *venue) []string { return []string{"netlink", fmt.Sprint(v.netlink)} }},
		{name: "pairs of connected sockets", tries: "nothing: honest programs need them", isolated: says("done"),
			bare: says("done"), args: words("pairs")},
		{name: "fork", tries: "to fill the table of processes", script: "f() { f | f & }; f; sleep 60",
			change: func(_ *venue, p *sandbox.Program) { p.Limits.Processes = 100 },
			isolated: func(t *testing.T, _ *venue, r *running) {
				select {
				case <-r.Exited():
				case <-time.After(3 * time.Second): // the system keeps the limit itself
					r.Kill()
					<-r.Exited()
				}
			}},
		{name: "fill the scratch folder", tries: "to fill the disk", args: words("grow", "tmp", "100"),
			change:   func(_ *venue, p *sandbox.Program) { p.Limits.Scratch = 1 << 20 },
			isolated: says("No space left")},
	}
	for _, how := range []string{
		"private", "shared", "unseen-shared", "memfd", "memfd-i386", "hidden-memfd", "tmp", "children", "segments",
	} {
		corpus = append(corpus, hostile{
			name: "take memory: " + how, tries: "to have the system end others for want of memory",
			isolated: starves, args: words("grow", how, "400"),
			change: func(_ *venue, p *sandbox.Program) {
				p.Limits.Total, p.Limits.Scratch = 96<<20, 1<<30
				p.Limits.Processes = 1024 // so that another limit is not what ends it
			},
		})
	}
	corpus = append(corpus, hostile{
		name: "burn processors", tries: "to leave the opponent none in its time",
		isolated: keepsToItsShare, args: words("burn", "32"),
	})
	for _, family := range []int{unix.AF_VSOCK, unix.AF_ALG, unix.AF_PACKET, unix.AF_TIPC, unix.AF_BLUETOOTH, unix.AF_QIPCRTR} {
		for _, network := range []bool{false, true} {
			corpus = append(corpus, hostile{
				name: fmt.Sprintf("a socket of family %d, network %v", family, network), tries: "to reach other machines, and the kernel",
				isolated: refused, args: words("family", fmt.Sprint(family)),
				change: func(_ *venue, p *sandbox.Program) { p.Net = network },
			})
		}
	}
	for _, file := range []string{"environ", "mem", "fd/0", "maps", "cwd", "root"} {
		corpus = append(corpus, hostile{
			name: "open the host's " + file, tries: "to read the host", isolated: says("No such file"),
			args: func(v *venue) []string { return []string{"read", "/proc/" + v.host + "/" + file} },
		})
	}
	for _, device := range []string{"/dev/tty", "/dev/kmsg", "/dev/mem", "/proc/kcore", "/proc/sysrq-trigger", "/proc/kmsg"} {
		corpus = append(corpus, hostile{
			name: "write to " + device, tries: "to harm the machine", isolated: refused, args: words("write", device),
		})
	}
	for _, what := range []string{
		"unix", "dgram", "dgram-sendto", "dgram-raw", "stream", "seqpacket", "dgram-x32", "dgram-i386", "socket-i386",
	} {
		corpus = append(corpus, toSocket(what, false), toSocket(what, true))
	}
	for _, what := range []string{
		"hold-helpers", "wake-each-other", "end-waking", "timer", "traced", "borrowed", "leave-group", "hop",
		"double-fork", "stopped-already", "vforks", "relay", "timer-chain",
	} {
		corpus = append(corpus, hostile{
			name: "run while stopped: " + what, tries: "to think in the opponent's time, or to hold the host up",
			script: what, isolated: stopped,
			change: runsWhileStopped(what),
		})
	}
	return corpus
}

// runsWhileStopped has a program run an attack and go on: what hops leaves its first process.
func runsWhileStopped(what string) func(*venue, *sandbox.Program) {
	return func(_ *venue, p *sandbox.Program) {
		program, _ := attacker()
		p.Args = []string{"sh", "-c", "'" + program + "' " + what + "; read forever"}
	}
}

// hostileVariable is set in the process that runs the corpus as another user.
const hostileVariable = "ISOLATION_TEST_HOSTILE"

// TestHostilePrograms runs the corpus as the user of the test and, where that is root, as
// one without rights; each with bubblewrap and without, as far as the machine lets it. It
// logs what ran.
func TestHostilePrograms(t *testing.T) {
	who := os.Getenv(hostileVariable)
	if who == "" {
		who = map[bool]string{true: "root", false: "an ordinary user"}[os.Getuid() == 0]
	}
	t.Run("with bwrap", func(t *testing.T) {
		i := sandbox.New(sandbox.Require, nil)
		if _, err := i.Available(); err != nil {
			t.Skipf("as %s: %v", who, err)
		}
		runHostile(t, who+", with bubblewrap", i, true)
	})
	t.Run("without bwrap", func(t *testing.T) {
		runHostile(t, who+", without bubblewrap", sandbox.New(sandbox.None, nil), false)
	})
	if os.Getuid() != 0 || os.Getenv(hostileVariable) != "" {
		return
	}
	t.Run("as an ordinary user", func(t *testing.T) {
		runAsOrdinaryUser(t, "TestHostilePrograms", 5*time.Minute, "hostile programs:", func(*exec.Cmd) {})
	})
}

// runAsOrdinaryUser runs a test in a process of a user without rights, and logs its lines with a mark. Prepare changes
// the command before it starts.
func runAsOrdinaryUser(t *testing.T, test string, most time.Duration, mark string, prepare func(cmd *exec.Cmd)) {
	program, err := attacker()
	require.NoError(t, err)
	user := bridgetest.OrdinaryUser(t)
	cmd := user.Command("-test.run=^"+test+"$", "-test.v", "-test.timeout="+most.String())
	cmd.Env = append(cmd.Env, hostileVariable+"=an ordinary user", attackVariable+"="+user.Give(t, program, "attack"))
	prepare(cmd)
	said, err := cmd.CombinedOutput()
	for line := range strings.Lines(string(said)) {
		if strings.Contains(line, mark) || strings.Contains(line, "FAIL") || strings.Contains(line, "SKIP") {
			t.Log(strings.TrimSpace(line))
		}
	}
	require.NoError(t, err, string(said))
}

// runHostile runs the corpus in one variant.
func runHostile(t *testing.T, variant string, i *sandbox.Isolation, isolated bool) {
	program, err := attacker()
	require.NoError(t, err)
	v := newVenue(t, i)
	ran, open, groups := 0, 0, "without control groups"
	for n, c := range hostilePrograms() {
		want := c.bare
		if isolated {
			want = c.isolated
		}
		if want == nil {
			open++
			continue
		}
		ran++
		t.Run(c.name, func(t *testing.T) {
			v.alive = fmt.Sprintf("/tmp/alive-%d-%d", os.Getpid(), n)
			p := sandbox.Program{Args: []string{"sh", "-c", c.script}, Env: []string{"ALIVE=" + v.alive}}
			if c.args != nil {
				p.Args = append([]string{program}, c.args(v)...)
			}
			if c.change != nil {
				c.change(v, &p)
			}
			r := start(t, i, p)
			if isolated && r.Counted() {
				groups = "with control groups"
			}
			want(t, v, r)
			r.Kill()
			<-r.Exited()
		})
	}
	t.Logf("hostile programs: %s, %s: %d cases ran, %d that nothing defends against here did not", variant, groups, ran, open)
}

// newVenue lays out what hostile programs are after.
func newVenue(t *testing.T, i *sandbox.Isolation) *venue {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "venue")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	v := &venue{isolation: i, host: fmt.Sprint(os.Getpid()), hidden: filepath.Join(dir, "record.jsonl"), secret: filepath.Join(dir, "secret")}
	require.NoError(t, os.WriteFile(v.secret, nil, 0o644))
	require.NoError(t, os.WriteFile(v.hidden, nil, 0o644))
	i.Hide(sandbox.Hidden{Files: []string{v.hidden}})
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { tcp.Close() })
	_, v.port, _ = net.SplitHostPort(tcp.Addr().String())
	v.netlink = listenNetlink(t)
	leave(t)
	for _, name := range []string{dir + "/helper", "@loopline-venue-" + v.host} {
		helper, err := net.ListenPacket("unixgram", name)
		require.NoError(t, err)
		t.Cleanup(func() { helper.Close() })
		server, err := net.Listen("unix", name+"-server")
		require.NoError(t, err)
		t.Cleanup(func() { server.Close() })
		v.sockets = append(v.sockets, name, name+"-server")
	}
	return v
}

// listenNetlink opens a socket of the family by which programs reach each other through the
// kernel, and returns its port.
func listenNetlink(t *testing.T) uint32 {
	t.Helper()
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_USERSOCK)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	require.NoError(t, unix.Bind(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}))
	own, err := unix.Getsockname(fd)
	require.NoError(t, err)
	return own.(*unix.SockaddrNetlink).Pid
}

// leave leaves a socket open that programs inherit, as a library may that does not know of
// O_CLOEXEC.
func leave(t *testing.T) {
	t.Helper()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	require.NoError(t, err)
	t.Cleanup(func() { unix.Close(pair[0]); unix.Close(pair[1]) })
}
