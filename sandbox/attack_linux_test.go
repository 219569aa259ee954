package sandbox_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
)

// attackVariable names the attacker where another process has compiled it.
const attackVariable = "ISOLATION_TEST_ATTACK"

// attacker is testdata/attack.c, compiled once.
var attacker = sync.OnceValues(func() (string, error) {
	if program := os.Getenv(attackVariable); program != "" {
		return program, nil
	}
	dir, err := os.MkdirTemp("", "attacker")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "attack")
	said, err := exec.Command("gcc", "-O1", "-pthread", "-o", program, "testdata/attack.c").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return program, nil
})

func TestMain(m *testing.M) {
	tier.AllSlow()
	status := m.Run()
	if testing.Short() {
		os.Exit(status)
	}
	if program, err := attacker(); err == nil && os.Getenv(attackVariable) == "" {
		os.RemoveAll(filepath.Dir(program))
	}
	os.Exit(status)
}

// attack runs the attacker and returns what it says.
func attack(t *testing.T, change func(*sandbox.Program), args ...string) string {
	t.Helper()
	program, err := attacker()
	require.NoError(t, err)
	p := sandbox.Program{Args: append([]string{program}, args...)}
	if change != nil {
		change(&p)
	}
	return strings.TrimSpace(finish(t, start(t, requireIsolated(t), p)))
}

// victim is a program that runs isolated, as an opponent does.
func victim(t *testing.T) *running {
	t.Helper()
	return start(t, requireIsolated(t), sandbox.Program{Args: []string{"sh", "-c", "while read line; do echo $line; done"}})
}

func TestAnAttackerReachesNoOtherProcess(t *testing.T) {
	v := victim(t)
	host := fmt.Sprint(os.Getpid())
	for _, what := range []string{"kill", "ptrace"} {
		require.Contains(t, attack(t, nil, what, host), "No such process", what)
	}
	for _, file := range []string{"environ", "mem", "fd/0", "fd/1", "maps", "cwd", "root"} {
		for _, how := range []string{"read", "write"} {
			require.Contains(t, attack(t, nil, how, "/proc/"+host+"/"+file), "No such file", file)
		}
	}
	// All that it can signal is its own; its children of any session too.
	require.Empty(t, strings.TrimSpace(shell(t, "sleep 300 & sleep 0.1; exec kill -9 -- -1")))
	_, err := v.in.WriteString("still here\n")
	require.NoError(t, err)
	require.Equal(t, "still here\n", finish(t, v))
}

func TestAnAttackerInheritsNothing(t *testing.T) {
	require.Equal(t, "0\n1\n2\n3\n", shell(t, "exec ls /proc/self/fd"), "3 is the folder that is listed")
	require.NotContains(t, shell(t, "tr '\\0' '\\n' < /proc/1/environ"), "LOOPLINE")
	// The group of the program holds nothing of ours.
	shell(t, "kill -9 0")
}

func TestAnAttackerReachesNoTerminalAndNoDevice(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	defer terminal.Close()
	number, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetPointerInt(int(terminal.Fd()), unix.TIOCSPTLCK, 0))
	require.Contains(t, attack(t, nil, "write", fmt.Sprintf("/dev/pts/%d", number)), "No such file")
	require.NotEqual(t, "done", attack(t, nil, "tiocsti"))
	require.NotEqual(t, "done", attack(t, nil, "write", "/dev/tty"))
	for _, device := range []string{"/dev/kmsg", "/dev/mem", "/proc/kcore", "/proc/sysrq-trigger", "/proc/kmsg"} {
		require.NotEqual(t, "done", attack(t, nil, "write", device), device)
	}
}

func TestAnAttackerReachesNoNetworkAndNoSocket(t *testing.T) {
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer tcp.Close()
	_, port, _ := net.SplitHostPort(tcp.Addr().String())
	said := shell(t, `exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/`+port+` && echo connected'`)
	require.NotContains(t, said, "connected")
	said = shell(t, `exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/`+port+` && echo connected'`,
		func(p *sandbox.Program) { p.Net = true })
	require.Contains(t, said, "connected")

	dir, err := os.MkdirTemp("/tmp", "socket")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, address := range []string{dir + "/bus", "@loopline-test-" + fmt.Sprint(os.Getpid())} {
		listener, err := net.Listen("unix", address)
		require.NoError(t, err)
		defer listener.Close()
		require.NotEqual(t, "done", attack(t, nil, "unix", address), address)
	}
	require.NotEqual(t, "done", attack(t, nil, "uring"))
}

