package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/series"
	"github.com/loopline/loopline/farm/farmtest"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/audit"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// envRole has the test's program be one process of a contest over a network: the
// server, the agent beside a board, or the host.
const envRole = "LOOPLINE_REMOTE_ROLE"

// The processes, by their names.
const (
	roleServer = "server"
	roleAgent  = "agent"
	roleHost   = "host"
	rolePair   = "pair"
)

func TestMain(m *testing.M) {
	role := os.Getenv(envRole)
	switch {
	case len(os.Args) > 3 && os.Args[1] == "play": // as a worker runs it
		role = rolePair
	case role == "":
		tier.AllSlow()
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := play(ctx, role, os.Args[1:]); err != nil && ctx.Err() == nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// play is a process of the contest. It says on its standard output what happens.
func play(ctx context.Context, role string, args []string) error {
	switch role {
	case roleHost:
		return referee(ctx, args[0], args[1])
	case rolePair:
		return playPair(ctx, args[1:])
	}
	e := ErrorFuncs{Usage: func(_, problem string) error { return errors.New(problem) }}
	cmd := Farm(e)
	if role == roleAgent {
		cmd = Offer(e)
	}
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	cmd.SetErr(os.Stdout)
	return cmd.ExecuteContext(ctx)
}

// networkWait is how long the host waits for the agent.
const networkWait = 3 * time.Second

// referee plays matches of two games with the board elsewhere until its standard
// input ends.
func referee(ctx context.Context, board, record string) error {
	game, err := games.ByName(games.Default)
	if err != nil {
		return err
	}
	say := func(text string) { fmt.Println(text) }
	opener := game.Opener(time.Minute, time.Second, say)
	opener.Remote, opener.Network = Remote{}, player.NetworkPolicy{Wait: networkWait}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test closes it
	}()
	for ctx.Err() == nil {
		select {
		case <-ended:
			say("over")
			return nil
		default:
		}
		if err := pair(ctx, &game, opener, board, record); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// pair plays a match of two games.
func pair(ctx context.Context, game *descriptor.Descriptor, opener *player.Opener, board, path string) error {
	file, err := record.Open(path)
	if err != nil {
		return err
	}
	s := &series.Series{
		Players: []string{board, "bot:random?seed=2"}, Games: 2, MaxCompensation: time.Second, Record: file,
		Name: func(address string) string { return strings.SplitN(address, "?", 2)[0] },
		NewGame: func(_ int, seats ...host.Seat) (*host.Game, error) {
			return game.NewGame(descriptor.Settings{Move: time.Second}, seats...)
		},
		Open: func(ctx context.Context, seat, address string, stderr io.Writer) (series.PlayerConn, error) {
			return opener.Open(ctx, seat, address, stderr)
		},
		Watch: func(*host.Game) func(record.Event) {
			return func(e record.Event) {
				if e.Type == record.EventAnswer {
					fmt.Println("answer")
				}
			}
		},
		Show: terminal.Quiet{}, Say: opener.Say,
	}
	opener.WaitForDevice = s.SeenBefore
	return errors.Join(s.Play(ctx), s.Close())
}

// process is one of a contest.
type process struct {
	*farmtest.Process
	begun string // what it says then
}

// crew is the processes by their roles.
type crew struct {
	*farmtest.Processes
	t     *testing.T
	all   map[string]*process
	again int // processes that ended with an error, and were started again
}

func (c *crew) start(p *process) {
	c.t.Helper()
	c.all[p.Role] = p
	c.Start(p.Process)
}

// await waits until a process says a text. One that ends with an error, because
// another was lost to it, is started again.
func (c *crew) await(role, text string) string {
	c.t.Helper()
	for line := range c.Lines {
		who, said, _ := strings.Cut(line, ": ")
		switch {
		case strings.HasPrefix(said, "error: "):
			c.t.Log(line)
			c.again++
			require.Less(c.t, c.again, 50, "processes do not stay")
			p := c.all[who]
			p.Wait()
			c.start(p)
		case who == role && strings.Contains(said, text):
			return said
		case strings.Contains(said, "void"):
			c.t.Log(line)
		}
	}
	return ""
}

// hit kills a process and starts it again, or stops it for a while.
func (c *crew) hit(i int, p *process, random *rand.Rand) (killed bool) {
	way := random.IntN(3)
	if way == 2 {
		pause := time.Duration(random.Int64N(int64(networkWait * 4 / 3)))
		c.t.Logf("%d: %s stopped for %v", i, p.Role, pause.Round(time.Millisecond))
		p.Signal(syscall.SIGSTOP)
		time.Sleep(pause) // some are longer than the network is waited for
		p.Signal(syscall.SIGCONT)
		return false
	}
	sent := []os.Signal{syscall.SIGKILL, syscall.SIGTERM}[way]
	c.t.Logf("%d: %s: %v", i, p.Role, sent)
	p.Signal(sent)
	p.Wait()
	c.start(p)
	if p.begun != "" {
		c.await(p.Role, p.begun)
	}
	return p.Role == roleHost
}

// TestBoardKilledAtAnyTime kills, stops and starts again the agent beside a board,
// the host that plays with it and the server between them, at random instants of
// games: INSTANTS of them, a hundred in the long checks. Each game has ended by the
// rules of the game or of its clock, is void and was played again, or was cut with
// its host; every verdict is derived again, and no game counts twice.
func TestBoardKilledAtAnyTime(t *testing.T) {
	instants := 3
	if text := os.Getenv("INSTANTS"); text != "" {
		var err error
		instants, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	random := rand.New(rand.NewPCG(uint64(instants), 15))
	keys, record := filepath.Join(t.TempDir(), "keys"), filepath.Join(t.TempDir(), "match.jsonl")
	require.NoError(t, natsconn.MakeKeys(keys, natsconn.Init{Agents: []string{"lab"}}))
	c := &crew{Processes: farmtest.NewProcesses(t, envRole, nil), t: t, all: map[string]*process{}}

	server := &process{&farmtest.Process{Role: roleServer}, "the server is at "}
	server.Args = []string{"server", "--keys", keys, "--store", t.TempDir(), "--listen", "127.0.0.1:0"}
	c.start(server)
	_, at, _ := strings.Cut(c.await(roleServer, server.begun), server.begun)
	server.Args[len(server.Args)-1] = strings.TrimPrefix(at, "tls://") // the same after a restart
	agent := &process{&farmtest.Process{Role: roleAgent}, "lab is offered at"}
	agent.Args = []string{"bot:random?seed=1", "--name", "lab", "--at", at, "--key", natsconn.AccessFile(keys, natsconn.Agent, "lab")}
	c.start(agent)
	c.await(roleAgent, agent.begun)
	board := fmt.Sprintf("remote:lab?at=%s&key=%s", at, natsconn.AccessFile(keys, natsconn.Host, ""))
	referee := &process{&farmtest.Process{Role: roleHost, Args: []string{board, record}}, ""}
	c.start(referee)

	roles, killed := []string{roleAgent, roleHost, roleServer}, 0
	for i := range instants {
		for range 1 + random.IntN(60) {
			c.await(roleHost, "answer")
		}
		who := roles[i%len(roles)]
		if i >= len(roles) {
			who = roles[random.IntN(len(roles))]
		}
		if c.hit(i, c.all[who], random) {
			killed++
		}
	}
	c.await(roleHost, "answer")
	require.NoError(t, referee.CloseInput())
	c.await(roleHost, "over")
	requireDefined(t, record, killed+c.again)
}

// requireDefined wants a verdict of each game of a record, but for those that were
// cut with their host.
func requireDefined(t *testing.T, record string, cut int) {
	f, err := os.Open(record)
	require.NoError(t, err)
	defer f.Close()
	auditor := audit.Auditor{Verify: games.Verify} // wants the games of each match once, in their order
	ended, void, lost, incomplete := 0, 0, 0, 0
	for found, err := range auditor.Record(f) {
		require.NoError(t, err)
		switch {
		case found.Status == audit.Incomplete && found.Reason == "":
			incomplete++
		case found.Status != audit.OK:
			require.Fail(t, "a verdict is not defined", "%+v", found)
		case found.Void:
			require.Contains(t, []string{host.ReasonLost, host.ReasonInterrupted}, found.Reason, found.Detail)
			void++
		case slices.Contains([]string{string(host.Late), string(host.Silent)}, found.Reason):
			lost++
		default:
			require.Contains(t, []string{"loop", "line", "loop+line"}, found.Reason, found.Detail)
			ended++
		}
	}
	t.Logf("%d games ended, %d were lost on time, %d were void, %d were cut", ended, lost, void, incomplete)
	require.Positive(t, ended)
	require.LessOrEqual(t, incomplete, 2*cut, "more was cut than hosts were killed: a game, and the match of it")
}
