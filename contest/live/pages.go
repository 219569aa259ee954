package live

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

// PageOptions configures pages. The zero value is ready to use.
type PageOptions struct {
	Title  string       // of the pages; empty is the program's name
	Limits Limits       // of viewers
	Say    func(string) // gets notices; may be nil
}

// pages answers the requests of strangers: within limits, each in the language that it prefers. It is safe for
// concurrent use.
type pages struct {
	guard   *rateLimiter
	say     func(string)
	closing chan struct{} // closed by close: streams end

	mu      sync.Mutex
	title   string // of the whole, as pages show it
	servers []*http.Server
}

// newPages makes pages that no server has yet. Close ends them.
func newPages(o PageOptions) *pages {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	return &pages{guard: newRateLimiter(o.Limits), say: o.Say, closing: make(chan struct{}), title: shown(cmp.Or(o.Title, "Loopline"), maxName)}
}

// setTitle sets the title of the whole, as pages show it.
func (p *pages) setTitle(title string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.title = title
}

func (p *pages) titled() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.title
}

// pageData returns what a page of a request has in common with others, and sets the headers of a page. Root is the way
// from the page to the site's root.
func (p *pages) pageData(w http.ResponseWriter, r *http.Request, root string) pageData {
	f := pageData{Lang: langOf(r), Site: p.titled(), Root: root}
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

// staticPageData is pageData of a page that is written to a file.
func (p *pages) staticPageData(l Lang, root string) pageData {
	title := p.titled()
	return pageData{Lang: l, Site: title, Title: title, Root: root, Index: pageName(l), Switch: pageName(l.Other()), Static: true}
}

// render answers with a page.
func (p *pages) render(w http.ResponseWriter, r *http.Request, page *template.Template, data any) {
	text, err := rendered(page, data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	send(w, r, text, "no-cache")
}

// refuseBy answers with a page that says why a request is refused.
func refuseBy(w http.ResponseWriter, status int, page *template.Template, data any) {
	w.WriteHeader(status)
	_ = page.Execute(w, data) // who does not read it has gone
}

// nothing answers an unknown page.
func (p *pages) nothing(w http.ResponseWriter, r *http.Request) {
	refuseBy(w, http.StatusNotFound, templates.Lookup("nothing.html"), p.pageData(w, r, "/"))
}

// json answers with an object.
func (p *pages) json(w http.ResponseWriter, r *http.Request, object any) {
	text, err := json.Marshal(object)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	send(w, r, text, "no-cache")
}

// serve serves a handler at an address until close, within the limits of connections.
func (p *pages) serve(h http.Handler, l net.Listener) {
	p.serveBy(newServer(h, p.guard.connections), l)
}

// serveApart is serve with connections apart from those of the pages: at most so many, of one address half of them.
func (p *pages) serveApart(h http.Handler, l net.Listener, connections int) {
	p.serveBy(newServer(h, &throttle.Connections{Most: connections, PerSource: connections / 2}), l)
}

func (p *pages) serveBy(server *http.Server, l net.Listener) {
	p.mu.Lock()
	p.servers = append(p.servers, server)
	p.mu.Unlock()
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			p.say("pages at " + l.Addr().String() + ": " + err.Error())
		}
	}()
}

// close ends the servers, then the streams: those who are being answered have a second. It is called once.
func (p *pages) close() error {
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

// closed returns a channel that close closes.
func (p *pages) closed() <-chan struct{} { return p.closing }

// pageName returns the file of a page in a folder that needs no server.
func pageName(l Lang) string { return [...]string{"index.html", "index.ja.html"}[l] }

// writePage writes a page to a file.
func writePage(name string, page *template.Template, data any) error {
	text, err := rendered(page, data)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

// rendered returns a page, or a part of one, as HTML.
func rendered(page *template.Template, data any) ([]byte, error) {
	var b bytes.Buffer
	err := page.Execute(&b, data)
	return b.Bytes(), err
}