// TestPairsOfSocketsLeadNowhere: an end of a pair of datagram sockets can be led to any
// other socket, as a host with the network shows.
func TestPairsOfSocketsLeadNowhere(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "socket")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	attacks := []string{"dgram", "dgram-sendto", "dgram-raw", "stream", "seqpacket", "dgram-x32"}
	if runtime.GOARCH == "amd64" {
		attacks = append(attacks, "dgram-i386", "socket-i386")
	}
	for _, address := range []string{dir + "/helper", "@loopline-helper-" + fmt.Sprint(os.Getpid())} {
		helper, err := net.ListenPacket("unixgram", address)
		require.NoError(t, err)
		defer helper.Close()
		for _, what := range attacks {
			for _, network := range []bool{false, true} {
				said := attack(t, func(p *sandbox.Program) { p.Net = network }, what, address)
				require.NotEqual(t, "done", said, "%s to %s, net %v", what, address, network)
			}
		}
		require.NoError(t, helper.SetReadDeadline(time.Now().Add(100*time.Millisecond)))
		_, _, err = helper.ReadFrom(make([]byte, 16))
		require.ErrorIs(t, err, os.ErrDeadlineExceeded, "nothing came")
	}
	require.Equal(t, "done", attack(t, nil, "pairs"), "of connections they work")
}

func TestAnAttackerGainsNothing(t *testing.T) {
	for _, what := range []string{"newuser", "mount", "nice", "keys"} {
		require.NotEqual(t, "done", attack(t, nil, what), what)
	}
	require.Equal(t, "kept", attack(t, nil, "session"), "a session has a share of the processors of its own")
}

func TestAProcessorIsKept(t *testing.T) {
	program, err := attacker()
	require.NoError(t, err)
	said := finish(t, start(t, requireIsolated(t), sandbox.Program{
		Args: []string{"sh", "-c", program + " pin; grep Cpus_allowed_list /proc/self/status"}, CPUs: []int{0},
	}))
	require.Contains(t, said, "not permitted")
	require.Regexp(t, `Cpus_allowed_list:\s+0\n`, said)
}

func TestSharedMemoryIsItsOwn(t *testing.T) {
	id, _, errno := syscall.Syscall(syscall.SYS_SHMGET, 0x10071234, 4096, unix.IPC_CREAT|0o600)
	require.Zero(t, errno)
	defer syscall.Syscall(syscall.SYS_SHMCTL, id, unix.IPC_RMID, 0)
	require.Contains(t, attack(t, nil, "shm"), "No such file")
	require.Equal(t, "done", attack(t, nil, "leave-shm"))
	_, _, errno = syscall.Syscall(syscall.SYS_SHMGET, 0x10071235, 4096, 0o600)
	require.Equal(t, syscall.ENOENT, errno)
}

// marked lists the processes of the system that have a word in their command
// line.
func marked(t *testing.T, word string) (pids []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), word) {
			pids = append(pids, file)
		}
	}
	return pids
}

// leavers are scripts that try to leave something behind, which has a mark.
func leavers(mark string) map[string]string {
	return map[string]string{
		"a child in the background": "sleep " + mark + " & echo ready; cat",
		"a session of its own":      "setsid sleep " + mark + " </dev/null >/dev/null 2>&1 & echo ready; cat",
		"a daemon forked twice":     "(setsid sh -c \"(sleep " + mark + " &) ; exit\" &) ; sleep 0.2; echo ready; cat",
		"deaf":                      "trap : TERM HUP INT; nohup sleep " + mark + " & echo ready; while :; do sleep 0.1; done",
	}
}

