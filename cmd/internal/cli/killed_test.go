package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/trax/referee"
)

var kills = flag.Int("kills", 10, "how many hosts TestKilledHost kills, and runs TestKilledDay")

// Scripts of players that write down what they are told, in the files that
// these environment variables name.
const (
	scriptWitnessWhite = "witness-white"
	scriptWitnessRed   = "witness-red"
	logWhite           = "LOOPLINE_TEST_WHITE"
	logRed             = "LOOPLINE_TEST_RED"
)

// witness is a player that notes each line before it answers as another does.
func witness(variable string, script func() bridgetest.Script) func() bridgetest.Script {
	return func() bridgetest.Script {
		s := script()
		play := s.Answer
		s.Answer = func(question string) (string, bool) {
			f, err := os.OpenFile(os.Getenv(variable), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
			if err == nil {
				_, err = fmt.Fprintln(f, question)
				f.Close()
			}
			if err != nil {
				return "", false
			}
			return play(question)
		}
		return s
	}
}

// TestKilledHost kills hosts wherever they are in a game. Whatever a player was told of
// its opponent must be in the record, which must be derivable as far as it
// goes, however many killed hosts have written to it.
func TestKilledHost(t *testing.T) {
	tier.Slow(t)
	dir := t.TempDir()
	record := filepath.Join(dir, "match.jsonl")
	complete, plies := 0, 0
	for i := range *kills {
		logs := [2]string{filepath.Join(dir, fmt.Sprint(i, "w")), filepath.Join(dir, fmt.Sprint(i, "r"))}
		killHost(t, record, logs, i)
		games := readGames(t, record)
		if len(games) == 0 {
			continue // killed before its first event
		}
		g := games[len(games)-1]
		_, err := referee.Verify(&g)
		require.NoError(t, err)
		if g.Complete {
			complete++
		}
		played := movesOf(t, &g)
		plies += len(played[0]) + len(played[1])
		for seat, path := range logs {
			told := movesTold(path)
			require.LessOrEqual(t, len(told), len(played[1-seat]), "seat %d was told more than is recorded", seat)
			require.Equal(t, told, append([]string{}, played[1-seat][:len(told)]...))
		}
	}
	require.Positive(t, plies, "every host was killed before the first ply")
	t.Logf("%d hosts killed, %d games complete, %d plies recorded", *kills, complete, plies)
}

// killHost starts a match and kills its host once the record has grown by a
// number of bytes that follows from the number of the kill, at whatever the
// host does then.
func killHost(t *testing.T, record string, logs [2]string, number int) {
	grow := rand.New(rand.NewPCG(1, uint64(number))).Int64N(maxGrow)
	before := size(record)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Args = []string{
		"loopline", "play", "--record", record, "--isolation", "none", // the witnesses write files
		"--white", bridgetest.ExecAddress("slow", scriptWitnessWhite),
		"--red", bridgetest.ExecAddress("slow", scriptWitnessRed),
	}
	cmd.Env = append(os.Environ(), logWhite+"="+logs[0], logRed+"="+logs[1])
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for size(record) < before+grow {
		select {
		case <-ended:
			return // the whole match was shorter
		case <-time.After(100 * time.Microsecond):
		}
	}
	_ = cmd.Process.Kill()
	<-ended
}

// maxGrow bounds how much a killed host has written, in bytes: about a game.
const maxGrow = 5_000

// size is how long a file is; one that is not there is empty.
func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

func readGames(t *testing.T, file string) []record.Game {
	f, err := os.Open(file)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	defer f.Close()
	games, err := record.Read(f)
	require.NoError(t, err)
	return games
}

// movesOf returns the moves recorded for each seat.
func movesOf(t *testing.T, g *record.Game) (played [2][]string) {
	for _, e := range g.Events {
		if e.Type != record.EventNote || e.Name != "ply" {
			continue
		}
		var ply struct {
			Seat int
			Move string
		}
		require.NoError(t, json.Unmarshal(e.Data, &ply))
		played[ply.Seat] = append(played[ply.Seat], ply.Move)
	}
	return played
}

// movesTold returns the opponent's moves that a witness noted.
func movesTold(path string) []string {
	told := []string{}
	b, _ := os.ReadFile(path)
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, "-") && strings.HasSuffix(line, "\n") {
			told = append(told, strings.TrimSuffix(line, "\n"))
		}
	}
	return told
}
