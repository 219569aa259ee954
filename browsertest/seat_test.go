package browsertest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// match is loopline play, with the links of the people who play.
type match struct {
	links  []string
	record string
	output func() string // when it is over
}

// seated starts a match in which as many people play at pages as there are links.
func seated(t *testing.T, links int, args ...string) *match {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	m := &match{record: filepath.Join(t.TempDir(), "r.jsonl")}
	cmd := exec.CommandContext(t.Context(), path, append([]string{"play", "--record", m.record}, args...)...)
	var out strings.Builder
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	said := bufio.NewScanner(stderr)
	link := regexp.MustCompile(`(\w+): open this link .* (http://\S+)$`)
	for len(m.links) < links && said.Scan() {
		found := link.FindStringSubmatch(said.Text())
		require.NotNil(t, found, said.Text())
		u, err := url.Parse(found[2])
		require.NoError(t, err)
		u.Host = net.JoinHostPort("127.0.0.1", u.Port())
		if slices.Contains([]string{"white", "first", "cool"}, found[1]) { // seats open in any order
			m.links = append([]string{u.String()}, m.links...)
		} else {
			m.links = append(m.links, u.String())
		}
	}
	require.Len(t, m.links, links)
	rest := make(chan struct{})
	go func() { defer close(rest); _, _ = io.Copy(&out, stderr) }()
	m.output = func() string {
		<-rest
		require.NoError(t, cmd.Wait(), out.String())
		return out.String()
	}
	return m
}

// verified derives the verdict of the match again.
func (m *match) verified(t *testing.T) {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	out, err := exec.CommandContext(t.Context(), path, "verify", m.record).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "ok: ")
}

// sitter is a person in a browser of their own.
type sitter struct {
	ctx    context.Context
	chance *rand.Rand
	turn   int  // the last that was answered
	mouse  bool // instead of touches
}

// sit opens a link in a browser that shares no cookies with others.
func sit(t *testing.T, browser context.Context, link string, width, height int64, dark bool) *sitter {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	s := &sitter{ctx: ctx, chance: rand.New(rand.NewPCG(uint64(width), 1))}
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watcher})
	require.NoError(t, err)
	options := []chromedp.EmulateViewportOption{chromedp.EmulateTouch}
	if width < 600 {
		options = append(options, chromedp.EmulateMobile)
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height, options...)))
	if dark {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		require.NoError(t, err)
	}
	open(t, ctx, link)
	return s
}

// tap touches the middle of an element, which must be what lies there.
func (s *sitter) tap(t *testing.T, selector string) {
	t.Helper()
	at := eval[[]float64](t, s.ctx, fmt.Sprintf(`(async () => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: "center", inline: "center"});
		await new Promise((r) => requestAnimationFrame(() => setTimeout(r, 0)));
		const b = e.getBoundingClientRect(), x = b.left + b.width / 2, y = b.top + b.height / 2, top = document.elementFromPoint(x, y);
		return [x, y, e === top || e.contains(top) ? 1 : 0, b.width, b.height];
	})()`, selector))
	require.Equal(t, 1.0, at[2], "%s is covered", selector)
	require.GreaterOrEqual(t, min(at[3], at[4]), 24.0, "%s is too small to touch", selector)
	press := chromedp.TapXY(at[0], at[1])
	if s.mouse {
		press = chromedp.MouseClickXY(at[0], at[1])
	}
	require.NoError(t, chromedp.Do(s.ctx, press))
}

// asked waits until the person is asked again, and reports whether the game is on.
func (s *sitter) asked(t *testing.T) bool {
	t.Helper()
	wait(t, s.ctx, fmt.Sprintf("looplineSeat.state().end || looplineSeat.state().turn > %d", s.turn))
	s.turn = eval[int](t, s.ctx, "looplineSeat.state().turn")
	return s.turn > 0
}

// touches answers by touches alone: a cell, now and then its next option, and the button; of several
// parts each, one after another.
func (s *sitter) touches(t *testing.T) {
	t.Helper()
	if parts := eval[int](t, s.ctx, "looplineSeat.state().parts.length"); parts > 1 {
		s.touchesParts(t, parts)
		return
	}
	n := eval[int](t, s.ctx, "document.querySelectorAll('.spot').length")
	require.Positive(t, n)
	spot := fmt.Sprintf(".spot:nth-of-type(%d)", 1+s.chance.IntN(n))
	taps := 1 + s.chance.IntN(2)
	for range taps {
		s.tap(t, spot)
	}
	wait(t, s.ctx, "!document.getElementById('go').disabled && document.querySelector('.ghost *')")
	want := eval[string](t, s.ctx, fmt.Sprintf(`(() => { const i = [...document.querySelectorAll(".spot")].indexOf(document.querySelector(%q)), c = looplineSeat.state().parts[0].choices[i].options, o = c[%d %% c.length]; return o.words ? o.words[0][0].toUpperCase() + o.words[0].slice(1) : "Play " + o.answer; })()`, spot, taps-1))
	require.Equal(t, want, eval[string](t, s.ctx, "document.getElementById('go').textContent"))
	s.tap(t, "#go")
}

