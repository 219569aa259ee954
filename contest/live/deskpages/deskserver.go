package deskpages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/loopline/loopline/contest/desk"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/throttle"
)

// Server has the page, and the HTTP interface, by which teams hand in. A team shows its code, and
// sees its own versions alone. Its methods may be called concurrently.
type Server struct {
	pages    *web.Pages
	desk     *desk.Desk
	guesses  throttle.Table[netip.Prefix]
	requests throttle.Table[string] // by team
	uploads  throttle.Table[string]

	mu     sync.Mutex
	coming map[string]int // uploads on their way, by team
}

// Limits of a team, which no other team takes from, and of uploads on their way.
const (
	deskRequests = 20 // a second
	deskBurst    = 100
	uploadEvery  = 10 * time.Second
	uploadBurst  = 6
	uploadsOfOne = 2 // at once
	uploadsOfAll = 32
	uploadTime   = 10 * time.Minute
	deskTeams    = 1024
	maxField     = 4 << 10 // bytes of a field of a form
	maxFields    = 8
)

// New makes the pages of an open desk; Close ends them.
func New(o web.Options, d *desk.Desk) *Server {
	return &Server{
		pages: web.New(o), desk: d, coming: map[string]int{},
		guesses:  throttle.Table[netip.Prefix]{Rate: web.GuessRate, Burst: web.GuessBurst, Most: web.Guessers},
		requests: throttle.Table[string]{Rate: deskRequests, Burst: deskBurst, Most: deskTeams},
		uploads:  throttle.Table[string]{Rate: rate.Every(uploadEvery), Burst: uploadBurst, Most: deskTeams},
	}
}

// Listen serves the pages at an address until Close, and returns their URL.
func (d *Server) Listen(ctx context.Context, addr string) (url string, err error) {
	l, err := web.Listen(ctx, addr)
	if err != nil {
		return "", fmt.Errorf("desk at %s: %w", addr, err)
	}
	d.pages.Serve(d.handler(), l)
	return "http://" + web.OnNetwork(l.Addr().String()) + "/", nil
}

// Close ends the pages. It is called once.
func (d *Server) Close() error { return d.pages.Close() }

const deskPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func (d *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", d.page)
	mux.HandleFunc("POST /enter", d.enter)
	mux.HandleFunc("POST /leave", d.leave)
	mux.HandleFunc("POST /versions", d.team(d.upload))
	mux.HandleFunc("POST /choose", d.team(d.choose))
	mux.HandleFunc("POST /versions/{number}/check", d.team(d.again))
	mux.HandleFunc("GET /versions/{number}/upload", d.team(d.download))
	mux.HandleFunc("GET /versions", d.team(d.list))
	mux.HandleFunc("GET /versions/{number}", d.team(d.show))
	mux.HandleFunc("GET /static/{name}", d.pages.Asset)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { d.refuse(w, r, http.StatusNotFound, "desk-nothing") })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.SetPrivate(w.Header(), deskPolicy, "same-origin") // by no-referrer the origin of the page's own forms would be null
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		w.Header().Set("Cache-Control", "no-store")
		now := d.pages.Guard.Now()
		who, shown := d.who(r)
		switch {
		case who.team != "" && !d.requests.Of(who.team, now).AllowN(now, 1):
			w.Header().Set("Retry-After", "2")
			d.refuse(w, r, http.StatusTooManyRequests, "too-fast")
			return
		case who.team == "" && d.pages.Guard.TooMany(web.Source(r)):
			d.pages.Guard.Refuse(w, r, web.Source(r))
			return
		case who.team == "" && shown && !d.guesses.Of(web.Source(r), now).AllowN(now, 1):
			w.Header().Set("Retry-After", "10")
			d.refuse(w, r, http.StatusTooManyRequests, "desk-code")
			return
		}
		mux.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), teamKey{}, who)))
	})
}

// deskCookie is the name of the cookie that holds a team's code.
const deskCookie = "desk"

type teamKey struct{}

// visitor is a team, and how it showed its code.
type visitor struct {
	team string // empty for nobody
	api  bool   // by a header, which no other site can have sent
}

