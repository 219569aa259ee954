package contestpages

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/loopline/loopline/contest/command"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/internal/filelock"
	"github.com/loopline/loopline/internal/vfs"
)

// Direct opens the director's page at an address of its own, until Close: the
// orders of a contest as buttons that ask for the reason. Give gives an order; see
// journal.DecisionLog. An address without a host is of this machine alone. It returns
// the page's URL, which holds a token: whoever has it directs the contest. The token is that
// of Token, or a new one.
func (s *Site) Direct(ctx context.Context, addr string, give func(command.Command) (command.Applied, error)) (string, error) {
	if strings.HasPrefix(addr, ":") {
		addr = "localhost" + addr
	}
	l, err := web.Listen(ctx, addr)
	if err != nil {
		return "", fmt.Errorf("director's page at %s: %w", addr, err)
	}
	d := &directorServer{site: s, token: cmp.Or(s.Token, rand.Text()), form: rand.Text(), give: give}
	s.ServeApart(d.handler(), l, directorConnections)
	return "http://" + web.Reachable(l.Addr().String()) + "/?token=" + d.token, nil
}

// directorConnections may be open on the director's page. They are apart from those of the
// pages, and one that has shown the token stays open when strangers come.
const directorConnections = 128

type directorServer struct {
	site  *Site
	token string // whoever has it directs
	form  string // part of every form: another site does not know it
	give  func(command.Command) (command.Applied, error)
}

// Requests with the director's token: how many are answered in a second, and how many seconds' worth may come at once.
// They take nothing from others, and others nothing from them.
const (
	directorRequests = 200 // a second
	directorBurst    = 4   // seconds
)

// directorCookie is the name of the cookie that holds the token.
const directorCookie = "director"

// directorPolicy is the Content-Security-Policy of the director's page.
const directorPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func (d *directorServer) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", d.page)
	mux.HandleFunc("POST /order", d.order)
	mux.HandleFunc("POST /hall", d.pin)
	mux.HandleFunc("POST /podium", d.podium)
	mux.HandleFunc("GET /ceremony", d.ceremony)
	mux.HandleFunc("GET /game/{key}/board.svg", d.site.ShowPicture)
	mux.HandleFunc("GET /static/{name}", d.site.Asset)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.SetPrivate(w.Header(), directorPolicy, "same-origin") // without a referrer browsers send forms with Origin: null
		switch token := r.URL.Query().Get("token"); {
		case d.tooMany(r):
			d.site.Guard.Refuse(w, r, web.Source(r))
		case r.Method == http.MethodGet && token != "" && web.Same(token, d.token):
			http.SetCookie(w, &http.Cookie{
				Name: directorCookie, Value: d.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
			// A redirect would come from outside, and the strict cookie not be sent with it.
			d.enter(w, r)
		case !d.knows(r) && !strings.HasPrefix(r.URL.Path, "/static/"):
			d.enterAgain(w, r)
		default:
			mux.ServeHTTP(w, r)
		}
	})
}

// tooMany counts a request. Those that have the token are counted apart: whatever
// strangers ask, on this page and the others, the director goes on.
func (d *directorServer) tooMany(r *http.Request) bool {
	if d.knows(r) || web.Same(r.URL.Query().Get("token"), d.token) {
		web.KeepOpen(r, true)
		return !d.site.directed.AllowN(d.site.Guard.Now(), 1)
	}
	return d.site.Guard.TooMany(web.Source(r))
}

func (d *directorServer) knows(r *http.Request) bool {
	c, err := r.Cookie(directorCookie)
	return err == nil && web.Same(c.Value, d.token)
}

// enterPage leads to the director's page, or refuses to.
type enterPage struct {
	web.PageData
	Refused bool
}

// enter leads to the page without the token in its address.
func (d *directorServer) enter(w http.ResponseWriter, r *http.Request) {
	d.site.Render(w, r, templates.Lookup("enter.html"), enterPage{PageData: d.site.PageData(w, r, "")})
}

// enterAgain says that the token is missing.
func (d *directorServer) enterAgain(w http.ResponseWriter, r *http.Request) {
	web.Refuse(w, http.StatusForbidden, templates.Lookup("enter.html"), enterPage{d.site.PageData(w, r, ""), true})
}

type directorPage struct {
	contestPage
	Form    string
	Done    []string // what was decided
	Problem string
	Depends []string // on an order that was not given for it
	Order   command.Command
	Ask     bool // the order is to be confirmed, with its reason

	Alarms    []alarmView
	Running   []tableRow
	Waiting   []waitRow
	Results   []resultRow
	Upcoming  []resultRow
	Log       []logRow
	People    []personRow
	Settings  []settingRow
	LateGames int
	Shown     string // in the hall
	Keeps     bool   // the places for the ceremony
}

// Scripts reload the state while no order is written.
func (p directorPage) Scripts() []string { return []string{"director.js"} }

