package games

import (
	"testing"

	"github.com/loopline/loopline/host/record"
)

// FuzzQuestions: whatever is asked of a game is answered or refused, and what is
// loaded can be drawn.
func FuzzQuestions(f *testing.F) {
	for _, text := range []string{
		`{"moves":["1 4","1 4","D 1 1 5 3"]}`, `{"init":["3 3","3 3"],"p0":["L 1 1 2 2"],"p1":[]}`, `{"board":"0"}`,
		`{"map":"T:3\nD:0,3\nD:0,0\nC:0,0\nH:1,1\n","script":["su","wr"]}`, `{`, `{"moves":[1]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(_ *testing.T, question []byte) {
		for _, g := range All() {
			for _, answer := range []func([]byte) (any, error){g.Replay, g.Moves} {
				if answer != nil {
					_, _ = answer(question)
				}
			}
			if g.Load == nil {
				continue
			}
			if events, err := g.Load(question); err == nil {
				view := g.View()
				for _, e := range append([]record.Event{}, events...) {
					view.Observe(e)
				}
			}
		}
	})
}
