package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

type vectorsCheckOptions struct {
	against string
	timeout time.Duration
	asJSON  bool
}

func newVectorsCheckCmd() *cobra.Command {
	var o vectorsCheckOptions
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a model, or the file itself, against vectors",
		Long: `Check asks a model every vector of a file of JSON Lines and compares the
answers; without --against it asks the rules that the file was made from. The
first difference is drawn, with the moves that lead to it, and ends the check
with exit status 3.

The model is a program, --against exec:COMMAND. It reads a line
{"id":0,"kind":"turn","ask":{…}} and writes a line {"id":0,"answer":{…}}, in the
order of the questions; many questions may wait. The answer has the fields of
the vector's "want". docs/vectors.md has an example.`,
		Example: `  loopline vectors check turns.jsonl --against "exec:python3 model.py"`,
		Args:    wantArgs(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			return o.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.against, "against", "", "the model's `ADDR`: exec:COMMAND")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "how long the model may take for its next answer")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	return cmd
}

func (o *vectorsCheckOptions) check() error {
	if o.timeout <= 0 {
		return fmt.Errorf("--timeout %s is not positive", o.timeout)
	}
	if o.against == "" {
		return nil
	}
	a, err := bridge.ParseAddress(o.against)
	if err != nil {
		return err
	}
	if a.Scheme != bridge.SchemeExec {
		return fmt.Errorf("--against %s: a model is exec:COMMAND", o.against)
	}
	return nil
}

// mismatch is the first answer that differs.
type mismatch struct {
	kind   vectors.Kind
	vector vectors.Vector
	answer json.RawMessage
	fields []vectors.Difference
	crash  error // instead of an answer
}

// what says what is wrong with who answered.
func (b *mismatch) what() string {
	if b.crash != nil {
		return fmt.Sprintf("does not answer: %v", b.crash)
	}
	return fmt.Sprintf("differs: %s", b.fields[0])
}

// errStop ends the reading of vectors; the reason is known elsewhere.
var errStop = errors.New("stop")

func (o *vectorsCheckOptions) run(cmd *cobra.Command, name string) error {
	// A model is asked nothing from a file that is not whole.
	h, err := readVectors(name, nil)
	if err != nil {
		return err
	}
	if h.Form != vectors.JSONL {
		return fmt.Errorf("%s: check reads JSON Lines; make the same vectors with --form jsonl", name)
	}
	var checked int
	var bad *mismatch
	if o.against == "" {
		checked, bad, err = checkOracle(cmd.Context(), name, h)
	} else {
		checked, bad, err = o.checkModel(cmd, name, h)
	}
	if err != nil {
		return err
	}
	return o.report(cmd.OutOrStdout(), name, checked, bad)
}

// checkOracle compares a file with the rules.
func checkOracle(ctx context.Context, name string, h vectors.Header) (checked int, bad *mismatch, err error) {
	board, err := vectors.ParseBoard(h.Board)
	if err != nil {
		return 0, nil, err
	}
	oracle := vectors.NewOracle(h.Kind, board)
	_, err = readVectors(name, func(v vectors.Vector) error {
		want, classes, err := oracle.Answer(v.Ask)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, v.Line, err)
		}
		fields, err := vectors.Compare(v.Want, want)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, v.Line, err)
		}
		if !slices.Equal(classes, v.Classes) {
			fields = append(fields, vectors.Difference{
				Field: "classes", Want: fmt.Sprint(v.Classes), Got: fmt.Sprint(classes),
			})
		}
		if len(fields) > 0 {
			bad = &mismatch{kind: h.Kind, vector: v, answer: want, fields: fields}
			return errStop
		}
		checked++
		return ctx.Err()
	})
	if bad != nil {
		err = nil
	}
	return checked, bad, err
}

