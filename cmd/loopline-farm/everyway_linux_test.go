package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/contest/director"
	"github.com/loopline/loopline/contest/journal"
	"github.com/loopline/loopline/contest/standing"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/contests"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sim/tooling"
)

// What the second entrant of a contest does; the others are there from the start to the end.
const (
	there   = "there"
	missing = "missing" // it never comes
	late    = "late"    // it comes once it counts as missing
	leaves  = "leaves"  // it goes in its first game, after some lines, and does not come back
)

// everyWay are the kinds of addresses.
var everyWay = []string{"bot", "exec", "tcp", "listen", "serial", "sim", "api", "web", "remote", "hall"}

// shortGames are the options of games of some turns.
var shortGames = map[string]string{
	"trax": ``, "battle2048": ``, "chaser": `turns = "10"`,
	"dpt": `turns = "6", interval = "200"`, "kakomimasu": `turns = "6", agents = "2", operation = "400", transition = "200"`,
}

// notOffered says why a game has no such cell in the table; empty if it has.
func notOffered(g *descriptor.Descriptor, way, does string) string {
	switch {
	case way == "api" && g.Dial == nil:
		return "the game has no interface over HTTP"
	case way == "web" && g.NewVisitor == nil:
		return "the game has no page for a person"
	case way == "bot" && does != there:
		return "a bot is always there"
	case way == "sim" && does != there:
		return "a simulated board is always there"
	}
	return ""
}

// partOfEveryWay is the argument after which the test's program is a player.
const partOfEveryWay = "everyway-player"

// programPlayer plays a game on standard input and output as the second entrant may do. If it leaves with
// its parent, it kills the program that started it.
func programPlayer(game, name, does, with string) {
	stdio := struct {
		io.ReadCloser
		io.Writer
	}{os.Stdin, os.Stdout}
	err := playsOn(context.Background(), game, name, does, stdio)
	if errors.Is(err, errLeft) && with == withParent {
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
	}
	if err != nil {
		os.Exit(1)
	}
}

// withParent is the last argument of a program that leaves with its parent, and alone of one that doesn't.
const withParent, alone = "with-its-parent", "alone"

// errLeft is the error of who left.
var errLeft = errors.New("it left")

// leavesAfter is the number of lines that a player writes who leaves.
const leavesAfter = 3

// leaver is a connection that is closed after some lines.
type leaver struct {
	io.ReadWriteCloser
	written int
	left    bool
}

func (l *leaver) Write(b []byte) (int, error) {
	if l.written >= leavesAfter {
		l.left = true
		return 0, errors.Join(errLeft, l.Close())
	}
	l.written += bytes.Count(b, []byte("\n"))
	return l.ReadWriteCloser.Write(b)
}

// playsOn has a bot play on a connection, until it ends or the bot leaves: errLeft. A board plays on when the
// bot has done with a game.
func playsOn(ctx context.Context, game, name, does string, conn io.ReadWriteCloser) error {
	g, err := games.ByName(game)
	if err != nil {
		return err
	}
	l := &leaver{ReadWriteCloser: conn}
	if does == leaves {
		conn = l
	}
	_, board := l.ReadWriteCloser.(resetBoard)
	line := lines.New(conn, g.Lines)
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { _ = line.Close() })
	defer stop()
	for {
		bot, err := g.NewBot("random", descriptor.BotOptions{Team: name, Limit: time.Second, Notify: func(string) {}})
		if err != nil {
			return err
		}
		err = bot.Serve(ctx, line)
		switch {
		case l.left:
			return errLeft
		case err != nil || !board || ctx.Err() != nil:
			return err
		}
	}
}

// everyWayCell is a contest of the table: a game, played by two entrants at addresses of a kind and by bots.
type everyWayCell struct {
	*testing.T
	game      descriptor.Descriptor
	way, does string
	folder    string
	said      *bridgetest.Buffer // by the contest's host
	ctx       context.Context
	clients   sync.WaitGroup
	plan      string // what is to be in the contest's file before the entrants
	text      string // of the contest's file
	args      []string
}

// TestEveryWay plays contests of every game with players at every kind of address: all are there, or the second
// is missing, is late, or leaves during its first game. Each contest goes to its end, games without the second
// entrant are played cleanly, and it verifies. The table says what became of the games. Here it is CHaser, whose
// players speak first.
func TestEveryWay(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	eachWay(t, isCHaser, whatever, (*everyWayCell).play)
}

