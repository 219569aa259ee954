package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/devices"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/report"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/tier"
)

// shortReport is a report of a bot of 2048 versus in a folder.
func shortReport(folder string, more ...string) []string {
	return append([]string{"report", "--game", "battle2048", "bot:greedy", "-o", folder, "--answers", "3", "--match-games", "1", "--move-time", "30s"}, more...)
}

// readReport reads the report in a folder.
func readReport(t *testing.T, folder string) (r struct {
	Format, Result             string
	Check, Positions           struct{ State, Why string }
	Latency, Match             struct{ State, Why string }
	Badge                      []string
	Took                       float64 `json:"took_s"`
	HardwareRow, Command, Game string
}) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, reportJSON))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &r), "%s", text)
	require.Equal(t, report.Format, r.Format)
	return r
}

// TestInterruptedReport interrupts a report in its second part, in the middle of positions: the page has the first
// part whole. On a terminal it shows how far it is.
func TestInterruptedReport(t *testing.T) {
	tier.Slow(t)
	tier.NoRace(t)
	folder := filepath.Join(t.TempDir(), "cut")
	pty, err := bridgetest.NewPTY()
	require.NoError(t, err)
	defer pty.Unplug()
	terminal, err := os.OpenFile(pty.Name, os.O_RDWR, 0)
	require.NoError(t, err)
	pty.Opened()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var shown strings.Builder
	var reads sync.WaitGroup
	reads.Go(func() {
		tick := regexp.MustCompile(`positions: [0-9]+ of 100000`)
		for b := make([]byte, 4096); ; {
			n, err := pty.Read(b)
			if shown.Write(b[:n]); tick.MatchString(shown.String()) {
				interrupt()
			}
			if err != nil {
				return
			}
		}
	})
	stop := time.AfterFunc(2*time.Minute, interrupt)
	defer stop.Stop()
	var out strings.Builder
	status := run(ctx, shortReport(folder, "--positions", "100000"), strings.NewReader(""), &out, terminal)
	require.NoError(t, terminal.Close())
	reads.Wait()
	require.Equal(t, statusInterrupted, status, shown.String())
	require.Regexp(t, `positions: [0-9]+ of 100000`, shown.String())
	r := readReport(t, folder)
	require.Equal(t, report.Incomplete, r.Result)
	require.Equal(t, report.Done, r.Check.State)
	require.Equal(t, report.Partial, r.Positions.State)
	require.Equal(t, "interrupted", r.Positions.Why)
	require.Equal(t, report.NotRun, r.Latency.State)
	require.Equal(t, report.NotRun, r.Match.State)
	page, err := os.ReadFile(filepath.Join(folder, reportPage))
	require.NoError(t, err)
	require.Contains(t, string(page), "stays to the end", "a step of the check")
	require.Contains(t, string(page), "interrupted")
	require.Contains(t, out.String(), "| incomplete | check: ")
}

// TestReportPort has the port of a board in its report.
func TestReportPort(t *testing.T) {
	timer := 16
	require.Equal(t, &report.Port{
		Device: "/dev/ttyUSB0", Driver: "ftdi_sio", USB: "0403:6010", Manufacturer: "1BitSquared", Product: "iCEBreaker", SerialNumber: "ib0",
		Channel: "B", LatencyTimer: &timer, Board: "iCEBreaker", Sure: "sure",
	}, reportPort(devices.Port{
		Device: "/dev/ttyUSB0", Driver: "ftdi_sio", VendorID: "0403", ProductID: "6010", Manufacturer: "1BitSquared", Product: "iCEBreaker",
		SerialNumber: "ib0", Channel: "B", LatencyTimer: &timer, Board: &devices.Board{Name: "iCEBreaker", Certainty: "sure"},
	}))
	require.Equal(t, &report.Port{Device: "/dev/ttyS0"}, reportPort(devices.Port{Device: "/dev/ttyS0"}))
}

// TestReportOfVoidGames: a game that is played again has the seats of the one that was void.
func TestReportOfVoidGames(t *testing.T) {
	game, err := games.ByName("trax")
	require.NoError(t, err)
	r := &reporting{o: &reportOptions{}, show: terminal.NewStages(io.Discard, say.English)}
	r.o.game = game
	w := &matchWatcher{reporting: r}
	seats := []host.Seat{{Name: "white"}, {Name: "red"}}
	play := func(number int, v host.Verdict) {
		w.Begin(seats, "")
		w.game(&host.Game{Seats: seats, Match: host.MatchRef{Number: number, Games: 2}})
		w.End(v)
	}
	play(1, host.Verdict{Winner: host.NoWinner, Void: true, Detail: "the host was late"})
	play(1, host.Verdict{Winner: 0})
	play(2, host.Verdict{Winner: 0})
	m := r.report.Match
	require.Equal(t, []int{1, 1, 1}, []int{m.Void, m.Won, m.Lost})
	require.Equal(t, "the host was late", m.Games[0].Detail.String())
	require.Equal(t, []string{"white", "white", "red"}, []string{m.Games[0].Seat, m.Games[1].Seat, m.Games[2].Seat})
}
