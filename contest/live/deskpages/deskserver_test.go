package deskpages

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/desk"
	"github.com/loopline/loopline/contest/live/web"
	"github.com/loopline/loopline/contest/tournament"
)

// deskTest is a desk at its address.
type deskTest struct {
	t     *testing.T
	desk  *desk.Desk
	url   string
	codes map[string]string
	late  atomic.Bool
}

// serveDesk opens a desk of some teams, whose versions pass unless they hold the word "fails".
func serveDesk(t *testing.T, teams ...string) *deskTest { return serveDeskOf(t, nil, teams...) }

// serveDeskOf is serveDesk with a desk that is changed before it opens.
func serveDeskOf(t *testing.T, change func(*desk.Desk), teams ...string) *deskTest {
	text := "name = \"Cup\"\ngame = \"g\"\n[desk]\nmax-size = \"1MiB\"\n[[stage]]\nname = \"all\"\nkind = \"round-robin\"\n"
	for _, team := range teams {
		text += fmt.Sprintf("[[entrant]]\nname = \"Team %s\"\naddress = \"desk:%s\"\n", team, team)
	}
	plan, err := config.Parse("cup.toml", text)
	require.NoError(t, err)
	d := &deskTest{t: t, codes: map[string]string{}}
	until := time.Now().Add(time.Hour).Truncate(time.Second)
	d.desk = &desk.Desk{
		Dir: filepath.Join(t.TempDir(), "cup"), Plan: plan, Deadline: until,
		Now: func() time.Time {
			if d.late.Load() {
				return until.Add(time.Second)
			}
			return time.Now()
		},
		Check: func(_ context.Context, _ string, p desk.Player, report io.Writer) error {
			text, err := os.ReadFile(filepath.Join(p.Dir, "main.py"))
			fmt.Fprintln(report, "one short game")
			if err == nil && bytes.Contains(text, []byte("fails")) {
				err = fmt.Errorf("it failed")
			}
			return err
		},
	}
	if change != nil {
		change(d.desk)
	}
	require.NoError(t, d.desk.Open())
	for _, team := range teams {
		d.codes[team], err = desk.NewCode(d.desk.Dir, team)
		require.NoError(t, err)
	}
	pages := New(web.Options{}, d.desk)
	d.url, err = pages.Listen(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	checked := make(chan struct{})
	go func() {
		defer close(checked)
		d.desk.Run(ctx)
	}()
	t.Cleanup(func() {
		require.NoError(t, pages.Close())
		cancel()
		<-checked
		require.NoError(t, d.desk.Close())
	})
	return d
}

// form is a form with a file at its end, of fields by turns with their values.
func form(file, text string, fields ...string) (kind string, body *bytes.Buffer) {
	body = &bytes.Buffer{}
	w := multipart.NewWriter(body)
	for i := 0; i < len(fields); i += 2 {
		_ = w.WriteField(fields[i], fields[i+1]) // a buffer
	}
	part, _ := w.CreateFormFile("file", file)
	_, _ = io.WriteString(part, text)
	_ = w.Close()
	return w.FormDataContentType(), body
}

// ask sends a request with a team's code, "" for none, and returns what came.
func (d *deskTest) ask(method, path, team, kind string, body io.Reader) (status int, text string) {
	d.t.Helper()
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.url+path, body)
	require.NoError(d.t, err)
	if team != "" {
		code, ok := d.codes[team]
		if !ok {
			code = team
		}
		r.Header.Set("Authorization", "Bearer "+code)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	a, err := http.DefaultClient.Do(r)
	require.NoError(d.t, err)
	defer a.Body.Close()
	all, err := io.ReadAll(a.Body)
	require.NoError(d.t, err)
	return a.StatusCode, string(all)
}

// handIn hands in a Python program, and waits until it was checked.
func (d *deskTest) handIn(team, text string) ToldVersion {
	d.t.Helper()
	kind, body := form("bot.py", text)
	status, answer := d.ask(http.MethodPost, "versions", team, kind, body)
	require.Equal(d.t, http.StatusCreated, status, answer)
	var v ToldVersion
	require.NoError(d.t, json.Unmarshal([]byte(answer), &v))
	for until := time.Now().Add(time.Minute); v.State == desk.Checking; time.Sleep(5 * time.Millisecond) {
		require.True(d.t, time.Now().Before(until), "it is not checked")
		_, answer := d.ask(http.MethodGet, fmt.Sprint("versions/", v.Version), team, "", nil)
		require.NoError(d.t, json.Unmarshal([]byte(answer), &v))
	}
	return v
}

// versions lists a team's versions.
func (d *deskTest) versions(team string) (all []ToldVersion) {
	d.t.Helper()
	status, answer := d.ask(http.MethodGet, "versions", team, "", nil)
	require.Equal(d.t, http.StatusOK, status)
	require.NoError(d.t, json.Unmarshal([]byte(answer), &all))
	return all
}

// A request under the name of another site is answered by nothing of a server on this machine, also with a code.
func TestForeignHost(t *testing.T) {
	d := serveDesk(t, "aoi", "bo")
	for host, want := range map[string]int{"evil.example": http.StatusMisdirectedRequest, "localhost": http.StatusOK} {
		for _, path := range []string{"", "versions", "static/desk.js"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.url+path, nil)
			require.NoError(t, err)
			r.Host = host
			r.Header.Set("Authorization", "Bearer "+d.codes["aoi"])
			a, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			require.NoError(t, a.Body.Close())
			require.Equal(t, want, a.StatusCode, "%s %s", host, path)
		}
	}
}

