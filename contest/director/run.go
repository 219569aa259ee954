package director

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/report"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/vfs"
)

// Run plays the contest of a config in a folder, which it makes, or goes on with it. The
// director needs no decision log. No other process plays the contest meanwhile. The first interrupt
// of the process pauses the contest, the second one, or the end of ctx by another signal,
// stops it; one that is over it ends. At the end the tables are written to out.
func Run(ctx context.Context, dir string, plan *config.Config, d *Director, out io.Writer) error {
	if err := ctx.Err(); err != nil {
		return err // an interrupt before there is anything to pause
	}
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // never fails
	if err := vfs.MakeDirs(d.Env.FS(), dir); err != nil {
		return err
	}
	lock, err := journal.TakeLockIn(d.Env, dir)
	if err != nil {
		return err
	}
	defer lock.Release()
	d.Log, err = journal.OpenIn(d.Env, dir, plan, binary.LittleEndian.Uint64(seed[:])>>1, d.Version)
	if err != nil {
		return err
	}
	defer d.Log.Close()
	if d.Begun != nil {
		if err := d.Begun(); err != nil {
			return err
		}
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer d.watchInterrupts(ctx, stop)()
	var failed error
	over := d.Over
	d.Over = func() {
		var tables bytes.Buffer // out may be a terminal that stands still, and the pages need the log
		err := d.Log.View(func(day *tournament.Tournament) { failed = report.WriteTables(day, &tables) })
		if err == nil && failed == nil {
			_, err = tables.WriteTo(out)
		}
		failed = cmp.Or(err, failed)
		if over != nil {
			over()
		}
	}
	if err := d.Run(running); err != nil {
		return err
	}
	return failed
}

// watchInterrupts pauses the contest at the first interrupt, and stops it at the second one, or when
// ctx ended by anything else. It returns what ends that.
func (d *Director) watchInterrupts(ctx context.Context, stop func()) (end func()) {
	interrupts, others, done := make(chan os.Signal, 2), make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(interrupts, os.Interrupt)
	signal.Notify(others, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for paused := false; ; paused = true {
			select {
			case <-done:
				return
			case <-others:
				stop()
				return
			case <-interrupts:
			}
			if paused || d.over.Load() || d.Pause(CurrentUser(), interrupted) != nil {
				stop()
				return
			}
			d.Say("paused after the moves that are thought about; loopline contest resume goes on, Ctrl-C once more stops")
		}
	}()
	return func() {
		signal.Stop(interrupts)
		signal.Stop(others)
		close(done)
	}
}

// Token is the secret of the director's page of the contest in a folder: drawn once and kept in a
// file that others cannot read, so that it stays the same when the program is started again.
func Token(dir string) (string, error) {
	name := filepath.Join(dir, tournament.TokenFile)
	if err := vfs.CheckRegular(vfs.OS, name); err != nil {
		return "", err
	}
	text, err := os.ReadFile(name)
	if token := strings.TrimSpace(string(text)); err == nil && len(token) >= minToken {
		return token, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	token := rand.Text()
	return token, os.WriteFile(name, []byte(token+"\n"), 0o600)
}

// minToken is the least length of a token: rand.Text has 130 bits in 26 characters.
const minToken = 26

// CurrentUser is the user of this program, for decisions.
func CurrentUser() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "director"
}

// FileOf is the file of a contest: name itself, or the one in the folder of a contest.
func FileOf(name string) string {
	if isFolder(name) {
		return filepath.Join(name, config.File)
	}
	return name
}

// FolderOf is the folder in which the contest of a file is played: beside the file, with its
// name without the extension, or name itself if it is a folder.
func FolderOf(name string) string {
	if isFolder(name) {
		return name
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