// touchesParts answers a question of several parts.
func (s *sitter) touchesParts(t *testing.T, parts int) {
	t.Helper()
	done := func() int { return eval[int](t, s.ctx, "document.querySelectorAll('.part.done').length") }
	for n := range parts {
		spots := eval[int](t, s.ctx, "document.querySelectorAll('.spot').length")
		require.Positive(t, spots)
		s.tap(t, fmt.Sprintf(".spot:nth-of-type(%d)", 1+s.chance.IntN(spots)))
		require.Equal(t, n+1, done())
		if eval[bool](t, s.ctx, "document.getElementById('go').textContent.startsWith('Next')") {
			s.tap(t, "#go")
		}
	}
	require.Equal(t, "Play", eval[string](t, s.ctx, "document.getElementById('go').textContent"))
	s.tap(t, "#go")
}

// keys answers by keys alone, each part.
func (s *sitter) keys(t *testing.T) {
	t.Helper()
	key := func(keys string) { require.NoError(t, chromedp.Do(s.ctx, chromedp.KeyEvent(keys))) }
	for range eval[int](t, s.ctx, "looplineSeat.state().parts.length") {
		wait(t, s.ctx, "document.activeElement.classList.contains('spot')")
		key(kb.Escape) // the character of the last Enter comes apart from its key here, and may have chosen
		require.Contains(t, eval[string](t, s.ctx, "document.activeElement.getAttribute('aria-label')"), ": ")
		for range s.chance.IntN(4) {
			key([]string{kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown}[s.chance.IntN(4)])
		}
		keys := eval[[]string](t, s.ctx, "looplineSeat.options().map((o) => o.key)")
		if letter, ok := map[string]string{"/": "s", "\\": "b", "+": "p"}[keys[s.chance.IntN(len(keys))]]; ok && s.chance.IntN(2) == 0 {
			key(letter)
		} else if s.chance.IntN(2) == 0 {
			key(keys[s.chance.IntN(len(keys))])
		} else {
			key(" ")
		}
		wait(t, s.ctx, "document.activeElement.getAttribute('aria-pressed') === 'true' && document.getElementById('said').textContent.includes('is chosen')")
		key(kb.Enter)
	}
}

// ended waits for the verdict on the page.
func (s *sitter) ended(t *testing.T) string {
	t.Helper()
	wait(t, s.ctx, "looplineSeat.over() && document.getElementById('before').textContent === 'The match is over.'")
	return eval[string](t, s.ctx, "document.getElementById('status').textContent")
}

// TestSeats has people play in browsers.
func TestSeats(t *testing.T) {
	ctx := browser(t)
	t.Run("touch", func(t *testing.T) { seatByTouch(t, ctx) })
	t.Run("keyboard", func(t *testing.T) { seatByKeyboard(t, ctx) })
	t.Run("two", func(t *testing.T) { seatsOfTwo(t, ctx) })
	t.Run("reconnect", func(t *testing.T) { seatReconnects(t, ctx) })
	t.Run("looks", func(t *testing.T) { seatLooks(t, ctx) })
	for _, game := range [][]string{
		{"battle2048"}, {"chaser", "--option", "turns=12"}, {"dpt", "--option", "turns=5"},
		{"kakomimasu", "--option", "turns=4,agents=2,seed=4"},
	} {
		t.Run(game[0], func(t *testing.T) { seatOfGame(t, ctx, game[0], game[1:]...) })
	}
}