// who finds the team of a request, and whether a code was shown.
func (d *Server) who(r *http.Request) (v visitor, shown bool) {
	const bearer = "Bearer "
	if header := r.Header.Get("Authorization"); len(header) > len(bearer) && header[:len(bearer)] == bearer {
		team, _ := d.desk.Team(header[len(bearer):])
		return visitor{team, true}, true
	}
	if c, err := r.Cookie(deskCookie); err == nil {
		team, _ := d.desk.Team(c.Value)
		return visitor{team: team}, true
	}
	return v, false
}

func teamOf(r *http.Request) visitor {
	v, _ := r.Context().Value(teamKey{}).(visitor)
	return v
}

// refuse says in words why a request is refused.
func (d *Server) refuse(w http.ResponseWriter, r *http.Request, status int, key string) {
	http.Error(w, web.LangOf(r).T(key), status)
}

// team has a request answered for the team that sends it.
func (d *Server) team(do func(http.ResponseWriter, *http.Request, visitor)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := teamOf(r)
		switch {
		case v.team == "":
			d.refuse(w, r, http.StatusUnauthorized, "desk-code")
		case r.Method != http.MethodGet && !v.api && !web.OwnOrigin(r):
			d.refuse(w, r, http.StatusForbidden, "desk-foreign")
		default:
			do(w, r, v)
		}
	}
}