func TestNothingSurvivesTheProgram(t *testing.T) {
	mark := fmt.Sprintf("4%d", os.Getpid())
	for name, script := range leavers(mark) {
		r := start(t, requireIsolated(t), sandbox.Program{Args: []string{"sh", "-c", script}})
		require.Eventually(t, func() bool { return len(marked(t, mark)) > 1 }, 10*time.Second, 5*time.Millisecond, name)
		r.Kill()
		<-r.Exited()
		require.Empty(t, marked(t, mark), name)
	}
}

// TestNothingSurvivesTheHost: the host is killed, and had no time for anything.
func TestNothingSurvivesTheHost(t *testing.T) {
	const variable = "ISOLATION_TEST_SCRIPT"
	if script := os.Getenv(variable); script != "" {
		_, err := sandbox.New(sandbox.Require, nil).Start(&sandbox.Program{Args: []string{"sh", "-c", script}})
		require.NoError(t, err)
		select {}
	}
	mark := fmt.Sprintf("5%d", os.Getpid())
	for name, script := range leavers(mark) {
		host := exec.Command(os.Args[0], "-test.run=^TestNothingSurvivesTheHost$")
		host.Env = append(os.Environ(), variable+"="+strings.ReplaceAll(script, "cat", "sleep 300"))
		require.NoError(t, host.Start())
		require.Eventually(t, func() bool { return len(marked(t, "sleep\x00"+mark)) > 0 },
			20*time.Second, 5*time.Millisecond, name)
		require.NoError(t, host.Process.Kill())
		_ = host.Wait()
		require.Eventually(t, func() bool { return len(marked(t, mark)) == 0 },
			30*time.Second, 5*time.Millisecond, name)
	}
}

// TestABuildEndsWithItsHost: a host that is killed leaves nothing that goes on, not even what a busy machine hardly
// runs: whatever is left has been killed, and computes nothing before it goes.
func TestABuildEndsWithItsHost(t *testing.T) {
	tier.Rest(t)
	const variable, busy = "ISOLATION_TEST_BUILD", "while :; do :; done"
	if mark := os.Getenv(variable); mark != "" {
		i := sandbox.New(sandbox.Require, nil)
		if strings.HasPrefix(mark, "6") {
			sandbox.Groupless(i)
		}
		script := "for i in $(seq 30); do sh -c '" + busy + "' " + mark + " & done; wait"
		_, err := i.Start(&sandbox.Program{
			Policy: sandbox.PolicyBuild, Args: []string{"sh", "-c", script}, Dir: "/", CPUs: []int{0},
		})
		require.NoError(t, err)
		select {}
	}
	for groups, digit := range map[bool]string{false: "6", true: "7"} {
		mark := fmt.Sprintf("%s%d", digit, os.Getpid())
		host := exec.Command(os.Args[0], "-test.run=^TestABuildEndsWithItsHost$")
		host.Env = append(os.Environ(), variable+"="+mark)
		require.NoError(t, host.Start())
		require.Eventually(t, func() bool { return len(marked(t, mark)) > 30 }, time.Minute, 5*time.Millisecond)
		others := exec.Command("taskset", "-c", "0", "sh", "-c", "for i in $(seq 24); do sh -c '"+busy+"' & done; wait")
		others.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		require.NoError(t, others.Start())
		end := sync.OnceFunc(func() { _ = syscall.Kill(-others.Process.Pid, syscall.SIGKILL); _ = others.Wait() })
		defer end()
		time.Sleep(500 * time.Millisecond)
		began := time.Now()
		require.NoError(t, host.Process.Kill())
		_ = host.Wait()
		require.Eventually(t, func() bool {
			for _, file := range marked(t, mark) {
				status, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "status"))
				_, pending, _ := strings.Cut(string(status), "ShdPnd:\t")
				var set uint64
				if n, _ := fmt.Sscanf(pending, "%x", &set); n == 1 && set&(1<<(unix.SIGKILL-1)) == 0 {
					return false
				}
			}
			return true
		}, 15*time.Second, 20*time.Millisecond, "groups: %v", groups)
		t.Logf("groups: %v: killed %v after the host", groups, time.Since(began).Round(time.Millisecond))
		end()
	}
}

