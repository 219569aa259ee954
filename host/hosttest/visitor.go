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

// Visit opens the link of a seat as a browser does, and answers each question with the option
// that choose picks among those that the page offers, by its index; a negative index is no
// answer. It returns the verdicts that the page shows, in English, when the match is over.
func Visit(ctx context.Context, link string, choose func(options int) int) (verdicts []string, err error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	page, code, _ := strings.Cut(link, "#")
	v := visitor{client: &http.Client{Jar: jar}, page: page}
	if err := v.post(ctx, "enter", map[string]any{"code": code}); err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, page+"events", http.NoBody)
	if err != nil {
		return nil, err
	}
	events, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	lines.Buffer(nil, 1<<20)
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
		if i := choose(len(u.answers())); i >= 0 {
			if err := v.post(ctx, "reply", map[string]any{"turn": u.Turn, "answer": u.answers()[i]}); err != nil {
				return verdicts, err
			}
		}
	}
	return verdicts, fmt.Errorf("the page of the seat breaks off: %w", lines.Err())
}

// update is what a page is told, as far as Visit reads it.
type update struct {
	Game    int
	Turn    int
	Choices []struct{ Options []struct{ Answer string } }
	End     []string
	Before  []string
}

func (u *update) answers() (all []string) {
	for _, c := range u.Choices {
		for _, o := range c.Options {
			all = append(all, o.Answer)
		}
	}
	return all
}

type visitor struct {
	client *http.Client
	page   string
}

func (v *visitor) post(ctx context.Context, to string, body map[string]any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, v.page+to, bytes.NewReader(data))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := v.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if text, _ := io.ReadAll(a.Body); a.StatusCode != http.StatusNoContent {
		return fmt.Errorf("%s %s: %s: %s", to, data, a.Status, strings.TrimSpace(string(text)))
	}
	return nil
}
