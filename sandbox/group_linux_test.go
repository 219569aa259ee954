package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// text reads a file of a control group.
func text(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return strings.TrimSpace(string(b))
}

// TestTheGroupsOfAProgram: where the host may make control groups a program has one with its
// weight, its memory and its number of processes, all of it is in it, and it goes when the
// program does.
func TestTheGroupsOfAProgram(t *testing.T) {
	i := New(Require, nil)
	q, err := i.Start(&Program{Args: []string{"sleep", "60"}, Limits: Limits{Total: 100 << 20, Processes: 50}})
	require.NoError(t, err)
	defer func() {
		q.Kill()
		<-q.Exited()
	}()
	if !q.Apart() {
		if os.Getuid() == 0 {
			t.Logf("this root may make no control groups with a weight: %+v", i.cgroups)
		}
		t.Skip("this host may make no control groups with a weight")
	}
	g := q.group
	_, err = os.Stat(filepath.Join(g.path, "cpu.weight"))
	old := os.IsNotExist(err)
	wanted := map[string]string{"cpu.weight": weight(ownNice()+Nice, false), "memory.max": "104857600", "pids.max": "200"}
	if old {
		wanted = map[string]string{"cpu.shares": weight(ownNice()+Nice, true), "memory.limit_in_bytes": "104857600", "pids.max": "200"}
	}
	folders := append([]string{g.path}, g.old...)
	for file, value := range wanted {
		found := ""
		for _, folder := range folders {
			if b, err := os.ReadFile(filepath.Join(folder, file)); err == nil {
				found = strings.TrimSpace(string(b))
				require.Contains(t, strings.Fields(text(t, folder, "cgroup.procs")), strconv.Itoa(q.first), folder)
			}
		}
		require.Equal(t, value, found, file)
	}
	q.Kill()
	<-q.Exited()
	require.Eventually(t, func() bool {
		for _, folder := range folders {
			if _, err := os.Stat(folder); err == nil {
				return false
			}
		}
		return true
	}, 20*time.Second, time.Millisecond)
}

// TestWeights: a group weighs as much as one process of its program's priority, so that a player is not
// starved by what else runs on a machine whose host has raised its own.
func TestWeights(t *testing.T) {
	for nice, shares := range map[int]string{0: "1024", 5: "336", 19: "15"} {
		require.Equal(t, shares, weight(nice, true))
	}
	require.Equal(t, "33", weight(ownNice()+Nice, false))
	require.Equal(t, "100", weight(ownNice(), false))
}

// TestWhereGroupsAreMade: in the host's own group if that hands the controllers on, else in
// the nearest above it that does, else where they can at least be frozen.
func TestWhereGroupsAreMade(t *testing.T) {
	all := "cpuset cpu io memory pids"
	for name, c := range map[string]struct{ root, slice, own, want string }{
		"its own":        {all, all, all, "slice/own"},
		"above":          {all, all, "memory", "slice"},
		"at the top":     {all, "memory pids", "", "."},
		"nowhere":        {"", "", "", "slice/own"},
		"cpu is nowhere": {"memory pids", "memory pids", "memory", "slice/own"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			own := filepath.Join(root, "slice", "own")
			require.NoError(t, os.MkdirAll(own, 0o755))
			for folder, given := range map[string]string{root: c.root, filepath.Dir(own): c.slice, own: c.own} {
				for file, holds := range map[string]string{
					"cgroup.controllers": all, "cgroup.subtree_control": given, "cgroup.procs": "1\n2\n",
				} {
					require.NoError(t, os.WriteFile(filepath.Join(folder, file), []byte(holds+"\n"), 0o644))
				}
			}
			require.Equal(t, filepath.Join(root, c.want), unifiedPlace(root, own))
			// Who has moved before finds the same.
			require.Equal(t, filepath.Join(root, c.want), unifiedPlace(root, filepath.Join(own, hostLeaf+"7")))
		})
	}
}

// TestControllersBesideProcesses: a group in which others run hands no controller on, for
// then Linux starts nothing in the groups below it. The system's first group may.
func TestControllersBesideProcesses(t *testing.T) {
	for _, top := range []bool{false, true} {
		group := t.TempDir()
		for file, holds := range map[string]string{
			"cgroup.controllers": "cpu memory pids", "cgroup.subtree_control": "", "cgroup.procs": "1\n2\n", "cgroup.type": "domain\n",
		} {
			if !top || file != "cgroup.type" {
				require.NoError(t, os.WriteFile(filepath.Join(group, file), []byte(holds), 0o644))
			}
		}
		handsOn(group, []string{"cpu", "memory", "pids"})
		want := map[bool]string{false: "", true: "+cpu +memory +pids"}[top]
		require.Equal(t, want, text(t, group, "cgroup.subtree_control"), "in one write, or not at all")
	}
}

// TestGroupFolder: each hierarchy is where the system has it, in a container too.
func TestGroupFolder(t *testing.T) {
	const mounts = "30 25 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs ro\n" +
		"31 30 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n" +
		"32 30 0:28 /docker/abc /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n" +
		"33 30 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
	for controller, want := range map[string][2]string{
		"":       {"/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified/docker/abc/own"},
		"cpu":    {"/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct/own"},
		"cpuset": {"/sys/fs/cgroup/cpuset", "/sys/fs/cgroup/cpuset/docker/abc/own"},
		"memory": {},
	} {
		mount, folder := groupFolder(mounts, controller, "/docker/abc/own")
		require.Equal(t, want, [2]string{mount, folder}, controller)
	}
}