// checkModel compares a model with a file.
func (o *vectorsCheckOptions) checkModel(cmd *cobra.Command, name string, h vectors.Header) (checked int, bad *mismatch, err error) {
	m, err := openModel(cmd.Context(), o.against, o.timeout, cmd.ErrOrStderr())
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	pending := m.ask(name, h.Kind)
	for v := range pending {
		answer, err := m.answer(cmd.Context(), v.ID)
		if err != nil {
			return checked, nil, fmt.Errorf("%s: vector %d (%s:%d): %w", o.against, v.ID, name, v.Line, err)
		}
		fields, err := vectors.Compare(v.Want, answer)
		if err != nil {
			return checked, nil, fmt.Errorf("%s: vector %d (%s:%d): its answer %w", o.against, v.ID, name, v.Line, err)
		}
		if len(fields) > 0 {
			return checked, &mismatch{kind: h.Kind, vector: v, answer: answer, fields: fields}, nil
		}
		checked++
	}
	if err := m.finish(cmd.Context()); err != nil {
		return checked, nil, fmt.Errorf("%s: %w", o.against, err)
	}
	if checked != h.Count {
		return checked, nil, fmt.Errorf("%s changed while it was read", name)
	}
	return checked, nil, nil
}

// report says how the check ended.
func (o *vectorsCheckOptions) report(out io.Writer, name string, checked int, bad *mismatch) error {
	who := "the rules"
	if o.against != "" {
		who = o.against
	}
	var err error
	switch {
	case o.asJSON:
		err = json.NewEncoder(out).Encode(bad.summary(checked))
	case bad == nil:
		_, err = fmt.Fprintf(out, "%s: %s agree with %s\n", name, plural(checked, "vector", "vectors"), who)
	default:
		_, err = out.Write(bad.appendText(nil, name, who))
	}
	if err == nil && bad != nil {
		return &foundError{fmt.Sprintf("%s:%d: %s %s", name, bad.vector.Line, who, bad.what())}
	}
	return err
}

// summary is the outcome for programs.
func (b *mismatch) summary(checked int) any {
	type difference struct {
		ID     int                  `json:"id"`
		Line   int                  `json:"line"`
		Ask    json.RawMessage      `json:"ask"`
		Want   json.RawMessage      `json:"want"`
		Answer json.RawMessage      `json:"answer"`
		Fields []vectors.Difference `json:"fields"`
		Crash  string               `json:"crash,omitempty"`
	}
	s := struct {
		Agreed     int         `json:"agreed"`
		Difference *difference `json:"difference"`
	}{Agreed: checked}
	if b != nil {
		s.Difference = &difference{b.vector.ID, b.vector.Line, b.vector.Ask, b.vector.Want, b.answer, b.fields, ""}
		if b.crash != nil {
			s.Difference.Crash = b.crash.Error()
		}
	}
	return s
}

// appendText draws the first difference.
func (b *mismatch) appendText(dst []byte, name, who string) []byte {
	dst = fmt.Appendf(dst, "%s:%d: vector %d: the first difference\n", name, b.vector.Line, b.vector.ID)
	var ask struct{ Moves, Move *string }
	if json.Unmarshal(b.vector.Ask, &ask) == nil && ask.Moves != nil {
		dst = fmt.Appendf(dst, "\nafter: %s\n\n", *ask.Moves)
		if p, err := positionAfter(*ask.Moves); err == nil {
			dst = p.AppendText(dst)
			dst = fmt.Appendf(dst, "\n%s to move", p.Turn())
		}
		if ask.Move != nil {
			dst = fmt.Appendf(dst, ", asked about %s", *ask.Move)
			dst = appendBoardAfter(dst, *ask.Moves, *ask.Move)
		}
		dst = append(dst, '\n')
	} else {
		dst = fmt.Appendf(dst, "ask:    %s\n", b.vector.Ask)
	}
	dst = append(dst, '\n')
	for _, d := range b.fields {
		dst = fmt.Appendf(dst, "  %s\n", d)
	}
	if b.crash != nil {
		dst = fmt.Appendf(dst, "  %s\n\nwant:   %s\n", b.what(), b.vector.Want)
	} else {
		dst = fmt.Appendf(dst, "\nwant:   %s\n%s: %s\n", b.vector.Want, who, b.answer)
	}
	if ask.Moves != nil {
		move := ""
		if ask.Move != nil {
			move = " " + *ask.Move
		}
		dst = fmt.Appendf(dst, "replay: loopline replay '%s%s'\n", *ask.Moves, move)
	}
	return dst
}

// appendBoardAfter draws the board after a legal move.
func appendBoardAfter(dst []byte, moves, move string) []byte {
	p, err := positionAfter(moves)
	if err != nil {
		return dst
	}
	if _, err := trax.ParseMove(move); err != nil || p.PlayText(move) != nil {
		return append(dst, ", which is illegal\n"...)
	}
	return p.AppendText(append(dst, "; right is:\n\n"...))
}