// TestEveryWayOfAllGames is the rest of the table.
func TestEveryWayOfAllGames(t *testing.T) {
	tier.Long(t)
	tier.NoRace(t)
	eachWay(t, notCHaser, whatever, (*everyWayCell).play)
}

// TestCheckEveryWay has contest check --quick look for players at every kind of address: those who are there are
// ok, those who never come are missing, and who is not tried is said. Here it is CHaser.
func TestCheckEveryWay(t *testing.T) {
	tier.Rest(t)
	tier.NoRace(t)
	eachWay(t, isCHaser, []string{there, missing}, (*everyWayCell).check)
}

// TestCheckEveryWayOfAllGames is the rest of the table.
func TestCheckEveryWayOfAllGames(t *testing.T) {
	tier.Long(t)
	tier.NoRace(t)
	eachWay(t, notCHaser, []string{there, missing}, (*everyWayCell).check)
}

func isCHaser(game string) bool  { return game == "chaser" }
func notCHaser(game string) bool { return game != "chaser" }

// whatever is all that the second entrant may do.
var whatever = []string{there, missing, late, leaves}

// eachWay runs the cells of some games, and prints what became of them.
func eachWay(t *testing.T, plays func(game string) bool, second []string, run func(*everyWayCell) string) {
	var mu sync.Mutex
	table := map[string]string{}
	t.Cleanup(func() {
		for _, row := range slices.Sorted(maps.Keys(table)) {
			t.Logf("%-36s %s", row, table[row])
		}
	})
	for _, g := range games.All() {
		if !plays(g.Name) {
			continue
		}
		for _, way := range everyWay {
			for _, does := range second {
				name := fmt.Sprintf("%s/%s/%s", g.Name, way, does)
				if why := notOffered(&g, way, does); why != "" {
					table[name] = "-: " + why
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					c := &everyWayCell{T: t, game: g, way: way, does: does, folder: t.TempDir(), said: &bridgetest.Buffer{}}
					became := "failed"
					defer func() {
						mu.Lock()
						defer mu.Unlock()
						table[name] = became
					}()
					became = run(c)
				})
			}
		}
	}
}

// play plays the contest, and says what became of its games.
func (c *everyWayCell) play() string {
	file, stop := c.write()
	defer c.clients.Wait()
	defer stop()

	host := c.command(append([]string{"contest", "run", file, "--isolation", "none"}, c.args...)...)
	timer := time.AfterFunc(4*time.Minute, stop)
	defer timer.Stop()
	require.NoError(c, host.Run(), "%s\n%s", c.text, c.said)
	return c.judge(director.FolderOf(file))
}

// check checks the contest's entrants, and says what the second is said to be.
func (c *everyWayCell) check() string {
	file, stop := c.write()
	defer c.clients.Wait()
	defer stop()

	host := c.command("contest", "check", "--quick", file, "--isolation", "none")
	host.Env = append(host.Env, tooling.CacheVariable+"="+filepath.Join(c.folder, "models")) // none is built before
	timer := time.AfterFunc(4*time.Minute, stop)
	defer timer.Stop()
	first, second, status := "ok", "ok", 0
	switch {
	case c.way == "web":
		first, second = "person", "person"
	case c.way == "hall":
		first, second = "hall", "hall"
	case c.does == missing:
		second, status = "missing", 3
	}
	err := host.Run()
	said := c.said.String()
	require.Equal(c, status, host.ProcessState.ExitCode(), "%v\n%s", err, said)
	for entrant, want := range map[string]string{"E0": first, "E1": second, "B0": "ok"} {
		found := regexp.MustCompile(`(?m)^` + entrant + ` +(\w+) +(.*)$`).FindStringSubmatch(said)
		require.NotNil(c, found, "%s: %s", entrant, said)
		require.Equal(c, want, found[1], "%s: %s", entrant, said)
		if want == "ok" {
			require.Regexp(c, `: [1-9][0-9]* answers?, longest `, found[2])
		}
	}
	return second
}