// seatOfGame plays whole games: by touches on a phone in which the network is lost and the page is
// loaded again, by keys alone, and of two people.
func seatOfGame(t *testing.T, browser context.Context, game string, options ...string) {
	args := func(players ...string) []string {
		return append(append([]string{"--game", game}, players...), options...)
	}
	over := func(m *match, all ...*sitter) {
		for _, s := range all {
			s.ended(t)
			quiet(t, s.ctx)
		}
		m.output()
		m.verified(t)
	}

	m := seated(t, 1, args("web", "bot:random?seed=1")...)
	u, err := url.Parse(m.links[0])
	require.NoError(t, err)
	network := newCuttable(t, u.Host)
	u.Host = network.Addr().String()
	s := sit(t, browser, u.String(), 390, 844, false)
	for n := 0; s.asked(t); n++ {
		require.LessOrEqual(t, eval[int](t, s.ctx, "document.documentElement.scrollWidth"), 390, "a phone does not scroll sideways")
		switch n {
		case 1:
			network.set(true)
			wait(t, s.ctx, "document.getElementById('status').textContent.startsWith('Connection lost')")
			time.AfterFunc(time.Second, func() { network.set(false) })
		case 2:
			u.Fragment = ""
			open(t, s.ctx, u.String())
			wait(t, s.ctx, fmt.Sprintf("looplineSeat.state().turn === %d && document.querySelector('.spot')", s.turn))
		}
		s.touches(t)
	}
	s.ended(t)
	m.output()
	m.verified(t)

	m = seated(t, 1, args("bot:random?seed=5", "web")...)
	s = sit(t, browser, m.links[0], 1920, 1080, true)
	for s.asked(t) {
		s.keys(t)
	}
	over(m, s)

	m = seated(t, 2, args("web", "web")...)
	both := []*sitter{sit(t, browser, m.links[0], 390, 844, true), sit(t, browser, m.links[1], 1280, 800, false)}
	both[1].mouse = true
	for on := true; on; {
		on = false
		for _, s := range both {
			wait(t, s.ctx, fmt.Sprintf("looplineSeat.state().end || looplineSeat.state().turn > %d || %t", s.turn, len(options) < 1 || game == "chaser"))
			if turn := eval[int](t, s.ctx, "looplineSeat.state().turn"); turn > s.turn {
				s.turn = turn
				s.touches(t)
			}
			on = on || !eval[bool](t, s.ctx, "!!looplineSeat.state().end")
		}
	}
	over(m, both...)
	gameLooks(t, browser, game, args)
}

// gameLooks keeps pictures of a game in both sizes, colours and languages.
func gameLooks(t *testing.T, browser context.Context, game string, args func(players ...string) []string) {
	for _, c := range looks {
		m := seated(t, 1, args("web", "bot:greedy?seed=9")...)
		link, code, _ := strings.Cut(m.links[0], "#")
		s := sit(t, browser, link+c.query+"#"+code, c.width, c.height, c.dark)
		for n := 0; n < 4 && s.asked(t); n++ {
			if n == 3 {
				keep(t, s.ctx, "seat-"+game+"-"+c.name)
				s.tap(t, ".spot:nth-of-type(2)")
				keep(t, s.ctx, "seat-"+game+"-"+c.name+"-chosen")
				s.tap(t, "#giveup summary")
				s.tap(t, "#leave")
				break
			}
			for eval[bool](t, s.ctx, "!!document.querySelector('.spot') && !looplineSeat.sending()") {
				s.tap(t, ".spot:nth-of-type(1)")
				if eval[bool](t, s.ctx, "!document.getElementById('go').disabled") {
					s.tap(t, "#go")
				}
			}
		}
		m.output()
		wait(t, s.ctx, "looplineSeat.over()")
		keep(t, s.ctx, "seat-"+game+"-"+c.name+"-end")
		quiet(t, s.ctx)
	}
}

// looks are the sizes, colours and languages of the pictures.
var looks = []struct {
	name          string
	width, height int64
	dark          bool
	query         string
}{
	{"phone-light", 390, 844, false, "?lang=en"}, {"phone-dark-ja", 390, 844, true, "?lang=ja"},
	{"desk-light-ja", 1920, 1080, false, "?lang=ja"}, {"desk-dark", 1920, 1080, true, "?lang=en"},
}

// seatByTouch plays a whole game on a phone by touches against a bot, in three taps a move
// at most.
func seatByTouch(t *testing.T, browser context.Context) {
	m := seated(t, 1, "--white", "web", "--red", "bot:greedy?seed=1")
	s := sit(t, browser, m.links[0], 390, 844, false)
	_, err := chromedp.Call(s.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}},
	})
	require.NoError(t, err)
	eval[bool](t, s.ctx, `self.late = 0, new MutationObserver((all) => { for (const m of all) if (m.target.classList.contains("late")) late++; })
		.observe(document.getElementById("sheet"), {subtree: true, attributes: true, attributeFilter: ["class"]}), true`)
	for s.asked(t) {
		require.LessOrEqual(t, eval[int](t, s.ctx, "document.documentElement.scrollWidth"), 390, "a phone does not scroll sideways")
		require.Empty(t, eval[string](t, s.ctx, "location.hash"), "the code is not in the address any more")
		s.touches(t)
	}
	require.Positive(t, eval[int](t, s.ctx, "late"), "what a move put on the board comes piece by piece")
	require.Zero(t, eval[int](t, s.ctx, "document.querySelectorAll('.late').length"))
	said := s.ended(t)
	require.Contains(t, said, "wins by")
	require.Contains(t, m.output(), "wins by")
	m.verified(t)
	quiet(t, s.ctx)
}