// A team hands in over HTTP, sees what came of it, and chooses; no other team sees any of it.
func TestDeskOverHTTP(t *testing.T) {
	d := serveDesk(t, "aoi", "bo")
	for _, who := range []string{"", "AAAAA-AAAAA"} {
		for _, path := range []string{"versions", "versions/1", "versions/1/upload"} {
			status, _ := d.ask(http.MethodGet, path, who, "", nil)
			require.Equal(t, http.StatusUnauthorized, status, path)
		}
	}
	kind, body := form("bot.py", "print()")
	status, _ := d.ask(http.MethodPost, "versions", "", kind, body)
	require.Equal(t, http.StatusUnauthorized, status)

	v := d.handIn("aoi", "print(1)")
	require.Equal(t, desk.Passed, v.State)
	require.Equal(t, "one short game\n", v.Report)
	require.True(t, v.Plays)
	require.True(t, d.handIn("aoi", "print(2)").Plays)
	failed := d.handIn("aoi", "fails")
	require.Equal(t, desk.Failed, failed.State)
	require.Equal(t, "it failed", failed.Reason)
	require.False(t, failed.Plays)
	for path, want := range map[string]int{"versions/1/check": http.StatusConflict, "versions/3/check": http.StatusOK} {
		status, answer := d.ask(http.MethodPost, path, "aoi", "", nil)
		require.Equal(t, want, status, "%s: %s", path, answer)
	}
	for body, want := range map[string]int{"version=1": http.StatusOK, "version=3": http.StatusConflict, "version=9": http.StatusConflict, "version=x": http.StatusBadRequest} {
		status, answer := d.ask(http.MethodPost, "choose", "aoi", "application/x-www-form-urlencoded", strings.NewReader(body))
		require.Equal(t, want, status, "%s: %s", body, answer)
	}
	all := d.versions("aoi")
	require.Len(t, all, 3)
	for _, v := range all {
		require.Equal(t, v.Version == 1, v.Plays)
	}
	status, text := d.ask(http.MethodGet, "versions/1/upload", "aoi", "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, "print(1)", text)

	require.Empty(t, d.versions("bo"))
	for _, path := range []string{"versions/1", "versions/1/upload", "versions/../aoi/1", "versions/%2e%2e%2faoi%2f1"} {
		status, text := d.ask(http.MethodGet, path, "bo", "", nil)
		require.Equal(t, http.StatusNotFound, status, "%s: %s", path, text)
	}
	status, text = d.ask(http.MethodGet, "", "", "", nil)
	require.Equal(t, http.StatusOK, status)
	require.NotContains(t, text, "aoi")
}

// Forms that are wrong, too large or late are refused in words, and nothing of them is kept.
func TestDeskRefuses(t *testing.T) {
	d := serveDesk(t, "aoi", "bo", "chie")
	aFile := func(file, text string, fields ...string) func() (string, io.Reader) {
		return func() (string, io.Reader) {
			kind, body := form(file, text, fields...)
			return kind, body
		}
	}
	for name, c := range map[string]struct {
		team   string
		form   func() (string, io.Reader)
		status int
		says   string
	}{
		"no form":         {"aoi", func() (string, io.Reader) { return "text/plain", strings.NewReader("print()") }, http.StatusBadRequest, "this is no form with a file"},
		"no file":         {"aoi", func() (string, io.Reader) { return "multipart/form-data; boundary=x", strings.NewReader("--x--\r\n") }, http.StatusBadRequest, "the form has no file"},
		"a strange field": {"aoi", aFile("bot.py", "x", "team", "bo"), http.StatusBadRequest, `the form has a field "team"`},
		"empty":           {"aoi", aFile("bot.py", ""), http.StatusBadRequest, "the file is empty"},
		"too large":       {"aoi", aFile("bot.py", strings.Repeat("x", 1<<20+1)), http.StatusRequestEntityTooLarge, "the file has more than 1"},
		"far too large":   {"bo", aFile("bot.py", strings.Repeat("x", 4<<20)), http.StatusRequestEntityTooLarge, ""},
		"more behind it": {"bo", func() (string, io.Reader) {
			kind, body := form("bot.py", "print()")
			text := body.String()
			boundary := text[:strings.Index(text, "\r\n")]
			text = strings.TrimSuffix(text, "--\r\n") + "\r\nContent-Disposition: form-data; name=\"for\"\r\n\r\nx\r\n" + boundary + "--\r\n"
			return kind, strings.NewReader(text)
		}, http.StatusBadRequest, "something follows the file"},
		"what is not allowed": {"bo", aFile("bot.py", "x", "kind", "cobol"), http.StatusBadRequest, "is nothing that the contest allows"},
	} {
		kind, body := c.form()
		status, text := d.ask(http.MethodPost, "versions", c.team, kind, body)
		require.Equal(t, c.status, status, "%s: %s", name, text)
		require.Contains(t, text, c.says, name)
	}
	d.late.Store(true)
	kind, body := form("bot.py", "print()")
	status, text := d.ask(http.MethodPost, "versions", "chie", kind, body)
	require.Equal(t, http.StatusForbidden, status)
	require.Contains(t, text, "the deadline was ")
	for team := range d.codes {
		require.Empty(t, d.versions(team))
		left, err := os.ReadDir(filepath.Join(d.desk.Dir, tournament.DeskFolder, team))
		require.True(t, err == nil || os.IsNotExist(err), err)
		require.Empty(t, left, team)
	}
}

// A connection that breaks in an upload leaves nothing; two that come at once are two versions, and a
// third waits its turn.
func TestDeskUploadsAtOnce(t *testing.T) {
	d := serveDesk(t, "aoi", "bo")
	address := strings.TrimSuffix(strings.TrimPrefix(d.url, "http://"), "/")
	kind, body := form("bot.py", strings.Repeat("print()\n", 1000))
	start := func(team string) net.Conn { // sends half
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute)))
		fmt.Fprintf(c, "POST /versions HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n",
			address, d.codes[team], kind, body.Len())
		_, err = c.Write(body.Bytes()[:body.Len()/2])
		require.NoError(t, err)
		return c
	}
	parts := func(team string) int {
		left, err := os.ReadDir(filepath.Join(d.desk.Dir, tournament.DeskFolder, team))
		require.True(t, err == nil || os.IsNotExist(err), err)
		return len(left)
	}
	broken := start("aoi")
	require.Eventually(t, func() bool { return parts("aoi") == 1 }, time.Minute, time.Millisecond, "it comes")
	require.Empty(t, d.versions("aoi"))
	require.NoError(t, broken.Close())
	require.Eventually(t, func() bool { return parts("aoi") == 0 }, time.Minute, time.Millisecond, "nothing is left")

	one, other := start("bo"), start("bo")
	require.Eventually(t, func() bool { return parts("bo") == 2 }, time.Minute, time.Millisecond)
	again, more := form("bot.py", "print()")
	status, _ := d.ask(http.MethodPost, "versions", "bo", again, more)
	require.Equal(t, http.StatusServiceUnavailable, status)
	for _, c := range []net.Conn{other, one} {
		_, err := c.Write(body.Bytes()[body.Len()/2:])
		require.NoError(t, err)
		answer, err := io.ReadAll(c)
		require.NoError(t, err)
		require.Contains(t, string(answer), "201 Created")
		require.NoError(t, c.Close())
	}
	all := d.versions("bo")
	require.Len(t, all, 2)
	require.Equal(t, []int{2, 1}, []int{all[0].Version, all[1].Version})
	require.Equal(t, all[0].SHA256, all[1].SHA256)
}