// write begins the players and writes the contest's file. Stop ends them.
func (c *everyWayCell) write() (file string, stop context.CancelFunc) {
	c.ctx, stop = context.WithCancel(c.Context())
	wait := "7s"
	if c.does == late {
		wait = "2m"
	}
	entrants := c.entrant(0, there) + c.entrant(1, c.does)
	stage := "kind = \"round-robin\"\ngames = 2\n"
	bots := 1
	if c.inHeat() {
		stage, bots = "kind = \"tables\"\nheat = 4\nrounds = 1\ngames = 2\n", 2
	}
	for i := range bots {
		entrants += fmt.Sprintf("[[entrant]]\nname = \"B%d\"\naddress = \"bot:random?seed=%d\"\n", i, i+1)
	}
	c.text = fmt.Sprintf("name = \"every way\"\ngame = %q\noptions = { %s }\nmove-time = \"5s\"\nfirst-time = \"5s\"\nhandshake = \"10s\"\nwait = %q\ntables = 2\nseed = 1\n%s%s[[stage]]\nname = \"all\"\n%s",
		c.game.Name, shortGames[c.game.Name], wait, c.plan, entrants, stage)
	file = filepath.Join(c.folder, "cup.toml")
	require.NoError(c, os.WriteFile(file, []byte(c.text), 0o666))
	return file, stop
}

// command is this program with arguments, killed when the contest has ended.
func (c *everyWayCell) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(c.ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), envRole+"="+args[0])
	cmd.Stdout, cmd.Stderr = c.said, c.said
	return cmd
}

// begins starts a command, which runs until the contest has ended.
func (c *everyWayCell) begins(cmd *exec.Cmd) {
	if err := cmd.Start(); err != nil {
		c.Error(err)
		return
	}
	c.clients.Go(func() { _ = cmd.Wait() })
}

// entrant is the contest's entry of a player that does something.
func (c *everyWayCell) entrant(i int, does string) string {
	name := fmt.Sprint("E", i)
	address, more := c.address(i, name, does)
	return fmt.Sprintf("[[entrant]]\nname = %q\naddress = %q\n%s", name, address, more)
}

// comes waits until a player comes, and reports whether it does.
func (c *everyWayCell) comes(name, does string) bool {
	switch does {
	case missing:
		return false
	case late:
		return c.waitsFor(name+` is missing; others play`) != nil
	}
	return c.ctx.Err() == nil
}

// waitsFor waits until the contest's host says something, and returns the groups of it; nil if it never does.
func (c *everyWayCell) waitsFor(pattern string) []string {
	for wanted := regexp.MustCompile(pattern); c.ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if found := wanted.FindStringSubmatch(c.said.String()); found != nil {
			return found
		}
	}
	return nil
}