// seatByKeyboard plays a whole game by keys alone, and listens to what is said.
func seatByKeyboard(t *testing.T, browser context.Context) {
	m := seated(t, 1, "--white", "bot:random?seed=5", "--red", "web")
	s := sit(t, browser, m.links[0], 1920, 1080, true)
	for s.asked(t) {
		wait(t, s.ctx, "document.getElementById('said').textContent.includes('white')")
		s.keys(t)
	}
	s.ended(t)
	m.output()
	m.verified(t)
	quiet(t, s.ctx)
}

// seatsOfTwo has two people play against each other, one of them with a mouse; a third with the same link sees no board.
func seatsOfTwo(t *testing.T, browser context.Context) {
	m := seated(t, 2, "--white", "web", "--red", "web")
	white := sit(t, browser, m.links[0], 390, 844, true)
	red := sit(t, browser, m.links[1], 1280, 800, false)
	red.mouse = true
	require.True(t, white.asked(t))
	third := sit(t, browser, m.links[0], 390, 844, false)
	wait(t, third.ctx, "document.getElementById('status').textContent.startsWith('This link is wrong')")
	require.False(t, eval[bool](t, third.ctx, "!!document.querySelector('.sheet svg')"))
	keep(t, third.ctx, "seat-used-link")
	for on := true; on; {
		white.touches(t)
		if on = red.asked(t); on {
			red.touches(t)
			on = white.asked(t)
		}
	}
	require.Equal(t, white.ended(t), red.ended(t))
	m.output()
	m.verified(t)
	quiet(t, white.ctx)
	quiet(t, red.ctx)
}

// cuttable is a network between a browser and a page, which can be cut.
type cuttable struct {
	net.Listener
	to string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func newCuttable(t *testing.T, to string) *cuttable {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	c := &cuttable{Listener: l, to: to}
	t.Cleanup(func() { l.Close(); c.set(true) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			c.mu.Lock()
			if err != nil || c.cut {
				near.Close()
				c.mu.Unlock()
				continue
			}
			c.conns = append(c.conns, near, far)
			c.mu.Unlock()
			go func() { _, _ = io.Copy(far, near); far.Close() }()
			go func() { _, _ = io.Copy(near, far); near.Close() }()
		}
	}()
	return c
}

// set cuts the network, or mends it.
func (c *cuttable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

// seatReconnects loses the network while the person is asked, answers meanwhile, and plays on;
// then the page is loaded again, without the code.
func seatReconnects(t *testing.T, browser context.Context) {
	m := seated(t, 1, "--white", "web", "--red", "bot:random?seed=1")
	u, err := url.Parse(m.links[0])
	require.NoError(t, err)
	network := newCuttable(t, u.Host)
	u.Host = network.Addr().String()
	s := sit(t, browser, u.String(), 390, 844, false)
	n := 0
	for ; s.asked(t); n++ {
		switch n {
		case 1:
			network.set(true)
			wait(t, s.ctx, "document.getElementById('status').textContent.startsWith('Connection lost')")
			keep(t, s.ctx, "seat-lost")
			s.touches(t)
			time.AfterFunc(time.Second, func() { network.set(false) })
		case 2:
			u.Fragment = ""
			open(t, s.ctx, u.String())
			wait(t, s.ctx, fmt.Sprintf("looplineSeat.state().turn === %d", s.turn))
			s.touches(t)
		default:
			s.touches(t)
		}
	}
	require.Greater(t, n, 3, "the game was too short to tell")
	s.ended(t)
	m.output()
	m.verified(t)
}

// seatLooks keeps pictures of a game in both sizes, colours and languages.
func seatLooks(t *testing.T, browser context.Context) {
	for _, c := range looks {
		m := seated(t, 1, "--white", "bot:random?seed=9", "--red", "web")
		link, code, _ := strings.Cut(m.links[0], "#")
		s := sit(t, browser, link+c.query+"#"+code, c.width, c.height, c.dark)
		for n := 0; n < 6 && s.asked(t); n++ {
			if n == 5 {
				keep(t, s.ctx, "seat-"+c.name)
				s.tap(t, ".spot:nth-of-type(3)")
				wait(t, s.ctx, "document.querySelector('.ghost use')")
				keep(t, s.ctx, "seat-"+c.name+"-chosen")
				s.tap(t, "#giveup summary")
				s.tap(t, "#leave")
				break
			}
			s.tap(t, ".spot:nth-of-type(1)")
			s.tap(t, "#go")
		}
		wait(t, s.ctx, "looplineSeat.over()")
		keep(t, s.ctx, "seat-"+c.name+"-end")
		require.Contains(t, m.output(), "red (web) loses at ply")
		quiet(t, s.ctx)
	}
}
