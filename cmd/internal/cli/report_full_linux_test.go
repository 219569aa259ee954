package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/internal/vfs"
)

// smallDisk mounts a disk for a test, which is skipped without the right to.
func smallDisk(t *testing.T) (disk string) {
	t.Helper()
	disk = t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=512k"); err != nil {
		require.True(t, errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV), err)
		t.Skip("no tmpfs can be mounted: ", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(disk, syscall.MNT_DETACH)) })
	return disk
}

// fillDisk writes a file until there is no room. Its error is another than that.
func fillDisk(filler string) error {
	f, err := os.OpenFile(filler, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		for block := make([]byte, 4096); err == nil; {
			_, err = f.Write(block)
		}
		err = errors.Join(err, f.Close())
	}
	if vfs.IsFull(err) {
		return nil
	}
	return err
}

// TestReportOnFullDisk: where a report cannot be written, one sentence says what to do. What was written before stays
// whole, and with room the report is made.
func TestReportOnFullDisk(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	disk := smallDisk(t)
	filler, folder := filepath.Join(disk, "filler"), filepath.Join(disk, "report")
	makes := func(want int, more ...string) (out, said string) {
		t.Helper()
		var stdout, stderr strings.Builder
		status := run(t.Context(), shortReport(folder, more...), strings.NewReader(""), &stdout, &stderr)
		require.Equal(t, want, status, stderr.String())
		return stdout.String(), stderr.String()
	}
	const remedy = "; make room or allow writing there, or name another folder\n"
	refused := func(said, why string) {
		t.Helper()
		require.Equal(t, 1, strings.Count(said, "loopline: --output "+folder+": "), said)
		require.Contains(t, said, why+remedy)
	}
	require.NoError(t, fillDisk(filler))
	_, said := makes(statusFailed)
	refused(said, "no space left on device")
	require.NotContains(t, said, "loopline: check", "nothing is measured first")
	require.NoError(t, os.Remove(filler))

	// The disk is full once the first files are there.
	filled := make(chan error, 1)
	go func() {
		err := os.ErrNotExist
		for end := time.Now().Add(time.Minute); errors.Is(err, os.ErrNotExist) && time.Now().Before(end); time.Sleep(time.Millisecond) {
			_, err = os.Stat(filepath.Join(folder, reportJSON))
		}
		if err == nil {
			err = fillDisk(filler)
		}
		filled <- err
	}()
	out, said := makes(statusFailed, "--force", "--positions", "5000")
	require.NoError(t, <-filled)
	refused(said, "no space left on device")
	require.Contains(t, out, "| check: ", "what was measured is said at least")
	r := readReport(t, folder)
	require.Equal(t, report.Incomplete, r.Result)
	page, err := os.ReadFile(filepath.Join(folder, reportPage))
	require.NoError(t, err)
	require.Contains(t, string(page), "</html>")
	require.NoError(t, os.Remove(filler))

	makes(statusDone, "--force", "--positions", "4")
	require.Equal(t, report.Passed, readReport(t, folder).Result)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 3, "no file is left that was begun")

	require.NoError(t, syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""))
	_, said = makes(statusFailed, "--force")
	refused(said, "read-only file system")
	require.Equal(t, report.Passed, readReport(t, folder).Result)
	present := folder
	folder = filepath.Join(disk, "new")
	_, said = makes(statusFailed)
	refused(said, "read-only file system")
	require.Equal(t, report.Passed, readReport(t, present).Result)
}
