package engine

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/loopline/loopline/internal/addropts"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/trax/engine/searchmodel"
)

// DefaultName is the bot that plays when none is named.
const DefaultName = "search"

// Spec is which bot plays and how, as an address or a command line names it.
type Spec struct {
	Name    string
	Options Options
	Think   time.Duration // for a move at most; 0 is as long as it may
	Log     bool          // log the search
}

// ParseSpec reads NAME?seed=1&depth=3&nodes=10000&time=200ms&log=true&eval=tracks,
// all of it optional, and the file of weights=FILE. The error names the option at fault, or the bots that there are.
func ParseSpec(s string) (Spec, error) {
	name, options, err := addropts.Split(s)
	b := Spec{Name: name}
	if name == "" {
		b.Name = DefaultName
	}
	if err != nil {
		return b, fmt.Errorf("bot %.40q: %w, such as ?seed=1&depth=3", s, err)
	}
	for _, o := range options {
		if err := b.set(o.Key, o.Value); err != nil {
			return b, fmt.Errorf("bot %.40q: %w", s, err)
		}
	}
	_, err = b.New()
	return b, err
}

func (b *Spec) set(key, value string) (err error) {
	switch key {
	case "seed":
		b.Options.Seed, err = strconv.ParseUint(value, 10, 64)
	case "depth":
		b.Options.Depth, err = strconv.Atoi(value)
	case "nodes":
		b.Options.Nodes, err = strconv.ParseInt(value, 10, 64)
	case "cycles":
		b.Options.Cycles, err = strconv.Atoi(value)
	case "windows":
		b.Options.Windows, err = truth(key, value)
		return err
	case "threads":
		b.Options.Threads, err = strconv.Atoi(value)
	case "n":
		b.Options.Level, err = strconv.Atoi(value)
	case "weights":
		return b.readWeights(value)
	case "eval":
		return b.evaluate(value)
	case "time":
		b.Think, err = time.ParseDuration(value)
		if err == nil && b.Think <= 0 {
			err = fmt.Errorf("not above 0")
		}
		if err != nil {
			return fmt.Errorf("time %.40q: want a duration such as 200ms", value)
		}
	case "log":
		b.Log, err = truth(key, value)
		return err
	default:
		return fmt.Errorf("no option %.40q; there are seed, n, depth, nodes, cycles, windows, threads, time, log, eval, weights", key)
	}
	if err != nil {
		return fmt.Errorf("%s %.40q: want a whole number", key, value)
	}
	return nil
}

// truth reads an option that is true or false.
func truth(key, value string) (bool, error) {
	if value != "true" && value != "false" {
		return false, fmt.Errorf("%s %.40q is not true or false", key, value)
	}
	return value == "true", nil
}

// evaluate sets by what positions are valued.
func (b *Spec) evaluate(name string) error {
	switch name {
	case "learned":
		b.Options.Evaluate, b.Options.rfpMargin = Learned(), rfpMargin
	case "tracks":
		b.Options.Evaluate, b.Options.rfpMargin = Tracks(), 0
	default:
		return fmt.Errorf("eval %.40q is neither learned nor tracks", name)
	}
	return nil
}

// maxWeights bounds how much of a table of weights is read, in bytes.
const maxWeights = 1 << 20

// readWeights reads the weights of the bot board.
func (b *Spec) readWeights(name string) error {
	f, err := vfs.OpenRegular(name)
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	defer f.Close()
	if b.Options.Weights, err = searchmodel.ReadWeights(io.LimitReader(f, maxWeights)); err != nil {
		return fmt.Errorf("weights: %s: %w", name, err)
	}
	return nil
}

// New makes the bot.
func (s Spec) New() (Bot, error) { return New(s.Name, s.Options) }

// Limit returns the time limit of the bot for a move that may take limit.
func (s Spec) Limit(limit time.Duration) time.Duration {
	if s.Think > 0 {
		return min(limit, s.Think)
	}
	return limit
}
