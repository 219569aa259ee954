package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/loopline/loopline/internal/throttle"
)

// Options configures pages. The zero value is ready to use.
type Options struct {
	Title  string       // of the pages; empty is the program's name
	Limits Limits       // of viewers
	Say    func(string) // gets notices; may be nil
}

// Pages answers the requests of strangers: within limits, each in the language that it prefers. It is safe for
// concurrent use.
type Pages struct {
	Guard   *RateLimiter
	Notify  func(string)  // gets notices
	closing chan struct{} // closed by Close: streams end

	mu      sync.Mutex
	title   string // of the whole, as pages show it
	servers []*http.Server
}

// New makes pages that no server has yet. Close ends them.
func New(o Options) *Pages {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	return &Pages{Guard: newRateLimiter(o.Limits), Notify: o.Say, closing: make(chan struct{}), title: Shown(cmp.Or(o.Title, "Loopline"), MaxName)}
}

// SetTitle sets the title of the whole, as pages show it.
func (p *Pages) SetTitle(title string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title = title
}

func (p *Pages) titled() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.title
}

// PageData returns what a page of a request has in common with others, and sets the headers of a page. Root is the way
// from the page to the site's root.
func (p *Pages) PageData(w http.ResponseWriter, r *http.Request, root string) PageData {
	f := PageData{Lang: LangOf(r), Site: p.titled(), Root: root}
	f.Title = f.Site
	q := r.URL.Query()
	f.Big = q.Has("big")
	if _, ok := parseLang(q.Get("lang")); ok {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: f.Lang.String(), Path: "/", SameSite: http.SameSiteLaxMode, HttpOnly: true})
	}
	q.Set("lang", f.Other().String())
	f.Switch = "?" + q.Encode()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Language, Cookie, Accept-Encoding")
	return f
}

// StaticPageData is PageData of a page that is written to a file.
func (p *Pages) StaticPageData(l Lang, root string) PageData {
	title := p.titled()
	return PageData{Lang: l, Site: title, Title: title, Root: root, Index: PageFile(l), Switch: PageFile(l.Other()), Static: true}
}

// Render answers with a page.
func (p *Pages) Render(w http.ResponseWriter, r *http.Request, page *template.Template, data any) {
	text, err := Rendered(page, data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Send(w, r, text, "no-cache")
}

// Refuse answers with a page that says why a request is refused.
func Refuse(w http.ResponseWriter, status int, page *template.Template, data any) {
	w.WriteHeader(status)
	_ = page.Execute(w, data) // who does not read it has gone
}

// Nothing answers an unknown page.
func (p *Pages) Nothing(w http.ResponseWriter, r *http.Request) {
	Refuse(w, http.StatusNotFound, templates.Lookup("nothing.html"), p.PageData(w, r, "/"))
}

// Json answers with an object.
func (p *Pages) Json(w http.ResponseWriter, r *http.Request, object any) {
	text, err := json.Marshal(object)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	Send(w, r, text, "no-cache")
}

// Serve serves a handler at an address until Close, within the limits of connections.
func (p *Pages) Serve(h http.Handler, l net.Listener) {
	p.serveBy(newServer(h, p.Guard.connections), l)
}

// ServeApart is Serve with connections apart from those of the pages: at most so many, of one address half of them.
func (p *Pages) ServeApart(h http.Handler, l net.Listener, connections int) {
	p.serveBy(newServer(h, &throttle.Connections{Most: connections, PerSource: connections / 2}), l)
}

func (p *Pages) serveBy(server *http.Server, l net.Listener) {
	p.mu.Lock()
	p.servers = append(p.servers, server)
	p.mu.Unlock()
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			p.Notify("pages at " + l.Addr().String() + ": " + err.Error())
		}
	}()
}

// Close ends the servers, then the streams: those who are being answered have a second. It is called once.
func (p *Pages) Close() error {
	defer close(p.closing)
	p.mu.Lock()
	servers := p.servers
	p.mu.Unlock()
	var all error
	for _, server := range servers {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if err := server.Shutdown(ctx); err != nil {
			all = errors.Join(all, server.Close())
		}
		cancel()
	}
	return all
}

// Closed returns a channel that Close closes.
func (p *Pages) Closed() <-chan struct{} { return p.closing }

// PageFile returns the file of a page in a folder that needs no server.
func PageFile(l Lang) string { return [...]string{"index.html", "index.ja.html"}[l] }

// WritePage writes a page to a file.
func WritePage(name string, page *template.Template, data any) error {
	text, err := Rendered(page, data)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// Rendered returns a page, or a part of one, as HTML.
func Rendered(page *template.Template, data any) ([]byte, error) {
	var b bytes.Buffer
	err := page.Execute(&b, data)
	return b.Bytes(), err
}
