package bridgetest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const nobodyUID = 65534

// User is an ordinary user for whom a test starts processes: UID 65534 where the test
// runs as root, and else the one that runs it. An ordinary user may make no control
// groups, unless the system delegates one.
type User struct {
	Dir  string // a folder that is the user's, and that everybody may read
	Self string // this test binary, where the user may read it
	test string // original path of the binary
	root bool   // the user is root
}

// OrdinaryUser returns an ordinary user for a test. It skips the test where only root may
// write to /dev/null.
func OrdinaryUser(t *testing.T) *User {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	if os.Getuid() != 0 {
		return &User{Dir: t.TempDir(), Self: self, test: self}
	}
	if null, err := os.Stat(os.DevNull); err != nil || null.Mode().Perm()&0o006 != 0o006 {
		t.Skip("no variant as an ordinary user: on this machine only root may write to /dev/null")
	}
	dir, err := os.MkdirTemp("", "user")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	u := &User{Dir: dir, Self: filepath.Join(dir, "self.test"), test: self}
	u.Give(t, self, "self.test")
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.Chown(dir, nobodyUID, nobodyUID))
	return u
}

// Root is the user that runs the test, where that is root.
func Root(t *testing.T) *User {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	require.Zero(t, os.Getuid())
	return &User{Dir: t.TempDir(), Self: self, test: self, root: true}
}

// Give copies a program to the user's folder and returns its path there.
func (u *User) Give(t *testing.T, file, name string) string {
	t.Helper()
	program, err := os.ReadFile(file)
	require.NoError(t, err)
	path := filepath.Join(u.Dir, name)
	require.NoError(t, os.WriteFile(path, program, 0o755))
	return path
}

// Command is this test binary, run by the user in its folder.
func (u *User) Command(args ...string) *exec.Cmd {
	cmd := exec.Command(u.Self, args...)
	cmd.Dir = u.Dir
	cmd.Env = append(os.Environ(), "HOME="+u.Dir, "TMPDIR="+u.Dir)
	if os.Getuid() == 0 && !u.root {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobodyUID, Gid: nobodyUID}}
	}
	return cmd
}

// ExecAddress returns the address of a scripted player that the user may run.
func (u *User) ExecAddress(player, script string) string {
	return strings.Replace(ExecAddress(player, script), u.test, u.Self, 1)
}