// A browser enters with the code and hands in on the page; another site's form does nothing, in its name.
func TestDeskInABrowser(t *testing.T) {
	d := serveDesk(t, "aoi", "bo")
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	enter := func(code string) (*http.Response, string) {
		a, err := browser.PostForm(d.url+"enter", url.Values{"code": {code}})
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return a, string(text)
	}
	a, text := enter("AAAAA-BBBBB")
	require.Equal(t, http.StatusForbidden, a.StatusCode)
	require.NotContains(t, text, "Team aoi")
	a, text = enter(strings.ToLower(d.codes["aoi"]))
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Contains(t, text, "Team aoi")
	send := func(origin string) (int, string) {
		kind, body := form("bot.py", "print()")
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.url+"versions", body)
		require.NoError(t, err)
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Origin", origin)
		a, err := browser.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return a.StatusCode, string(text)
	}
	status, _ := send("http://evil.example")
	require.Equal(t, http.StatusForbidden, status)
	require.Empty(t, d.versions("aoi"))
	status, text = send(strings.TrimSuffix(d.url, "/"))
	require.Equal(t, http.StatusOK, status, "the page, after a redirect")
	require.Contains(t, text, "bot.py")
	require.Len(t, d.versions("aoi"), 1)
}

// Where checks stand still while a game is in play, the page of a team says so, in its language, and so does the answer
// to programs; behind the game the version is checked, and nothing of it is said any more.
func TestDeskSaysThatItWaits(t *testing.T) {
	d := serveDeskOf(t, func(d *desk.Desk) { d.Alone = true }, "aoi", "bo")
	over := desk.NewGames(d.desk.Dir).Begin()
	kind, body := form("bot.py", "print()")
	status, answer := d.ask(http.MethodPost, "versions", "aoi", kind, body)
	require.Equal(t, http.StatusCreated, status, answer)
	const english = "Waits until no game is in play: this machine cannot share its processors out between games and checks."
	page := func(language string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.url+"?lang="+language, nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+d.codes["aoi"])
		a, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return string(text)
	}
	time.Sleep(200 * time.Millisecond) // a check that did not wait would be over
	require.Equal(t, english, d.versions("aoi")[0].Waits)
	require.Equal(t, desk.Checking, d.versions("aoi")[0].State)
	require.Contains(t, page("en"), `<p class="waits">`+english+`</p>`)
	require.Contains(t, page("ja"), `<p class="waits">対局が終わるのを待っています。`)
	over()
	for until := time.Now().Add(time.Minute); d.versions("aoi")[0].State == desk.Checking; time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(until), "it is not checked")
	}
	v := d.versions("aoi")[0]
	require.Equal(t, desk.Passed, v.State)
	require.Empty(t, v.Waits)
	require.NotContains(t, page("en"), `class="waits"`)
}