// enter takes a code that was typed.
func (d *Server) enter(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxField)
	if !web.OwnOrigin(r) {
		d.refuse(w, r, http.StatusForbidden, "desk-foreign")
		return
	}
	code := r.PostFormValue("code")
	if _, ok := d.desk.Team(code); !ok {
		now := d.pages.Guard.Now()
		if !d.guesses.Of(web.Source(r), now).AllowN(now, 1) {
			w.Header().Set("Retry-After", "10")
			d.refuse(w, r, http.StatusTooManyRequests, "desk-code")
			return
		}
		w.WriteHeader(http.StatusForbidden)
		d.pages.Render(w, r, templates.Lookup("desk.html"), deskPage{PageData: d.pages.PageData(w, r, ""), Problem: web.LangOf(r).T("desk-code")})
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: deskCookie, Value: code, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: int((14 * 24 * time.Hour).Seconds()),
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (d *Server) leave(w http.ResponseWriter, r *http.Request) {
	if !web.OwnOrigin(r) {
		d.refuse(w, r, http.StatusForbidden, "desk-foreign")
		return
	}
	http.SetCookie(w, &http.Cookie{Name: deskCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: -1})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// begin counts an upload that comes in, unless there are too many.
func (d *Server) begin(team string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := 0
	for _, n := range d.coming {
		all += n
	}
	if all >= uploadsOfAll || d.coming[team] >= uploadsOfOne {
		return false
	}
	d.coming[team]++
	return true
}

func (d *Server) end(team string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.coming[team]--; d.coming[team] == 0 {
		delete(d.coming, team)
	}
}

func (d *Server) upload(w http.ResponseWriter, r *http.Request, v visitor) {
	now := d.pages.Guard.Now()
	if !d.uploads.Of(v.team, now).AllowN(now, 1) {
		w.Header().Set("Retry-After", strconv.Itoa(int(uploadEvery.Seconds())))
		d.answer(w, r, v, http.StatusTooManyRequests, errors.New(web.LangOf(r).T("desk-often")))
		return
	}
	if !d.begin(v.team) {
		w.Header().Set("Retry-After", strconv.Itoa(int(uploadEvery.Seconds())))
		d.answer(w, r, v, http.StatusServiceUnavailable, errors.New(web.LangOf(r).T("desk-often")))
		return
	}
	defer d.end(v.team)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(now.Add(uploadTime)) // where it cannot be set the server's own stands
	_ = control.SetWriteDeadline(now.Add(uploadTime + web.AnswerTime))
	r.Body = http.MaxBytesReader(w, r.Body, int64(d.desk.Plan.Desk.MaxSize)+maxFields*maxField+64<<10)
	web.KeepOpen(r, true)
	defer web.KeepOpen(r, false)
	u, err := readUpload(r)
	if err != nil {
		d.answer(w, r, v, http.StatusBadRequest, err)
		return
	}
	version, err := d.desk.Receive(v.team, u)
	tooLarge := (*http.MaxBytesError)(nil)
	switch {
	case errors.Is(err, desk.ErrTooLarge), errors.As(err, &tooLarge):
		d.answer(w, r, v, http.StatusRequestEntityTooLarge, err)
	case errors.Is(err, desk.ErrLate):
		d.answer(w, r, v, http.StatusForbidden, err)
	case errors.Is(err, desk.ErrBusy):
		d.answer(w, r, v, http.StatusTooManyRequests, err)
	case errors.Is(err, desk.ErrFull):
		d.answer(w, r, v, http.StatusInsufficientStorage, err)
	case err != nil:
		d.answer(w, r, v, http.StatusBadRequest, err)
	case v.api:
		w.Header().Set("Location", fmt.Sprintf("/versions/%d", version.Number))
		d.json(w, http.StatusCreated, d.told(v.team, web.LangOf(r), &version, d.playing(v.team)))
	default:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// readUpload reads the fields of a form until its file, which is read later: it comes last, so that
// nothing of an upload is kept whose fields are wrong.
func readUpload(r *http.Request) (u desk.Upload, err error) {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || parameters["boundary"] == "" {
		return u, say.Errorf("this is no form with a file; write curl -F file=@FILE")
	}
	form := multipart.NewReader(r.Body, parameters["boundary"])
	for range maxFields {
		part, err := form.NextPart()
		if err != nil {
			return u, say.Errorf("the form has no file; write curl -F file=@FILE")
		}
		if part.FormName() == "file" {
			u.Name, u.File = part.FileName(), &lastPart{part: part, form: form}
			return u, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, maxField+1))
		if err != nil || len(value) > maxField {
			return u, say.Errorf("the field %.40q of the form cannot be read", part.FormName())
		}
		switch part.FormName() {
		case "for":
			u.For = string(value)
		case "kind":
			u.Want = string(value)
		case "options":
			u.Options = string(value)
		default:
			return u, say.Errorf("the form has a field %.40q; the desk knows kind, for, options, and at the end file", part.FormName())
		}
	}
	return u, say.Errorf("the form has no file; write curl -F file=@FILE")
}

// lastPart is the file of a form. It ends where the form ends: a request that was cut has none.
type lastPart struct {
	part *multipart.Part
	form *multipart.Reader
}

// Read implements io.Reader.
func (l *lastPart) Read(p []byte) (int, error) {
	n, err := l.part.Read(p)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	switch _, end := l.form.NextPart(); {
	case errors.Is(end, io.EOF):
		return n, io.EOF
	case end != nil:
		return n, end
	}
	return n, say.Errorf("something follows the file in the form; write -F file=@FILE at the end")
}

func (d *Server) choose(w http.ResponseWriter, r *http.Request, v visitor) {
	r.Body = http.MaxBytesReader(w, r.Body, maxField)
	number, err := strconv.Atoi(r.PostFormValue("version"))
	if err != nil || number < 0 {
		d.answer(w, r, v, http.StatusBadRequest, say.Errorf("version is the number of one of your versions; 0 is the newest"))
		return
	}
	err = d.desk.Choose(v.team, r.PostFormValue("for"), number)
	switch {
	case errors.Is(err, desk.ErrLate):
		d.answer(w, r, v, http.StatusForbidden, err)
		return
	case err != nil:
		d.answer(w, r, v, http.StatusConflict, err)
		return
	}
	if v.api {
		d.list(w, r, v)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// again has a version checked again.
func (d *Server) again(w http.ResponseWriter, r *http.Request, v visitor) {
	now := d.pages.Guard.Now()
	if !d.uploads.Of(v.team, now).AllowN(now, 1) {
		w.Header().Set("Retry-After", strconv.Itoa(int(uploadEvery.Seconds())))
		d.answer(w, r, v, http.StatusTooManyRequests, errors.New(web.LangOf(r).T("desk-often")))
		return
	}
	version, err := d.desk.Again(v.team, number(r))
	switch {
	case err != nil:
		d.answer(w, r, v, http.StatusConflict, err)
	case v.api:
		d.json(w, http.StatusOK, d.told(v.team, web.LangOf(r), &version, d.playing(v.team)))
	default:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// answer tells a team what is wrong: on its page, or in a line.
func (d *Server) answer(w http.ResponseWriter, r *http.Request, v visitor, status int, err error) {
	text := web.LangOf(r).Say(err)
	if v.api {
		http.Error(w, text, status)
		return
	}
	w.WriteHeader(status)
	d.render(w, r, v, text)
}

// number returns the version that a request names.
func number(r *http.Request) int {
	n, _ := strconv.Atoi(r.PathValue("number")) // there is no version 0
	return n
}

// download gives a team its version back, as it came.
func (d *Server) download(w http.ResponseWriter, r *http.Request, v visitor) {
	f, err := d.desk.Upload(v.team, number(r))
	if err != nil {
		d.refuse(w, r, http.StatusNotFound, "desk-nothing")
		return
	}
	defer f.Close()
	version, err := d.desk.Version(v.team, number(r))
	if err != nil {
		d.refuse(w, r, http.StatusNotFound, "desk-nothing")
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": version.Name}))
	http.ServeContent(w, r, "", version.Time, f)
}

// ToldVersion is a version as programs and pages get it.
type ToldVersion struct {
	Version  int       `json:"version"`
	State    string    `json:"state"` // checking, passed, failed
	Name     string    `json:"name"`
	Size     int64     `json:"size"`
	SHA256   string    `json:"sha256"`
	Time     time.Time `json:"time"`
	For      string    `json:"for,omitempty"`
	Kind     string    `json:"kind,omitempty"`
	Plays    bool      `json:"plays"` // in matches that begin from now on
	Reason   string    `json:"reason,omitempty"`
	Waits    string    `json:"waits,omitempty"` // why its check has not begun, or stands still
	Report   string    `json:"report,omitempty"`
	Shown    string    `json:"-"` // the size in words
	At       string    `json:"-"` // the time
	StateWas string    `json:"-"` // the state in words
}

// playing looks up what plays on a type of maps, and reads the decisions once for each.
func (d *Server) playing(team string) func(mapType string) (desk.Playing, error) {
	type answer struct {
		playing desk.Playing
		err     error
	}
	known := map[string]answer{}
	return func(mapType string) (desk.Playing, error) {
		a, ok := known[mapType]
		if !ok {
			a.playing, a.err = d.desk.Playing(team, mapType)
			known[mapType] = a
		}
		return a.playing, a.err
	}
}

func (d *Server) told(team string, l web.Lang, v *desk.Version, playing func(string) (desk.Playing, error)) ToldVersion {
	t := ToldVersion{
		Version: v.Number, State: v.State, Name: v.Name, Size: v.Size, SHA256: v.Upload, Time: v.Time, For: v.For, Kind: v.Kind,
		Report: d.desk.Report(team, v.Number), Shown: rangecheck.FormatSize(v.Size), At: v.Time.Local().Format("2006-01-02 15:04:05"),
		StateWas: map[string]string{desk.Checking: l.T("desk-checking"), desk.Passed: l.T("desk-passed"), desk.Failed: l.T("desk-failed")}[v.State],
	}
	if wait := d.desk.Waits(team, v.Number); v.State == desk.Checking {
		t.Waits = map[desk.Wait]string{desk.WaitsForGames: l.T("desk-waits-games"), desk.WaitsForOthers: l.T("desk-waits-others")}[wait]
	}
	if int(l) < len(v.Reason) {
		t.Reason = v.Reason[l]
	}
	if p, err := playing(v.For); err == nil {
		t.Plays = p.Next.Number == v.Number
	}
	return t
}

// all lists a team's versions.
func (d *Server) all(team string, l web.Lang, playing func(string) (desk.Playing, error)) (all []ToldVersion, err error) {
	versions, err := d.desk.Versions(team)
	for i := range versions {
		all = append(all, d.told(team, l, &versions[i], playing))
	}
	return all, err
}

func (d *Server) list(w http.ResponseWriter, r *http.Request, v visitor) {
	all, err := d.all(v.team, web.LangOf(r), d.playing(v.team))
	if err != nil {
		d.answer(w, r, visitor{api: true}, http.StatusInternalServerError, err)
		return
	}
	for i := range all {
		all[i].Report = "" // of one alone
	}
	d.json(w, http.StatusOK, all)
}

func (d *Server) show(w http.ResponseWriter, r *http.Request, v visitor) {
	version, err := d.desk.Version(v.team, number(r))
	if err != nil {
		d.answer(w, r, visitor{api: true}, http.StatusNotFound, err)
		return
	}
	d.json(w, http.StatusOK, d.told(v.team, web.LangOf(r), &version, d.playing(v.team)))
}

func (d *Server) json(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	_ = e.Encode(value) // who does not read it has gone
}

// deskPage is the page of the desk: without a team it asks for the code.
type deskPage struct {
	web.PageData
	Team     string
	Problem  string
	Open     bool
	Until    string // the deadline
	Clock    string
	Host     string // of the page, for curl
	MaxSize  string
	Allowed  []string // in a line each
	Kinds    []string
	Types    []string
	Options  bool
	Rows     []deskRow
	Checking bool // something is
	Versions []ToldVersion
}

// KindName returns the name of a kind: of a program that of the contest's file, else in the page's language.
func (p deskPage) KindName(kind string) string {
	switch kind {
	case desk.Design:
		return p.T("desk-design")
	case desk.Bitstream:
		return p.T("desk-bitstream")
	}
	return kind
}

// deskRow is the row of a map type: the version that plays on it.
type deskRow struct {
	For     string
	Version int
	Chosen  bool
	Match   string // that is played now
	Now     int    // the version in it
}

// Scripts keep the list of versions up to date.
func (p deskPage) Scripts() []string {
	if p.Team == "" {
		return nil
	}
	return []string{"desk.js"}
}

// Styles returns the page's style sheets.
func (p deskPage) Styles() []string { return []string{"desk.css"} }

func (d *Server) page(w http.ResponseWriter, r *http.Request) {
	v := teamOf(r)
	if v.team == "" {
		d.pages.Render(w, r, templates.Lookup("desk.html"), deskPage{PageData: d.pages.PageData(w, r, "")})
		return
	}
	d.render(w, r, v, "")
}

// render answers with the page of a team.
func (d *Server) render(w http.ResponseWriter, r *http.Request, v visitor, problem string) {
	p := deskPage{
		PageData: d.pages.PageData(w, r, ""), Team: web.Shown(d.desk.Name(v.team), web.MaxName), Problem: problem, Host: r.Host,
		Open: d.desk.Closed() == nil, Clock: d.pages.Guard.Now().Format("15:04:05"), MaxSize: d.desk.Plan.Desk.MaxSize.String(),
		Allowed: d.desk.Allowed(), Kinds: d.desk.Kinds(), Types: d.desk.Plan.DeskTypes(),
		Options: d.desk.Plan.Desk.Designs || d.desk.Plan.Desk.Bitstreams,
	}
	if !d.desk.Deadline.IsZero() {
		p.Until = d.desk.Deadline.Local().Format("2006-01-02 15:04:05")
	}
	onMaps := d.playing(v.team)
	var err error
	if p.Versions, err = d.all(v.team, p.Lang, onMaps); err != nil && p.Problem == "" {
		p.Problem = p.Say(err)
	}
	for _, version := range p.Versions {
		p.Checking = p.Checking || version.State == desk.Checking
	}
	if p.Checking {
		p.Wait = 5
	}
	for _, mapType := range append([]string{""}, p.Types...) {
		playing, err := onMaps(mapType)
		if err != nil && p.Problem == "" {
			p.Problem = p.Say(err)
		}
		p.Rows = append(p.Rows, deskRow{mapType, playing.Next.Number, playing.Chosen, playing.Match, playing.Now.Number})
	}
	d.pages.Render(w, r, templates.Lookup("desk.html"), p)
}