func TestAForkBombIsEnded(t *testing.T) {
	const sleepers = "while :; do sleep 60 & done"
	for name, bomb := range map[string]struct {
		script string
		limit  int64
	}{
		"processes": {"f() { f | f & }; f; sleep 60", 100},
		"sleepers":  {sleepers, 100},
		// It ends by itself because a fork is refused, mostly before the host has looked.
		"few": {sleepers, 5},
	} {
		r := start(t, requireIsolated(t), sandbox.Program{
			Args: []string{"sh", "-c", bomb.script}, Limits: sandbox.Limits{Processes: bomb.limit},
		})
		select {
		case <-r.Exited():
			if os.Getuid() == 0 { // of others the system keeps the number itself, and forking fails
				require.Contains(t, r.Ending().String(), fmt.Sprintf("more than %d processes", bomb.limit), name)
			}
		case <-time.After(5 * time.Second):
			// The system keeps the limit itself: the bomb lives, and stays small.
			r.Kill()
			<-r.Exited()
		}
	}
}

func TestTooManyFilesAreEnded(t *testing.T) {
	r := start(t, requireIsolated(t), sandbox.Program{Args: []string{
		"sh", "-c", `i=0; while :; do : > /tmp/$i; i=$((i+1)); done`,
	}})
	select {
	case <-r.Exited():
	case <-time.After(2 * time.Minute):
		require.Fail(t, "100,000 files and more")
	}
	require.Contains(t, r.Ending().String(), "files in /tmp")
}

func TestTricksInTheScratchFolder(t *testing.T) {
	dir, err := os.MkdirTemp("/tmp", "tricks")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kept"), []byte("x\n"), 0o666))
	said := shell(t, `ln -s '`+dir+`' /tmp/link; (echo x > /tmp/link/file) 2>&1; mkfifo /tmp/fifo; ls -l /tmp/fifo | cut -c1
		(echo x > /tmp/.host/new) 2>&1; rm -rf '/tmp/.host/`+filepath.Base(dir)+`' '`+dir+`' 2>/dev/null; mknod /tmp/null c 1 3 2>&1; chmod 4777 /tmp/fifo; echo end`)
	require.Contains(t, said, "Read-only file system")
	require.Contains(t, said, "p\n")
	require.Contains(t, said, "end\n")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.Equal(t, "kept", entries[0].Name())
}

// TestAStoppedProgramStandsStill: also one that is never the same process.
func TestAStoppedProgramStandsStill(t *testing.T) {
	program, err := attacker()
	require.NoError(t, err)
	for name, args := range map[string][]string{
		"alone":        {"sh", "-c", `while :; do echo x >> /tmp/alive; done`},
		"in children":  {"sh", "-c", `while :; do sh -c "echo x >> /tmp/alive"; done`},
		"hopping":      {"sh", "-c", program + " hop; sleep 60"},
		"in a session": {"sh", "-c", `setsid sh -c "while :; do echo x >> /tmp/alive; done"; sleep 60`},
	} {
		r := start(t, requireIsolated(t), sandbox.Program{Args: args})
		alive := "" // where the file was last
		size := func() int64 {
			files := []string{alive}
			if _, err := os.Stat(alive); err != nil {
				files, _ = filepath.Glob("/proc/[0-9]*/root/tmp/alive")
			}
			for _, f := range files {
				if info, err := os.Stat(f); err == nil {
					alive = f
					return info.Size()
				}
			}
			return -1
		}
		grows := func() {
			before := size()
			require.Eventually(t, func() bool { return size() > before }, time.Minute, 10*time.Millisecond, name)
		}
		grows()
		for range 5 {
			require.NoError(t, r.Stop(), name)
			before, used := size(), r.CPUTime()
			time.Sleep(100 * time.Millisecond)
			require.Equal(t, before, size(), name)
			require.Less(t, r.CPUTime()-used, 30*time.Millisecond, name)
			require.NoError(t, r.Continue(), name)
			grows()
		}
		require.NoError(t, r.Stop())
		r.Kill()
		<-r.Exited()
	}
}
