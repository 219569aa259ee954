//go:build linux

package qemutest_test

import (
	"bufio"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

var groups = flag.Bool("groups", false, "run what needs control groups of version 2 in a machine that has them")

// groupTime bounds one run of tests in the guest.
const groupTime = 40 * time.Minute

// delegate makes the groups that systemd makes for a user, and hands the user's over: the
// lines end in the group of a scope, as systemd-run --user --scope -p Delegate=yes starts a
// program.
const delegate = `set -e
cd /sys/fs/cgroup
slice=user.slice/user-1000.slice/app.slice
mkdir -p $slice/run-$$.scope /tmp/home
for group in . user.slice user.slice/user-1000.slice $slice; do
  echo "+cpu +memory +pids" > $group/cgroup.subtree_control
done
for group in $slice $slice/run-$$.scope; do
  chown 1000:1000 /tmp/home $group $group/cgroup.procs $group/cgroup.subtree_control $group/cgroup.threads
done
echo $$ > $slice/run-$$.scope/cgroup.procs
cd /tmp/home
export HOME=/tmp/home TMPDIR=/tmp/home
`

// asUser goes on as the user of the scope.
const asUser = "exec setpriv --reuid 1000 --regid 1000 --clear-groups "

// groupRuns are the tests that need control groups. Each is run as root and as a user with
// a delegated group, and must have run, not been left out; what they print says where.
// A match without control groups is none for a machine as slow as this.
var groupRuns = []struct{ name, program, args, wants string }{
	{"the groups of a program", "sandbox", "-test.run ^TestTheGroupsOfAProgram$", "--- PASS: TestTheGroupsOfAProgram"},
	{"hostile programs", "sandbox", "-test.run ^TestHostilePrograms$/^with_bwrap$", "with bubblewrap, with control groups: "},
	{"standing still", "sandbox", "-test.run ^TestAStoppedProgramStandsStill$", "--- PASS: TestAStoppedProgramStandsStill"},
	{"burners", "cli", "-test.run ^TestBurners$/^USER, -burns 4", "0 of 4 games lost to the burner"},
	{"one group of 600 MB", "cli", "-test.run ^TestOneGroupOfMemory$ -test.count 5", "--- PASS: TestOneGroupOfMemory"},
}

// TestGroups runs what tests control groups on a kernel whose hierarchy is of version 2
// alone, as that of a system with systemd is.
func TestGroups(t *testing.T) {
	if !*groups {
		t.Skip("make verify-long STEPS=groups runs it")
	}
	m := bootGroups(t)
	for _, who := range []struct{ name, before, start, user string }{
		{"root", "", "exec ", "root"}, {"a user with a delegated group", delegate, asUser, "an_ordinary_user"},
	} {
		for _, run := range groupRuns {
			t.Run(who.name+", "+run.name, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), groupTime)
				defer cancel()
				began := time.Now()
				p, err := m.Start(ctx, 0, "sh", "-c", "export PATH=/bin ISOLATION_TEST_ATTACK=/bin/attack; cd /tmp\n"+
					who.before+who.start+"/bin/"+run.program+".test -test.v -test.timeout 35m '"+
					strings.Join(strings.Fields(strings.Replace(run.args, "USER", who.user, 1)), "' '")+"'")
				require.NoError(t, err)
				r, err := p.Wait(ctx)
				require.NoError(t, err)
				said := bufio.NewScanner(strings.NewReader(r.Stdout))
				for said.Scan() {
					if !strings.HasPrefix(said.Text(), "=== ") && !strings.HasPrefix(said.Text(), "        --- PASS") {
						t.Log(said.Text())
					}
				}
				require.Zero(t, r.Status, r.Stderr)
				require.Contains(t, r.Stdout, run.wants)
				require.NotContains(t, r.Stdout, "--- SKIP")
				t.Logf("as %s, in the guest: %s ran in %v", who.name, run.name, time.Since(began).Round(time.Second))
			})
		}
	}
}

// groupPrograms are what the tests start, besides bubblewrap.
var groupPrograms = strings.Fields("sh bash bwrap nsenter setpriv mount mkdir chown chmod ip id env sleep head tail wc grep ls tr cat " +
	"cut cp rm ln mkfifo mknod setsid nohup seq dd touch stat sed kill nice")

// bootGroups boots a machine with the tests and what they start.
func bootGroups(t *testing.T) *qemutest.Machine {
	t.Helper()
	kernel, err := qemutest.FindKernel(kernelFolder())
	require.NoError(t, err)
	// Sockets want a short name.
	dir, err := os.MkdirTemp("", "groups")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	files := map[string]string{}
	for _, name := range groupPrograms {
		files["/bin/"+name], err = exec.LookPath(name)
		require.NoError(t, err)
	}
	attack, guest := filepath.Join(dir, "attack"), filepath.Join(dir, "guest")
	require.NoError(t, build(guest, "0", "./guest"))
	command := exec.Command("gcc", "-O1", "-pthread", "-static", "-o", attack, "../../sandbox/testdata/attack.c")
	said, err := command.CombinedOutput()
	require.NoError(t, err, string(said))
	files["/bin/attack"] = attack
	for name, source := range map[string]string{"sandbox": "../../sandbox", "cli": "../../cmd/internal/cli"} {
		program := filepath.Join(dir, name+".test")
		command := exec.Command("go", "test", "-c", "-ldflags=-s -w", "-o", program, source)
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		said, err := command.CombinedOutput()
		require.NoError(t, err, string(said))
		files["/bin/"+name+".test"] = program
	}
	image := qemutest.Image{Kernel: kernel, Init: guest, Files: files, Root: true, Texts: map[string]string{
		"/etc/passwd": "root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::/tmp/home:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n",
		"/etc/group":  "root:x:0:\nuser:x:1000:\nnogroup:x:65534:\n",
	}}
	initramfs := filepath.Join(dir, "initramfs")
	require.NoError(t, image.Build(initramfs))
	m, err := qemutest.Hardware{Memory: 2048}.Boot(t.Context(), kernel, initramfs, dir)
	if err != nil {
		console, _ := os.ReadFile(filepath.Join(dir, "console.log")) // it may say more
		require.NoError(t, err, string(console))
	}
	t.Cleanup(func() { m.Close() })
	r, err := m.Run(t.Context(), "sh", "-ec", `mkdir -p /dev/pts /dev/shm
		mount -t devpts -o ptmxmode=666 devpts /dev/pts
		mount -t tmpfs tmpfs /dev/shm
		mount -t cgroup2 cgroup2 /sys/fs/cgroup
		chmod 1777 /tmp /dev/shm
		ip link set lo up
		cat /proc/version /sys/fs/cgroup/cgroup.controllers`)
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
	t.Logf("the guest: %s", r.Stdout)
	return m
}
