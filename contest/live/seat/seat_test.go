package seat

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/live/livetest"
	"github.com/loopline/loopline/contest/live/question"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/say"
)

// visit is a browser in which a person plays.
type visit struct {
	t      testing.TB
	client *http.Client
	page   string // its URL, without the code
	code   string
}

// seats is a server with the links that it showed.
type seats struct {
	*Server
	links chan string
}

func newSeats(t *testing.T) *seats {
	d := &seats{links: make(chan string, 16)}
	d.Server = NewServer(newCountView, nil, func(who, link string) { d.links <- who + " " + link })
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// visitor waits for the next link.
func (d *seats) visitor(t *testing.T) *visit {
	select {
	case said := <-d.links:
		_, link, _ := strings.Cut(said, " ")
		return newVisit(t, link)
	case <-time.After(time.Minute):
		require.Fail(t, "no link")
	}
	return nil
}

// newVisit is a browser that has the link of a seat.
func newVisit(t testing.TB, link string) *visit {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	v := &visit{t: t, client: &http.Client{Jar: jar}}
	var ok bool
	v.page, v.code, ok = strings.Cut(link, "#")
	require.True(t, ok, link)
	require.GreaterOrEqual(t, len(v.code), 26, "26 characters of base 32 are 130 bits")
	return v
}

// taken is a seat whose person is there.
func (d *seats) taken(t *testing.T, player, seat string) (*Seat, *visit) {
	t.Helper()
	got := make(chan *Seat, 1)
	go func() {
		s, _ := d.Seat(t.Context(), Visitor{Key: player, Who: player, Player: player, Seat: seat, Listen: "127.0.0.1:0"})
		got <- s
	}()
	v := d.visitor(t)
	status, text := v.post("enter", map[string]any{"code": v.code})
	require.Equal(t, http.StatusNoContent, status, text)
	s := <-got
	require.NotNil(t, s)
	return s, v
}

// post sends a request of the page.
func (v *visit) post(to string, body any) (status int, text string) {
	v.t.Helper()
	data, err := json.Marshal(body)
	require.NoError(v.t, err)
	return v.send(to, bytes.NewReader(data), http.Header{"Content-Type": {"application/json"}})
}

func (v *visit) send(to string, body io.Reader, header http.Header) (status int, text string) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.page+to, body)
	require.NoError(v.t, err)
	r.Header = header
	a, err := v.client.Do(r)
	require.NoError(v.t, err)
	defer a.Body.Close()
	said, err := io.ReadAll(a.Body)
	require.NoError(v.t, err)
	if a.StatusCode == http.StatusTooManyRequests {
		require.NotEmpty(v.t, a.Header.Get("Retry-After"))
	}
	require.Empty(v.t, a.Header.Get("Access-Control-Allow-Origin"))
	return a.StatusCode, string(said)
}

// states follows the page's events until one is wanted.
func (v *visit) states(wanted func(seatUpdate) bool) seatUpdate {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), time.Minute)
	defer cancel()
	events := v.events(ctx)
	defer events.Close()
	for u, err := range updates(events) {
		require.NoError(v.t, err)
		if wanted(u) {
			return u
		}
	}
	require.Fail(v.t, "the page ends before")
	return seatUpdate{}
}

// events opens the stream of the page's events.
func (v *visit) events(ctx context.Context) io.ReadCloser {
	v.t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.page+"events", http.NoBody)
	require.NoError(v.t, err)
	a, err := v.client.Do(r)
	require.NoError(v.t, err)
	require.Equal(v.t, http.StatusOK, a.StatusCode)
	return a.Body
}

// updates reads a page's events.
func updates(events io.Reader) iter.Seq2[seatUpdate, error] {
	return func(yield func(seatUpdate, error) bool) {
		lines := bufio.NewScanner(events)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			if !ok {
				continue
			}
			var u seatUpdate
			err := json.Unmarshal([]byte(data), &u)
			if !yield(u, err) {
				return
			}
		}
	}
}

func isAsked(u seatUpdate) bool { return u.Turn > 0 }

// someTurn has two cells, of which the first has two options.
func someTurn() question.Turn {
	return question.Turn{
		Picture: `<svg viewBox="0 0 80 40"></svg>`, Cell: 40, Fresh: [][2]int{{0, 0}},
		Parts: []question.Part{{Choices: []question.Choice{
			{Name: "A1", Options: []question.Option{{Answer: "A1/", Key: "/", Draw: []string{"<g/>"}, Remark: say.Format("+%d forced", 2)}, {Answer: "A1+", Key: "+", Draw: []string{"<g/>"}}}},
			{Name: "B1", X: 40, Options: []question.Option{{Answer: "B1/", Key: "/", Draw: []string{"<g/>"}}}},
		}}},
	}
}

