package hosttest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
)

// Browser is a browser with the page of a seat, by its link. Its methods are called by one
// goroutine.
type Browser struct {
	Page   string // its address, without the code
	Code   string
	client *http.Client
}

// NewBrowser makes a browser, which has no cookies yet.
func NewBrowser(link string) *Browser {
	page, code, _ := strings.Cut(link, "#")
	jar, _ := cookiejar.New(nil) // fails with options alone
	return &Browser{Page: page, Code: code, client: &http.Client{Jar: jar}}
}

// Post sends what the page would, and returns the status and the text of the answer.
func (v *Browser) Post(ctx context.Context, to string, body map[string]any, header http.Header) (status int, text string, err error) {
	data, err := json.Marshal(body)
	if err != nil {
		return 0, "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, v.Page+to, bytes.NewReader(data))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	for name, values := range header {
		r.Header[name] = values
	}
	a, err := v.client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer a.Body.Close()
	said, err := io.ReadAll(a.Body)
	return a.StatusCode, strings.TrimSpace(string(said)), err
}

// post is Post of what must be accepted.
func (v *Browser) post(ctx context.Context, to string, body map[string]any) error {
	status, text, err := v.Post(ctx, to, body, nil)
	if err == nil && status != http.StatusNoContent {
		err = fmt.Errorf("%s %v: status %d: %s", to, body, status, text)
	}
	return err
}

// Visit opens the link of a seat as a browser does, and answers each part of each question with
// the option that choose picks among those that the page offers, by its index; a negative index
// is no answer to the question. It returns the verdicts that the page shows, in English, when the
// match is over.
func Visit(ctx context.Context, link string, choose func(options int) int) (verdicts []string, err error) {
	return NewBrowser(link).Play(ctx, choose, func(turn int, answers []string) {})
}

// Play is Visit; before it answers a question, by its number, it calls ready.
func (v *Browser) Play(ctx context.Context, choose func(options int) int, ready func(turn int, answers []string)) (verdicts []string, err error) {
	if err := v.post(ctx, "enter", map[string]any{"code": v.Code}); err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.Page+"events", http.NoBody)
	if err != nil {
		return nil, err
	}
	events, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	lines.Buffer(nil, 4<<20)
	answered := 0
	for lines.Scan() {
		if lines.Text() == "event: end" {
			return verdicts, nil
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var u update
		if err := json.Unmarshal([]byte(data), &u); err != nil {
			return verdicts, err
		}
		if len(u.Before) > 0 && len(verdicts) < u.Game-1 {
			verdicts = append(verdicts, u.Before[0])
		}
		if len(u.End) > 0 && len(verdicts) < u.Game {
			verdicts = append(verdicts, u.End[0])
		}
		if u.Turn <= answered {
			continue
		}
		answered = u.Turn
		answers := u.answers(choose)
		if answers == nil {
			continue
		}
		ready(u.Turn, answers)
		if err := v.post(ctx, "reply", map[string]any{"turn": u.Turn, "answers": answers}); err != nil {
			return verdicts, err
		}
	}
	return verdicts, fmt.Errorf("the page of the seat breaks off: %w", lines.Err())
}

// update is the part of a page's update that Visit reads.
type update struct {
	Game   int
	Turn   int
	Parts  []part
	End    []string
	Before []string
}

type part struct {
	Like    *int
	Choices []struct{ Options []struct{ Answer string } }
}

// answers has an option of each part chosen; nil is no answer.
func (u *update) answers(choose func(options int) int) (all []string) {
	for _, p := range u.Parts {
		if p.Like != nil {
			p = u.Parts[*p.Like]
		}
		var options []string
		for _, c := range p.Choices {
			for _, o := range c.Options {
				options = append(options, o.Answer)
			}
		}
		i := choose(len(options))
		if i < 0 {
			return nil
		}
		all = append(all, options[i])
	}
	return all
}
