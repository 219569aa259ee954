package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/vectors"
)

type vectorsCheckOptions struct {
	against string
	timeout time.Duration
	asJSON  bool
	trust   trustOptions
	junit   ciReport
	set     *vectors.Set // of the file
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
		RunE: checked(o.check, func(cmd *cobra.Command, name string) error {
			if o.against == "" {
				if err := unused(cmd, "it is a model's, and without --against none is asked", "timeout", "memory"); err != nil {
					return err
				}
			}
			return o.run(cmd, name)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.against, "against", "", "the model's `ADDR`: exec:COMMAND")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "how long the model may take for its next answer")
	f.BoolVar(&o.asJSON, "json", false, "print a JSON object about the outcome")
	o.trust.flags(f)
	o.trust.flagMemory(f)
	o.junit.of(cmd)
	return cmd
}

func (o *vectorsCheckOptions) check(string) error {
	if o.timeout <= 0 {
		return fmt.Errorf("--timeout %s is not positive", o.timeout)
	}
	if o.against == "" {
		return nil
	}
	a, err := addr.Parse(o.against)
	if err != nil {
		return err
	}
	if a.Scheme != addr.SchemeExec {
		return fmt.Errorf("--against %s: a model is exec:COMMAND", o.against)
	}
	return nil
}

func (o *vectorsCheckOptions) run(cmd *cobra.Command, name string) error {
	// A model is asked nothing from a file that is not whole.
	g, err := games.OfVectors(name)
	if err != nil {
		return err
	}
	o.set = g.Vectors
	h, err := vectors.ReadFile(name, o.set, nil)
	if err != nil {
		return err
	}
	if h.Encoding != vectors.JSONL {
		return fmt.Errorf("%s: check reads JSON Lines; make the same vectors with --form jsonl", name)
	}
	beside := &host.StderrLog{} // what a model writes there is behind the report, not before it
	agreed, bad, err := o.compare(cmd, name, h, beside)
	tail := beside.TakeTail()
	if err != nil && len(tail) > 0 {
		return fmt.Errorf("%w; its standard error ends with:\n  %s", err, strings.Join(tail, "\n  "))
	}
	if err != nil {
		return err
	}
	says := stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Lines("model")
	defer func() {
		for _, line := range tail {
			fmt.Fprintln(says, line)
		}
	}()
	if depth := h.Depth(); bad == nil && depth != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "loopline: %s\n", depth)
	}
	return o.report(cmd.OutOrStdout(), name, agreed, bad)
}

// compare compares the answers of the model, or of the rules.
func (o *vectorsCheckOptions) compare(cmd *cobra.Command, name string, h vectors.Header, beside io.Writer) (agreed int, bad *vectors.Mismatch, err error) {
	ctx, set := cmd.Context(), o.set
	if o.against == "" {
		answerer, err := vectors.ReferenceTarget(set, h)
		if err != nil {
			return 0, nil, err
		}
		return vectors.Check(ctx, name, set, h, answerer, nil)
	}
	conn, err := bridge.Open(ctx, o.against, bridge.Options{
		Stderr: beside, Isolation: o.trust.isolation(stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify), Limits: o.trust.limits(),
	})
	if err != nil {
		return 0, nil, err
	}
	pipe := vectors.NewModelPipe(conn, o.timeout)
	defer func() { err = errors.Join(err, pipe.Close()) }()
	agreed, bad, err = vectors.Check(ctx, name, set, h, pipe.Target(h.Kind), nil)
	if err != nil {
		err = fmt.Errorf("%s: %w", o.against, err)
	}
	return agreed, bad, err
}

// report prints the result of the check, and returns an error for a mismatch.
func (o *vectorsCheckOptions) report(out io.Writer, name string, agreed int, bad *vectors.Mismatch) error {
	who := "the rules"
	if o.against != "" {
		who = o.against
	}
	var err error
	switch {
	case o.asJSON:
		err = json.NewEncoder(out).Encode(bad.Summary(agreed))
	case bad == nil:
		_, err = fmt.Fprintf(out, "%s: %s agree with %s\n", name, humanize.Plural(agreed, "vector", "vectors"), who)
	default:
		_, err = out.Write(o.set.AppendMismatch(nil, bad, name, who))
	}
	return foundMismatch(err, bad, name, who)
}

// foundMismatch returns the error of a check that found one, unless there is another.
func foundMismatch(err error, bad *vectors.Mismatch, name, who string) error {
	if err == nil && bad != nil {
		return &foundError{say.Raw(fmt.Sprintf("%s:%d: %s %s", name, bad.Answer.Vector.Line, who, bad))}
	}
	return err
}