// replied is what Ask returned.
type replied struct {
	answers []string
	err     error
}

// ask has the person asked.
func ask(ctx context.Context, s *Seat) <-chan replied {
	done := make(chan replied, 1)
	go func() {
		answers, err := s.Ask(ctx, someTurn())
		done <- replied{answers, err}
	}()
	return done
}

// TestSeatPlays: the page gets each question with what may be played, the clocks and the
// moves, and in the end the verdict in both languages.
func TestSeatPlays(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	d.Watch("g", livetest.Opening("web", "bot"))
	d.Watch("other", livetest.Opening("elsewhere", "bot"))
	for _, e := range append(livetest.Ply(1, "m1", time.Second), livetest.Ply(0, "x", time.Second)[0]) {
		d.Watch("g", e)
		d.Watch("other", e)
	}
	done := ask(t.Context(), s)
	u := v.states(func(u seatUpdate) bool { return isAsked(u) && u.Ply == 1 && u.Players[0].Running >= 0 })
	require.Equal(t, 0, u.Me)
	require.Equal(t, "m1", u.Last.Words)
	require.Equal(t, "web", u.Players[0].Name)
	require.Equal(t, "A1/", u.Parts[0].Choices[0].Options[0].Answer)
	require.Equal(t, []string{"+2 forced", "+2 強制"}, u.Parts[0].Choices[0].Options[0].Remark)
	require.Equal(t, someTurn().Picture, u.Picture)
	status, text := v.post("reply", map[string]any{"turn": u.Turn, "answers": []string{"B1/"}})
	require.Equal(t, http.StatusNoContent, status, text)
	require.Equal(t, replied{answers: []string{"B1/"}}, <-done)
	for _, e := range livetest.Ply(0, "m2", time.Second)[1:] {
		d.Watch("g", e)
	}
	u = v.states(func(u seatUpdate) bool { return u.Ply == 2 })
	require.Zero(t, u.Turn)
	require.Contains(t, u.Picture, "<title>after 2</title>", "without a question the game draws itself")
	d.Watch("g", livetest.Won("b"))
	u = v.states(func(u seatUpdate) bool { return u.End != nil })
	require.Equal(t, []string{"bot (b) wins by count after 2 moves", "bot (b) の勝ち（count、2 手）"}, []string{cutScores(u.End[0]), cutScores(u.End[1])})
}

func cutScores(text string) string {
	text, _, _ = strings.Cut(text, " (a ")
	text, _, _ = strings.Cut(text, "（a ")
	return text
}

// TestSeatHides: of a game in which players don't see the whole position, the page shows what Ask
// and Show have, and neither the other's moves nor score, until the game is over.
func TestSeatHides(t *testing.T) {
	d := newSeats(t)
	got := make(chan *Seat, 1)
	go func() {
		s, _ := d.Seat(t.Context(), Visitor{Key: "web", Player: "web", Seat: "a", Listen: "127.0.0.1:0", Hidden: true})
		got <- s
	}()
	v := d.visitor(t)
	status, text := v.post("enter", map[string]any{"code": v.code})
	require.Equal(t, http.StatusNoContent, status, text)
	s := <-got
	d.Watch("g", livetest.Opening("web", "bot"))
	for _, e := range livetest.Ply(0, "own", time.Second) {
		d.Watch("g", e)
	}
	u := v.states(func(u seatUpdate) bool { return u.Ply == 1 })
	require.Empty(t, u.Picture)
	require.Equal(t, "own", u.Last.Words)
	require.NotNil(t, u.Players[0].Score)
	require.Nil(t, u.Players[1].Score)
	s.Show(question.Turn{Picture: "<svg>seen</svg>", Cell: 7})
	for _, e := range livetest.Ply(1, "hidden", time.Second) {
		d.Watch("g", e)
	}
	u = v.states(func(u seatUpdate) bool { return u.Ply == 2 })
	require.Equal(t, "<svg>seen</svg>", u.Picture)
	require.Equal(t, 7, u.Cell)
	require.Nil(t, u.Last)
	done := ask(t.Context(), s)
	u = v.states(isAsked)
	require.Equal(t, someTurn().Picture, u.Picture)
	status, _ = v.post("reply", map[string]any{"turn": u.Turn, "answers": []string{"A1/"}})
	require.Equal(t, http.StatusNoContent, status)
	<-done
	d.Watch("g", livetest.Won("b"))
	u = v.states(func(u seatUpdate) bool { return u.End != nil })
	require.Contains(t, u.Picture, "<title>after 2</title>", "now all may be seen")
	require.NotNil(t, u.Players[1].Score)
}

