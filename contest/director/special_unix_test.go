//go:build unix

package director

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
)

// TestSpecialFilesOfADay: a named pipe, a device and a folder in place of a file of a day
// are errors that name them. Nobody waits for a writer, or reads without end.
func TestSpecialFilesOfADay(t *testing.T) {
	lay := map[string]func(string) error{
		"a named pipe": func(name string) error { return syscall.Mkfifo(name, 0o644) },
		"a device":     func(name string) error { return os.Symlink("/dev/zero", name) },
		"a folder":     func(name string) error { return os.Mkdir(name, 0o755) },
	}
	verify := func(*record.Game) (host.ReplayReport, error) { return host.ReplayReport{}, nil }
	for kind, special := range lay {
		for _, c := range []struct {
			file string
			open func(d *tournament.Tournament) error
		}{
			{tournament.DecisionsFile, func(d *tournament.Tournament) error { _, err := tournament.Read(d.Dir); return err }},
			{tournament.DecisionsFile, func(d *tournament.Tournament) error { _, err := journal.Open(d.Dir, nil, 0, ""); return err }},
			{tournament.DecisionsFile, func(d *tournament.Tournament) error {
				_, err := command.Apply(d.Dir, command.Command{Verb: "pause", By: "Ann"})
				return err
			}},
			{config.File, func(d *tournament.Tournament) error { _, err := journal.Open(d.Dir, nil, 0, ""); return err }},
			{config.File, func(d *tournament.Tournament) error { return journal.CheckConfig(d) }},
			{tournament.RecordsFolder + "/all-1-1.jsonl", func(d *tournament.Tournament) error {
				return (&Director{}).settleRecord(d.Env.FS(), d.Record("all/1/1"), nil)
			}},
			{tournament.RecordsFolder + "/all-1-1.jsonl", func(d *tournament.Tournament) error {
				v := journal.Verify(d.Dir, verify)
				return errors.Join(v.Differences...)
			}},
		} {
			t.Run(kind+" for "+c.file, func(t *testing.T) {
				p := tournamenttest.NewPaper(t, tournamenttest.PlanOf(t, 4, tournamenttest.OneStage))
				p.End()
				d, err := tournament.Read(p.Dir())
				require.NoError(t, err)
				name := d.Path(c.file)
				require.NoError(t, os.RemoveAll(name))
				require.NoError(t, special(name))
				done := make(chan error, 1)
				go func() { done <- c.open(d) }() // ends with the test's process where it waits
				select {
				case err := <-done:
					require.ErrorContains(t, err, c.file+" is "+kind)
				case <-time.After(10 * time.Second):
					require.Fail(t, "it waits")
				}
			})
		}
	}
}
