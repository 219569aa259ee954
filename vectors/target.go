package vectors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/loopline/loopline/internal/vfs"
)

// A Target answers questions (it is, or drives, the DUT): it yields the vectors that it is given, in
// their order, with its answers. It stops when the sequence of vectors does, or
// who takes the answers. An error is the last thing it yields, with the vector
// that it is about if it is about one.
type Target func(ctx context.Context, questions iter.Seq[Vector]) iter.Seq2[Response, error]

// Response is a Target's response to a vector.
type Response struct {
	Vector Vector
	Text   json.RawMessage // a JSON object
	// Bins are the expected bins of the vector, where HasBins.
	Bins    []string
	HasBins bool
	// Compare judges the answer where the set's rules do not, as of a design
	// that cannot answer everything; nil is the rules.
	Compare func(want, answer json.RawMessage) ([]Difference, error)
	// Crash is why there is no answer: the question ended who was asked.
	Crash error
}

// Mismatch is the first answer that differs.
type Mismatch struct {
	Kind   Kind
	Answer Response
	Fields []Difference // empty when there is no answer
}

// String describes the mismatch.
func (m *Mismatch) String() string {
	if m.Answer.Crash != nil {
		return fmt.Sprintf("does not answer: %v", m.Answer.Crash)
	}
	return fmt.Sprintf("differs: %s", m.Fields[0])
}

// Check has every vector of a file answered, up to the first answer that
// differs. It returns how many agree. Progress gets that number now and then;
// nil is not. A file that is not whole is not used: h is what a [ReadFile]
// before returned.
func Check(
	ctx context.Context, name string, set *Set, h Header, answer Target, progress func(agreed int),
) (agreed int, bad *Mismatch, err error) {
	questions, failed := questionsOf(ctx, name, set)
	for a, err := range answer(ctx, questions) {
		var fields []Difference
		if err == nil {
			fields, err = a.compare(&set.Rules)
		}
		switch {
		case err != nil && *failed != nil:
			return agreed, nil, *failed
		case err != nil && a.Vector.Line > 0:
			return agreed, nil, fmt.Errorf("vector %d (%s:%d): %w", a.Vector.ID, name, a.Vector.Line, err)
		case err != nil:
			return agreed, nil, err
		}
		if len(fields) > 0 || a.Crash != nil {
			return agreed, &Mismatch{h.Kind, a, fields}, nil
		}
		if agreed++; progress != nil {
			progress(agreed)
		}
	}
	switch {
	case *failed != nil:
		return agreed, nil, *failed
	case ctx.Err() != nil:
		return agreed, nil, ctx.Err()
	case agreed != h.Count:
		return agreed, nil, fmt.Errorf("%s changed while it was read", name)
	}
	return agreed, nil, nil
}

func (a *Response) compare(rules *Rules) ([]Difference, error) {
	if a.Crash != nil {
		return nil, nil
	}
	compare := rules.Compare
	if a.Compare != nil {
		compare = a.Compare
	}
	fields, err := compare(a.Vector.Want, a.Text)
	if err == nil && a.HasBins && !slices.Equal(a.Bins, a.Vector.Bins) {
		fields = append(fields, Difference{
			Field: "classes", Want: fmt.Sprint(a.Vector.Bins), Got: fmt.Sprint(a.Bins),
		})
	}
	return fields, err
}

// errStop ends the reading of a file early.
var errStop = errors.New("stop")

// questionsOf returns the vectors of a file, and where the error of reading them is
// when they have ended.
func questionsOf(ctx context.Context, name string, set *Set) (iter.Seq[Vector], *error) {
	failed := new(error)
	return func(yield func(Vector) bool) {
		_, err := ReadFile(name, set, func(v Vector) error {
			if !yield(v) {
				return errStop
			}
			return ctx.Err()
		})
		if !errors.Is(err, errStop) {
			*failed = err
		}
	}, failed
}

// ReadFile is Read of the file with the given name.
func ReadFile(name string, set *Set, each func(Vector) error) (Header, error) {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	return Read(f, name, set, each)
}

// OracleTarget answers by the oracle of a kind.
func OracleTarget(kind *Definition, b GridSize) Target {
	return func(_ context.Context, questions iter.Seq[Vector]) iter.Seq2[Response, error] {
		answer := kind.NewOracle(b)
		return func(yield func(Response, error) bool) {
			for v := range questions {
				item, err := answer(v.Ask)
				if err != nil {
					yield(Response{Vector: v}, err)
					return
				}
				a := Response{Vector: v, Text: item.AppendWant(nil), HasBins: true}
				if kind.Named {
					classes := kind.BinsOf(item)
					classes.Each(func(i int) { a.Bins = append(a.Bins, kind.Bins[i].Name) })
				}
				if !yield(a, nil) {
					return
				}
			}
		}
	}
}

// Summary returns the outcome of a check for programs; m is nil where all agree.
func (m *Mismatch) Summary(agreed int) any {
	type difference struct {
		ID     int             `json:"id"`
		Line   int             `json:"line"`
		Ask    json.RawMessage `json:"ask"`
		Want   json.RawMessage `json:"want"`
		Answer json.RawMessage `json:"answer"`
		Fields []Difference    `json:"fields"`
		Crash  string          `json:"crash,omitempty"`
	}
	s := struct {
		Agreed     int         `json:"agreed"`
		Difference *difference `json:"difference"`
	}{Agreed: agreed}
	if m != nil {
		v := &m.Answer.Vector
		s.Difference = &difference{v.ID, v.Line, v.Ask, v.Want, m.Answer.Text, m.Fields, ""}
		if m.Answer.Crash != nil {
			s.Difference.Crash = m.Answer.Crash.Error()
		}
	}
	return s
}