// TestSeatCode: of many who open the link at once one has the seat. Guesses are limited, and
// do not keep the right code out.
func TestSeatCode(t *testing.T) {
	d := newSeats(t)
	now := time.Now() // stands: nothing that was spent comes back
	d.pages.Guard.Now = func() time.Time { return now }
	go func() { _, _ = d.Seat(t.Context(), Visitor{Key: "web", Listen: "127.0.0.1:0"}) }()
	first := d.visitor(t)
	guesses := map[int]int{}
	for i := range web.GuessBurst + 5 {
		status, _ := first.post("enter", map[string]any{"code": fmt.Sprintf("GUESSGUESSGUESSGUESSGUESS%d", i)})
		guesses[status]++
	}
	require.Equal(t, map[int]int{http.StatusForbidden: web.GuessBurst, http.StatusTooManyRequests: 5}, guesses)

	var mu sync.Mutex
	var all sync.WaitGroup
	got := map[int]int{}
	for range 10 {
		all.Go(func() {
			jar, _ := cookiejar.New(nil)
			other := &visit{t: t, client: &http.Client{Jar: jar}, page: first.page}
			data := `{"code":"` + first.code + `"}`
			r, _ := http.NewRequest(http.MethodPost, other.page+"enter", strings.NewReader(data)) //nolint:noctx // a request of this test
			r.Header.Set("Content-Type", "application/json")
			a, err := other.client.Do(r)
			if err != nil {
				return
			}
			a.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			got[a.StatusCode]++
		})
	}
	all.Wait()
	require.Equal(t, map[int]int{http.StatusNoContent: 1, http.StatusTooManyRequests: 9}, got)
}

// TestSeatIsKept: who has the seat comes back without the code, also with the link, and in a second
// tab; nobody else does.
func TestSeatIsKept(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	d.Watch("g", livetest.Opening("web", "bot"))
	done := ask(t.Context(), s)
	turn := v.states(isAsked).Turn
	for _, code := range []string{"", v.code} {
		status, text := v.post("enter", map[string]any{"code": code})
		require.Equal(t, http.StatusNoContent, status, text)
		require.Equal(t, turn, v.states(isAsked).Turn, "the question is still there")
	}
	stranger := &visit{t: t, client: &http.Client{}, page: v.page}
	for to, body := range map[string]map[string]any{"enter": {"code": v.code}, "reply": {"turn": turn, "answers": []string{"A1/"}}} {
		status, _ := stranger.post(to, body)
		require.Equal(t, http.StatusForbidden, status, to)
	}
	a, err := stranger.client.Get(v.page + "events") //nolint:noctx // a request of this test
	require.NoError(t, err)
	a.Body.Close()
	require.Equal(t, http.StatusForbidden, a.StatusCode)

	status, _ := v.post("reply", map[string]any{"turn": turn, "answers": []string{"A1/"}})
	require.Equal(t, http.StatusNoContent, status)
	require.Equal(t, replied{answers: []string{"A1/"}}, <-done)
	again, err := d.Seat(t.Context(), Visitor{Key: "web", Seat: "b", Listen: "127.0.0.1:0"})
	require.NoError(t, err)
	require.Same(t, s, again, "the next game is the same person's, without a new link")
	require.Empty(t, d.links)
}

// TestSeatOutOfTurn: an answer counts once, for the question that it answers, if the rules
// allow it, and while the game is on.
func TestSeatOutOfTurn(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	d.Watch("g", livetest.Opening("web", "bot"))
	refused := func(want int, turn int, answer string) {
		t.Helper()
		status, text := v.post("reply", map[string]any{"turn": turn, "answers": []string{answer}})
		require.Equal(t, want, status, text)
	}
	refused(http.StatusConflict, 0, "A1/")
	refused(http.StatusConflict, 1, "A1/")
	done := ask(t.Context(), s)
	first := v.states(isAsked).Turn
	refused(http.StatusUnprocessableEntity, first, "A1\\")
	refused(http.StatusUnprocessableEntity, first, "")
	refused(http.StatusConflict, first+1, "A1/")
	refused(http.StatusNoContent, first, "A1/")
	refused(http.StatusConflict, first, "B1/")
	require.Equal(t, replied{answers: []string{"A1/"}}, <-done)

	ctx, cancel := context.WithCancel(t.Context())
	done = ask(ctx, s)
	second := v.states(func(u seatUpdate) bool { return u.Turn > first }).Turn
	refused(http.StatusConflict, first, "A1/")
	d.Watch("g", livetest.Won("b")) // the time is over
	v.states(func(u seatUpdate) bool { return u.End != nil })
	refused(http.StatusConflict, second, "A1/")
	cancel()
	require.ErrorIs(t, (<-done).err, context.Canceled)
	refused(http.StatusConflict, second, "A1/")

	done = ask(t.Context(), s)
	third := v.states(func(u seatUpdate) bool { return u.Turn > second }).Turn
	status, _ := v.post("reply", map[string]any{"turn": third, "leave": true})
	require.Equal(t, http.StatusNoContent, status)
	require.ErrorIs(t, (<-done).err, io.EOF)
}