func (d *directorServer) page(w http.ResponseWriter, r *http.Request) {
	p := d.newPage(w, r)
	p.Done = d.outcome(p.Lang, r.URL.Query())
	d.site.Render(w, r, templates.Lookup("director.html"), p)
}

func (d *directorServer) newPage(w http.ResponseWriter, r *http.Request) directorPage {
	f := d.site.PageData(w, r, "")
	w.Header().Set("Cache-Control", "no-store")
	p := directorPage{Form: d.form}
	p.PageData = f
	day, v := d.now()
	if v != nil {
		p.contestPage = d.site.contestFrame(f, v)
	}
	if day != nil {
		p.fill(day, d.site)
	}
	return p
}

// now returns the contest as it is, whatever viewers may know.
func (d *directorServer) now() (*tournament.Tournament, *contestView) {
	dir := d.site.folder()
	if day, err := tournament.Read(dir); dir != "" && err == nil {
		return day, tournamentView(day, false)
	}
	return nil, d.site.shownContest()
}

// given encodes the result of a command in the address of the page that shows it: the number
// of the decision, and the matches that depend on it.
func given(g command.Applied) url.Values {
	return url.Values{"done": {strconv.Itoa(g.Decision.N)}, "depended": g.Depends}
}

// outcome describes the result of a command, by the contest: the address has no
// more than its number.
func (d *directorServer) outcome(l web.Lang, q url.Values) (lines []string) {
	dir := d.site.folder()
	n, err := strconv.Atoi(q.Get("done"))
	if err != nil || dir == "" {
		return nil
	}
	day, err := tournament.Read(dir)
	if err != nil || n < 1 || n > len(day.Decisions) {
		return nil
	}
	for _, match := range q["depended"] {
		lines = append(lines, l.T("director-depended", match))
	}
	return append(lines, l.T("director-decided", n, decided(l, &day.Decisions[n-1])))
}

// maxForm limits how many bytes a form may have.
const maxForm = 64 << 10

// readForm reads a form of the page; otherwise it answers the request and returns false. A page
// of another site cannot send one: it knows no form token, and browsers send neither the cookie with
// its requests nor Origin as ours.
func (d *directorServer) readForm(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, web.LangOf(r).T("director-unread"), http.StatusBadRequest)
		return false
	}
	if !web.Same(r.PostForm.Get("form"), d.form) || !web.OwnOrigin(r) {
		http.Error(w, web.LangOf(r).T("director-foreign"), http.StatusForbidden)
		return false
	}
	return true
}

func (d *directorServer) order(w http.ResponseWriter, r *http.Request) {
	if !d.readForm(w, r) {
		return
	}
	o := command.Command{
		Verb: r.PostForm.Get("verb"), By: strings.TrimSpace(r.PostForm.Get("by")), Why: strings.TrimSpace(r.PostForm.Get("why")),
		Cascade: r.PostForm.Get("depends") == "cascade", Keep: r.PostForm.Get("depends") == "keep",
	}
	for _, arg := range r.PostForm["arg"] {
		if arg = strings.TrimSpace(arg); arg != "" {
			o.Args = append(o.Args, arg)
		}
	}
	if o.By == "" {
		o.By = web.LangOf(r).T("director-self")
	}
	if r.PostForm.Has("ask") && isVerb(o.Verb) { // the row's button: nothing is given before it is confirmed
		p := d.newPage(w, r)
		p.Order, p.Ask = o, true
		d.site.Render(w, r, templates.Lookup("director.html"), p)
		return
	}
	done, err := d.give(o)
	if err == nil {
		http.Redirect(w, r, "/?"+given(done).Encode(), http.StatusSeeOther)
		return
	}
	p := d.newPage(w, r)
	p.Order, p.Ask, p.Problem = o, isVerb(o.Verb), web.Shown(p.Lang.Say(err), 1000)
	var depends *command.DependsError
	if errors.As(err, &depends) {
		p.Depends, p.Problem, p.Ask = depends.Matches, "", false
	}
	web.Refuse(w, refusal(w.Header(), err), templates.Lookup("director.html"), p)
}

func isVerb(name string) bool {
	return slices.ContainsFunc(command.Kinds(), func(v command.Kind) bool { return v.Name == name })
}

// refusal returns the status of an order that was not carried out. Only an order that the day
// refuses is its sender's: a file that somebody keeps locked is free again later, as is a full disk, and a
// damaged file and what the system refuses are the host's.
func refusal(h http.Header, err error) int {
	var system syscall.Errno
	var closed *fs.PathError
	var damaged *tournament.FileError
	switch {
	case errors.Is(err, filelock.ErrHeld), errors.As(err, new(*vfs.FullError)):
		h.Set("Retry-After", "2")
		return http.StatusServiceUnavailable
	case errors.As(err, &system), errors.As(err, &closed), errors.As(err, &damaged):
		return http.StatusInternalServerError
	}
	return http.StatusUnprocessableEntity
}