// again has a player play on connections, one after the other, until it leaves.
func (c *everyWayCell) again(name, does string, connect func() (io.ReadWriteCloser, error)) {
	c.clients.Go(func() {
		if !c.comes(name, does) {
			return
		}
		for c.ctx.Err() == nil {
			if conn, err := connect(); err == nil && errors.Is(playsOn(c.ctx, c.game.Name, name, does, conn), errLeft) {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// address is the address of a player that does something, and further lines of its entry.
func (c *everyWayCell) address(i int, name, does string) (address, more string) {
	switch c.way {
	case "bot":
		return fmt.Sprintf("bot:random?seed=%d", 10+i), ""
	case "exec":
		return c.program(name, does, alone), ""
	case "tcp":
		at := bridgetest.Loopback()
		c.clients.Go(func() { c.listens(at, name, does) })
		return "tcp:" + at, ""
	case "listen":
		at := bridgetest.Loopback()
		c.again(name, does, func() (io.ReadWriteCloser, error) {
			return (&net.Dialer{}).DialContext(c.ctx, "tcp", at)
		})
		return "listen:" + at, ""
	case "serial":
		link := filepath.Join(c.folder, name)
		c.clients.Go(func() { c.plugs(link, name, does) })
		return "serial:" + link, ""
	case "sim":
		return "sim:reference?name=" + name, ""
	case "api":
		at := bridgetest.Loopback()
		c.again(name, does, func() (io.ReadWriteCloser, error) {
			return c.game.Connect(c.ctx, "http://"+at+"?token="+name)
		})
		return "api:" + at + "?token=" + name, ""
	case "web":
		c.clients.Go(func() { c.visits(name, does) })
		return "web?name=" + name, ""
	case "remote":
		return c.offers(name, does), ""
	}
	return c.inHall(name, does)
}

// program is the address of a program. With says what goes with it when it leaves.
func (c *everyWayCell) program(name, does, with string) string {
	program := filepath.Join(c.folder, name, partOfEveryWay)
	come := func() {
		if err := errors.Join(os.Mkdir(filepath.Dir(program), 0o777), os.Symlink(os.Args[0], program)); err != nil {
			c.Error(err)
		}
	}
	if does == late {
		c.clients.Go(func() {
			if c.comes(name, does) {
				come()
			}
		})
	} else if does != missing {
		come()
	}
	return fmt.Sprintf("exec:%s %s %s %s %s", program, c.game.Name, name, does, with)
}

// listens is a player at an address of TCP.
func (c *everyWayCell) listens(at, name, does string) {
	if !c.comes(name, does) {
		return
	}
	l, err := net.Listen("tcp", at)
	if err != nil {
		c.Error(err)
		return
	}
	stop := context.AfterFunc(c.ctx, func() { _ = l.Close() })
	defer stop()
	defer l.Close()
	for {
		conn, err := l.Accept()
		if err != nil || errors.Is(playsOn(c.ctx, c.game.Name, name, does, conn), errLeft) {
			return
		}
	}
}

// plugs is a board on a pseudo-terminal, which a link names while it is plugged in. It begins anew when the
// host has closed its line: a board of CHaser gives its name once.
func (c *everyWayCell) plugs(link, name, does string) {
	if !c.comes(name, does) {
		return
	}
	for c.ctx.Err() == nil {
		pty, err := bridgetest.NewPTY()
		if err == nil {
			err = os.Symlink(pty.Name, link)
		}
		if err != nil {
			c.Error(err)
			return
		}
		err = playsOn(c.ctx, c.game.Name, name, does, resetBoard{pty})
		_ = os.Remove(link)
		if errors.Is(err, errLeft) {
			return
		}
	}
}

// resetBoard is a PTY that ends when the host has closed it.
type resetBoard struct{ *bridgetest.PTY }

func (r resetBoard) Read(b []byte) (n int, err error) {
	if n, err = r.PTY.Read(b); n > 0 {
		r.Opened()
	}
	return n, err
}

// visits is a person at a page.
func (c *everyWayCell) visits(name, does string) {
	if !c.comes(name, does) {
		return
	}
	link := c.waitsFor(name + `: open this link in a browser to play; it is for one person: (http\S+)`)
	if link == nil {
		return
	}
	ctx, leave := context.WithCancel(c.ctx)
	defer leave()
	choose := rand.New(rand.NewPCG(1, 1)).IntN
	at := regexp.MustCompile(`//.*:(\d+)/`).ReplaceAllString(link[1], "//127.0.0.1:$1/")
	_, err := hosttest.NewBrowser(at).Play(ctx, choose, func(turn int, _ []string) {
		if does == leaves && turn > leavesAfter {
			leave()
		}
		time.Sleep(80 * time.Millisecond) // nobody clicks more often, and no page lets them
	})
	if err != nil && ctx.Err() == nil {
		c.Errorf("%s at its page: %v", name, err)
	}
}

// server starts a server of the farm, for agents, and returns its keys and its address.
func (c *everyWayCell) server(agents ...string) (keys, url string) {
	keys = filepath.Join(c.folder, "keys-"+agents[0])
	require.NoError(c, natsconn.MakeKeys(keys, natsconn.Init{Agents: agents}))
	server, err := natsconn.StartServer(natsconn.ServerOptions{Keys: keys, Listen: "127.0.0.1:0", Notify: func(string) {}})
	require.NoError(c, err)
	c.Cleanup(server.Stop)
	return keys, server.URL()
}

// offers is a program that an agent offers. Both leave together.
func (c *everyWayCell) offers(name, does string) string {
	agent := strings.ToLower(name)
	keys, url := c.server(agent)
	program := c.program(name, does, withParent)
	start := func() {
		c.begins(c.command("offer", program, "--name", agent, "--at", url, "--key", natsconn.AccessFile(keys, natsconn.Agent, agent), "--game", c.game.Name, "--isolation", "none"))
	}
	if does == late {
		c.clients.Go(func() {
			if c.comes(name, does) {
				start()
			}
		})
	} else if does != missing {
		start()
	}
	if does == leaves {
		c.plan = "network = \"forfeit\"\nnetwork-wait = \"2s\"\n"
	}
	return fmt.Sprintf("remote:%s?at=%s&key=%s", agent, url, natsconn.AccessFile(keys, natsconn.Host, ""))
}

// inHall is a program in the other hall, which begins with the first.
func (c *everyWayCell) inHall(name, does string) (address, more string) {
	if c.plan == "" {
		keys, url := c.server("east")
		hall := c.command("hall", "east", "--at", url, "--key", natsconn.AccessFile(keys, natsconn.Agent, "east"), "--dir", filepath.Join(c.folder, "east"), "--isolation", "none")
		c.begins(hall)
		lines := c.waitsFor(`(?s)(\[\[hall\]\].*tables = 1\n)`)
		require.NotNil(c, lines)
		c.plan = lines[1]
		c.args = []string{"--at", url, "--key", natsconn.AccessFile(keys, natsconn.Host, "")}
	}
	return c.program(name, does, alone), "hall = \"east\"\n"
}

// judge reads the contest, and says what became of its games.
func (c *everyWayCell) judge(day string) string {
	d, err := tournament.Read(day)
	require.NoError(c, err)
	require.True(c, standing.Over(d), c.said)
	require.Empty(c, journal.VerifyIn(c.Context(), contests.Env(day), day, games.Verify).Differences)
	for _, wrong := range []string{"failed by a fault", "alarm:", "panic", "goroutine "} {
		require.NotContains(c, c.said.String(), wrong)
	}
	second, err := d.Entrant("E1")
	require.NoError(c, err)
	count, lost := map[string]int{}, 0
	d.Matches(func(m *tournament.Match) {
		fouls := c.fouls(d, m.ID)
		for _, g := range m.Games {
			seat := slices.Index(g.Seats, second.Index)
			what := "played"
			switch {
			case g.By == tournament.Forfeited:
				what = "forfeited"
				require.Equal(c, []int{second.Index}, g.Absent, "%s\n%s", g.ID, c.said)
				require.NotEqual(c, second.Index, g.Winner)
			case g.Void:
				what = "void (" + g.Reason + ")"
			case len(g.Seats) < len(m.Entrants):
				what = "played without it"
				require.Negative(c, seat, "%s\n%s", g.ID, c.said)
			}
			for _, f := range fouls[g.AttemptID()] {
				what = f.Kind + " (" + f.Reason + ")"
				require.Equal(c, seat, f.Seat, "%s: the foul of another\n%s", g.ID, c.said)
			}
			count[what]++
			clean := seat < 0 && len(m.Entrants) == 2 || c.does == there || c.does == late
			if clean {
				require.Equal(c, "played", what, "%s\n%s", g.ID, c.said)
			}
			if slices.Contains(m.Entrants, second.Index) && what != "played" {
				lost++
			}
		}
	})
	if c.does == missing {
		require.Zero(c, count["played"]-c.without(), c.said)
	}
	if c.does == leaves && c.way != "api" {
		require.Positive(c, lost, c.said)
	}
	var all []string
	for _, what := range slices.Sorted(maps.Keys(count)) {
		all = append(all, fmt.Sprintf("%d %s", count[what], what))
	}
	return strings.Join(all, ", ")
}

// inHeat reports whether the entrants play in a heat of four; heats are played at the contest's host.
func (c *everyWayCell) inHeat() bool { return c.game.Name == "kakomimasu" && c.way != "hall" }

// without is the number of games that are not the second entrant's.
func (c *everyWayCell) without() int {
	if c.inHeat() {
		return 0
	}
	return 2
}

// fouls are those of the games of a match, by the games' ids.
func (c *everyWayCell) fouls(d *tournament.Tournament, match string) map[string][]*record.EventFoul {
	data, err := os.ReadFile(d.Record(match))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(c, err)
	recorded, err := record.Read(bytes.NewReader(data))
	require.NoError(c, err)
	all := map[string][]*record.EventFoul{}
	for _, g := range recorded {
		id := g.Header().ID
		for _, e := range g.Events {
			if e.Foul != nil {
				all[id] = append(all[id], e.Foul)
			}
		}
	}
	return all
}