// TestSeatForeignRequests: what does not come from the page is refused, and no other page
// shows it in a frame.
func TestSeatForeignRequests(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	ask(t.Context(), s)
	turn := v.states(isAsked).Turn
	good := fmt.Sprintf(`{"turn":%d,"answers":["A1/"]}`, turn)
	json := []string{"application/json"}
	for name, c := range map[string]struct {
		body   string
		header http.Header
		want   int
	}{
		"another origin": {good, http.Header{"Content-Type": json, "Origin": {"http://evil.example"}}, http.StatusForbidden},
		"no origin":      {good, http.Header{"Content-Type": json, "Origin": {"null"}}, http.StatusForbidden},
		"another site":   {good, http.Header{"Content-Type": json, "Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden},
		"a form":         {good, http.Header{"Content-Type": {"text/plain"}}, http.StatusForbidden},
		"a huge body":    {`{"answers":["` + strings.Repeat("A", 100<<10) + `"]}`, http.Header{"Content-Type": json}, http.StatusRequestEntityTooLarge},
		"no JSON":        {"turn=1", http.Header{"Content-Type": json}, http.StatusBadRequest},
		"another type":   {`{"turn":"1"}`, http.Header{"Content-Type": json}, http.StatusBadRequest},
		"nothing":        {"", http.Header{"Content-Type": json}, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			status, text := v.send("reply", strings.NewReader(c.body), c.header)
			require.Equal(t, c.want, status, text)
		})
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.page+"events", http.NoBody)
	require.NoError(t, err)
	r.Header.Set("Origin", "http://evil.example")
	a, err := v.client.Do(r)
	require.NoError(t, err)
	a.Body.Close()
	require.Equal(t, http.StatusForbidden, a.StatusCode)

	for path, want := range map[string]int{"": http.StatusOK, "../2/": http.StatusNotFound, "../0/": http.StatusNotFound, "../x/": http.StatusNotFound, "../../": http.StatusNotFound} {
		a, err := v.client.Get(v.page + path) //nolint:noctx // a request of this test
		require.NoError(t, err)
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		a.Body.Close()
		require.Equal(t, want, a.StatusCode, path)
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'")
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
		require.Equal(t, "DENY", a.Header.Get("X-Frame-Options"))
		require.Equal(t, "nosniff", a.Header.Get("X-Content-Type-Options"))
		require.NotContains(t, string(text), v.code)
	}
	cookies := v.client.Jar.Cookies(&url.URL{Scheme: "http", Host: strings.Split(v.page, "/")[2], Path: "/seat/1/"})
	require.Len(t, cookies, 1)
}

// TestSeatIsOfferedAgain: when nobody follows while the person is asked, a new link is shown. Who
// opens it has the seat, and the browser before has not.
func TestSeatIsOfferedAgain(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	s.patient = time.Millisecond
	done := ask(t.Context(), s)
	other := d.visitor(t)
	require.Equal(t, v.page, other.page)
	require.NotEqual(t, v.code, other.code)
	turn := v.states(isAsked).Turn // the link is there, but nobody has opened it
	status, _ := other.post("enter", map[string]any{"code": v.code})
	require.Equal(t, http.StatusForbidden, status)
	status, _ = other.post("enter", map[string]any{"code": other.code})
	require.Equal(t, http.StatusNoContent, status)
	status, _ = v.post("reply", map[string]any{"turn": turn, "answers": []string{"A1/"}})
	require.Equal(t, http.StatusForbidden, status)
	status, _ = other.post("reply", map[string]any{"turn": other.states(isAsked).Turn, "answers": []string{"A1+"}})
	require.Equal(t, http.StatusNoContent, status)
	require.Equal(t, replied{answers: []string{"A1+"}}, <-done)
}

// TestSeatSeesTheEnd: the end of a match waits for people whose pages are away, not for ever.
func TestSeatSeesTheEnd(t *testing.T) {
	d := newSeats(t)
	_, v := d.taken(t, "web", "a")
	d.Watch("g", livetest.Opening("web", "bot"))
	d.Watch("g", livetest.Won("b"))
	finished := make(chan struct{})
	go func() { d.Finish(t.Context()); close(finished) }()
	select {
	case <-finished:
		require.Fail(t, "nobody has seen the end")
	case <-time.After(50 * time.Millisecond):
	}
	require.NotEmpty(t, v.states(func(u seatUpdate) bool { return u.End != nil }).End)
	<-finished
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.Finish(ctx)
}

// TestSeatUnderAFlood: however many requests strangers send from the person's own address,
// the person plays.
func TestSeatUnderAFlood(t *testing.T) {
	d := newSeats(t)
	now := time.Now()
	d.pages.Guard.Now = func() time.Time { return now }
	s, v := d.taken(t, "web", "a")
	for !d.pages.Guard.TooMany(netip.MustParsePrefix("127.0.0.1/32")) {
	}
	stranger := &visit{t: t, client: &http.Client{}, page: v.page}
	status, _ := stranger.post("enter", map[string]any{"code": "x"})
	require.Equal(t, http.StatusTooManyRequests, status)
	done := ask(t.Context(), s)
	status, text := v.post("reply", map[string]any{"turn": v.states(isAsked).Turn, "answers": []string{"A1/"}})
	require.Equal(t, http.StatusNoContent, status, text)
	require.Equal(t, replied{answers: []string{"A1/"}}, <-done)
}

// TestSeatTabs: a person's tabs are limited, and each makes room when it goes.
func TestSeatTabs(t *testing.T) {
	s := newSeat(1, &Visitor{Player: "web"}, func(string) {})
	var leave []func()
	for range maxPages {
		log, left := s.follow()
		require.NotNil(t, log)
		leave = append(leave, left)
	}
	log, _ := s.follow()
	require.Nil(t, log)
	leave[0]()
	log, _ = s.follow()
	require.NotNil(t, log)
}

// TestSeatShowsNamesAsText: what a player is called acts on neither the page nor its reader.
func TestSeatShowsNamesAsText(t *testing.T) {
	d := newSeats(t)
	s, v := d.taken(t, "web", "a")
	d.Watch("g", livetest.Opening("web", livetest.Attack))
	ask(t.Context(), s)
	u := v.states(func(u seatUpdate) bool { return len(u.Players) == 2 })
	require.LessOrEqual(t, len([]rune(u.Players[1].Name)), web.MaxName)
	require.NotContains(t, u.Players[1].Name, "\u202e")
	require.NotContains(t, u.Players[1].Name, "\x1b")
	var raw bytes.Buffer
	s.mu.Lock()
	for _, text := range texts(s.log, 0) {
		raw.WriteString(text)
	}
	s.mu.Unlock()
	require.Contains(t, raw.String(), `\u003cscript`)
	require.NotContains(t, raw.String(), "<script")
}

// TestSeatPage: the page speaks the reader's language, and is small.
func TestSeatPage(t *testing.T) {
	d := newSeats(t)
	_, v := d.taken(t, "web", "a")
	size := 0
	get := func(path, language string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, v.page+path, http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Accept-Language", language)
		r.Header.Set("Accept-Encoding", "gzip")
		a, err := http.DefaultTransport.RoundTrip(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		size += len(text)
		a, err = http.Get(r.URL.String() + "?lang=" + language) //nolint:noctx // a page of this test
		require.NoError(t, err)
		defer a.Body.Close()
		plain, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return string(plain)
	}
	for _, path := range []string{"", "../9/"} {
		livetest.RequireJapanese(t, get(path, "ja"), "Loopline", "JavaScript", "QR", "Space", "Enter", "Esc")
	}
	size = 0
	page := get("", "en")
	require.Contains(t, page, "Give up")
	for _, name := range []string{"live.css", "seat.css", "fill.js", "choice.js", "seat.js"} {
		require.Contains(t, page, "static/"+name)
		get("../../static/"+name, "en")
	}
	require.Less(t, size, 80<<10)
}

// A seat whose port is taken says so, and one that nobody takes ends with its context.
func TestSeatCannotBeOpened(t *testing.T) {
	d := newSeats(t)
	_, err := d.Seat(t.Context(), Visitor{Key: "web", Listen: "192.0.2.1:1"})
	require.ErrorContains(t, err, "page of a seat at 192.0.2.1:1: ")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = d.Seat(ctx, Visitor{Key: "web", Listen: "127.0.0.1:0"})
	require.True(t, errors.Is(err, context.Canceled), err)
}
