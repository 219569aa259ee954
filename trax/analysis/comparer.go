package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/loopline/loopline/host/check"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/playertest"
)

// Options configures a comparison. The zero value compares no moves: set Subject and Seat.
type Options struct {
	Subject string // the address of a player or the name of a file, for reports
	Seat    string // whose moves: white, red, [Both], or the address of a seat

	// Bot is the bot to compare with, as people name it; empty leaves values
	// out. Spec is the same bot, Depth by how many plies moves are valued.
	Bot   string
	Spec  engine.Spec
	Depth int
	Move  time.Duration // limit of a bot that is bound by nothing else

	// ReferenceAddress is the address of the reference player; may be empty.
	// NewReference makes a harness for it.
	ReferenceAddress string
	NewReference     func() *playertest.Harness

	// Live says that the player is there and plays now, so that its reference
	// plays one game after the other too.
	Live bool

	// Comments says in words what a move comes to, and follows attacks for it beyond
	// Depth, as the bot does.
	Comments bool

	JSON bool // report JSON Lines

	// OnAnswer is told of each move that was compared; may be nil.
	OnAnswer func(Answer)
}

// Both is the seat of both players.
const Both = "both"

const thinkTime = time.Minute

// Comparer compares the moves of games, one game after another. It is for one
// goroutine; Close ends its reference players.
type Comparer struct {
	o          Options
	report     report
	analyzer   *engine.Analyzer // nil leaves values out
	references [2]*reference    // by colour; nil without Options.ReferenceAddress
	total      Total
	wrong      []string    // what was found wrong, in words
	info       engine.Info // the bot's last, with Options.Comments
}

// New returns a comparer that reports to out, which keeps its error. The error
// reports a depth out of range.
func New(o Options, out io.Writer) (*Comparer, error) {
	c := &Comparer{o: o}
	c.report = report{out: out, o: &c.o}
	if o.Bot != "" {
		var err error
		if c.analyzer, err = engine.NewAnalyzer(o.Depth, nil); err != nil {
			return nil, err
		}
	}
	if o.ReferenceAddress != "" {
		// One for each colour: a player that sits at both seats is two.
		for color := range c.references {
			c.references[color] = &reference{harness: o.NewReference()}
		}
		if o.Seat != Both || o.Live {
			c.references[1] = c.references[0]
		}
	}
	return c, nil
}

// Close ends the reference players.
func (c *Comparer) Close() {
	for _, r := range c.references {
		if r != nil {
			r.harness.Close()
		}
	}
}

// comparison is the JSON line of one move.
type comparison struct {
	Type          string             `json:"type"`
	Game          int                `json:"game"` // from 1
	Title         string             `json:"title"`
	Ply           int                `json:"ply"` // from 1
	Seat          string             `json:"seat"`
	Line          int                `json:"line,omitempty"` // of the record
	Move          string             `json:"move"`
	Legal         bool               `json:"legal"`
	Reason        string             `json:"reason,omitempty"` // why it is illegal
	Detail        string             `json:"detail,omitempty"`
	Value         *eval              `json:"value,omitempty"` // of the move
	Bot           string             `json:"bot_move,omitempty"`
	Best          *eval              `json:"bot_value,omitempty"`
	Same          bool               `json:"same"`           // as the bot's
	Loss          *int               `json:"loss,omitempty"` // points by which the bot's is worth more
	Lost          float64            `json:"lost_chance"`    // to win, as forced ends have it too
	ReferenceMove string             `json:"is_move,omitempty"`
	Agrees        *bool              `json:"agrees,omitempty"` // with the reference
	Noted         string             `json:"noted,omitempty"`  // what the record says was played instead
	Comment       string             `json:"comment,omitempty"`
	position      *annotatedPosition // set where something is wrong
	decided       string             // won, lost: how the move decides a game that the bot's does not
}

// eval is the value of a move.
type eval struct {
	Points int     `json:"points"`
	Chance float64 `json:"chance"`           // to win
	Forced string  `json:"forced,omitempty"` // win in 3, loss in 2: plies
}

func newEval(value int) *eval {
	w := &eval{Points: value, Chance: thousandths(engine.WinProbability(value))}
	if plies, won, ok := engine.DecisivePlies(value); ok {
		w.Forced = fmt.Sprintf("loss in %d", plies)
		if won {
			w.Forced = fmt.Sprintf("win in %d", plies)
		}
	}
	return w
}

// String is the value as text.
func (w *eval) String() string {
	if w == nil {
		return ""
	}
	if w.Forced != "" {
		return w.Forced
	}
	return percent(w.Chance)
}

// percent is a chance in words.
func percent(chance float64) string { return fmt.Sprintf("%.0f %%", 100*chance) }

func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }

// annotatedPosition is a position that a comment is due.
type annotatedPosition struct {
	Moves string   `json:"moves"` // that lead to it
	Board []string `json:"board"`
	text  []byte   // the board as text
	turn  trax.Color
}

func annotate(p *trax.Position, moves []comparedMove) *annotatedPosition {
	m := &annotatedPosition{Board: p.Rows(), text: p.AppendText(nil), turn: p.Turn()}
	for i, move := range moves[:p.Ply()] {
		if i > 0 {
			m.Moves += " "
		}
		m.Moves += move.played()
	}
	return m
}

// Total sums up a comparison.
type Total struct {
	Type        string      `json:"type"`
	Subject     string      `json:"subject"`
	Games       int         `json:"games"`
	Moves       int         `json:"moves"`
	Legal       int         `json:"legal"`
	Bot         string      `json:"bot,omitempty"`
	Depth       int         `json:"depth,omitempty"`
	Same        int         `json:"same"`
	Loss        float64     `json:"mean_loss"`        // of moves where neither is decided
	Lost        float64     `json:"mean_lost_chance"` // of all moves that were valued
	Mistakes    int         `json:"mistakes"`         // that lose mistakeChance or more
	Blunders    int         `json:"blunders"`         // lose by force where the bot's move does not
	Missed      int         `json:"missed"`           // wins by force that the bot sees
	Worst       *comparison `json:"worst,omitempty"`
	Reference   string      `json:"is,omitempty"`
	Divergences int         `json:"divergences"`
	Deviated    int         `json:"strayed"` // games left where the player left their moves
	Changed     []int       `json:"changed_lines,omitempty"`
	Partial     bool        `json:"partial"`
	PartialWhy  string      `json:"reason,omitempty"`

	lossSum, losses int
	lostSum         float64
	evals           int
}

// mistakeChance is the chance to win that a mistake throws away.
const mistakeChance = 0.2

// game compares the moves of one game.
func (c *Comparer) game(ctx context.Context, g *comparedGame) error {
	c.total.Games++
	c.report.begin(c.total.Games, g)
	c.changed(g)
	found, err := c.followReferences(ctx, g)
	if err != nil {
		return err
	}
	bot, err := c.bot()
	if err != nil {
		return err
	}
	p := trax.NewPosition()
	for i := range g.moves {
		m := &g.moves[i]
		if g.compare[p.Turn()] && !m.given {
			one := &comparison{
				Type: "move", Game: c.total.Games, Title: g.title, Ply: i + 1, Seat: p.Turn().String(),
				Line: m.line, Move: m.text,
			}
			if err := c.value(ctx, p, bot, one); err != nil {
				return err
			}
			c.compareReference(p, g, one, found[p.Turn()])
			if c.o.Comments {
				one.Comment = one.comment()
			}
			c.count(one)
			c.report.add(one)
			c.answered(one, g.moves[:i])
		}
		if err := p.PlayText(m.played()); err != nil {
			if rest := len(g.moves) - i - 1; rest > 0 {
				c.report.note(fmt.Sprintf("%s behind ply %d cannot be compared: %s is illegal",
					humanize.Plural(rest, "move", "moves"), i+1, m.played()))
			}
			break
		}
	}
	c.noteDeviation(g)
	return nil
}

// changed tells of lines of the record that were changed.
func (c *Comparer) changed(g *comparedGame) {
	for _, line := range g.changed {
		c.total.Changed = append(c.total.Changed, line)
		c.report.note(fmt.Sprintf("line %d was changed after it was written: its sum does not fit", line))
	}
}

// noteDeviation tells where a player has left the moves it was to keep to.
func (c *Comparer) noteDeviation(g *comparedGame) {
	for i := range min(len(g.moves), len(g.script)) {
		if g.moves[i].text != g.script[i] {
			c.total.Deviated++
			c.report.note(fmt.Sprintf("it left the game of the file at ply %d, where that has %s; "+
				"the positions behind cannot be reached", i+1, g.script[i]))
			return
		}
	}
}

// followReferences has the references play the game along.
func (c *Comparer) followReferences(ctx context.Context, g *comparedGame) (found [2]*divergence, err error) {
	for color, t := range c.references {
		if t == nil || !g.compare[color] {
			continue
		}
		if found[color], err = t.follow(ctx, g, trax.Color(color)); err != nil {
			return found, fmt.Errorf("--reference: %w", err)
		}
	}
	return found, nil
}

// bot is a new one of those to compare with, nil when there is none.
func (c *Comparer) bot() (engine.Bot, error) {
	if c.analyzer == nil {
		return nil, nil
	}
	o := c.o.Spec.Options
	if c.o.Comments {
		o.OnInfo = func(t engine.Info) { c.info = t }
	}
	return engine.New(c.o.Spec.Name, o)
}

// value finds whether the move is legal, what the bot plays, and what both are
// worth.
func (c *Comparer) value(ctx context.Context, p *trax.Position, bot engine.Bot, one *comparison) error {
	err := p.PlayText(one.Move)
	if one.Legal = err == nil; one.Legal {
		p.Undo()
	} else {
		one.Detail = err.Error()
		var illegal *trax.IllegalError
		if errors.As(err, &illegal) {
			one.Reason = string(illegal.Reason)
		}
	}
	if bot == nil || p.Outcome().Over {
		return nil
	}
	limit := thinkTime
	if c.o.Spec.Think > 0 {
		limit = c.o.Spec.Think
	} else if o := c.o.Spec.Options; o.Depth == 0 && o.Nodes == 0 {
		limit = c.o.Move
	}
	c.info = engine.Info{}
	best, err := bot.Move(ctx, p, limit)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	one.Bot = best.String()
	one.Same = one.Bot == one.Move
	if one.Best, err = c.eval(ctx, p, one.Bot); err != nil || !one.Legal {
		return err
	}
	one.Best = c.preferDecisive(one.Best, c.info.Value)
	one.Value = one.Best
	if !one.Same {
		one.Value, err = c.eval(ctx, p, one.Move)
	}
	if err == nil && c.o.Comments && !one.Same {
		err = c.evalByReply(ctx, p, bot, one, limit)
	}
	one.setLoss()
	return err
}

// preferDecisive is w, or what the bot has found out where it sees the end.
func (c *Comparer) preferDecisive(w *eval, value int) *eval {
	if _, _, forced := engine.DecisivePlies(value); !c.o.Comments || !forced || w != nil && w.Forced != "" {
		return w
	}
	return newEval(value)
}

// evalByReply has the bot look at the position after the move: what it sees of its end
// counts for the move as it does for the bot's own.
func (c *Comparer) evalByReply(ctx context.Context, p *trax.Position, bot engine.Bot, one *comparison, limit time.Duration) error {
	if err := p.PlayText(one.Move); err != nil {
		return err
	}
	defer p.Undo()
	if p.Outcome().Over {
		return nil
	}
	c.info = engine.Info{}
	if _, err := bot.Move(ctx, p, limit); err != nil {
		return err
	}
	one.Value = c.preferDecisive(one.Value, engine.ForOpponent(c.info.Value))
	return ctx.Err()
}

// eval values a legal move; nil when there is no time for it.
func (c *Comparer) eval(ctx context.Context, p *trax.Position, move string) (*eval, error) {
	m, err := trax.ParseMove(move)
	if err != nil {
		return nil, err
	}
	value, err := c.analyzer.Analyze(ctx, p, m, thinkTime)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, engine.ErrNoTime):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return newEval(value), nil
}

// setLoss finds what the move is worse by than the bot's.
func (one *comparison) setLoss() {
	if one.Value == nil || one.Best == nil {
		return
	}
	one.Lost = thousandths(max(0, one.Best.Chance-one.Value.Chance))
	if one.Value.Forced == "" && one.Best.Forced == "" {
		loss := max(0, one.Best.Points-one.Value.Points)
		one.Loss = &loss
		return
	}
	_, wins, forced := engine.DecisivePlies(one.Value.Points)
	_, best, could := engine.DecisivePlies(one.Best.Points)
	switch {
	case forced && !wins && !(could && !best):
		one.decided = "blunder"
	case could && best && !(forced && wins):
		one.decided = "missed"
	}
}

// compareReference holds the move against what is known of it from elsewhere.
func (c *Comparer) compareReference(p *trax.Position, g *comparedGame, one *comparison, found *divergence) {
	m := &g.moves[one.Ply-1]
	if c.o.ReferenceAddress != "" && (found == nil || one.Ply <= found.ply) {
		agrees := found == nil || one.Ply < found.ply
		one.Agrees, one.ReferenceMove = &agrees, m.text
		if !agrees {
			one.ReferenceMove = found.move
		}
	}
	if m.note != "" && m.note != m.text {
		one.Noted = m.note
	}
	if c.isWrong(one) {
		one.position = annotate(p, g.moves)
	}
}

// isWrong notes what is wrong with a move, if anything.
func (c *Comparer) isWrong(one *comparison) bool {
	place := fmt.Sprintf("game %d, ply %d: %s answered %s", one.Game, one.Ply, one.Seat, one.Move)
	before := len(c.wrong)
	if one.Agrees != nil && !*one.Agrees {
		c.wrong = append(c.wrong, fmt.Sprintf("%s, %s answers %s", place, c.o.ReferenceAddress, one.ReferenceMove))
	}
	if !one.Legal {
		c.wrong = append(c.wrong, fmt.Sprintf("%s, which is illegal (%s)", place, one.Reason))
	}
	if one.Noted != "" {
		c.wrong = append(c.wrong, fmt.Sprintf("%s, and the record goes on with %s", place, one.Noted))
	}
	return len(c.wrong) > before
}

// count takes a move into the sums.
func (c *Comparer) count(one *comparison) {
	t := &c.total
	t.Moves++
	if one.Legal {
		t.Legal++
	}
	if one.Same {
		t.Same++
	}
	if one.Agrees != nil && !*one.Agrees {
		t.Divergences++
	}
	switch one.decided {
	case "blunder":
		t.Blunders++
	case "missed":
		t.Missed++
	}
	if one.Loss != nil {
		t.lossSum += *one.Loss
		t.losses++
	}
	if one.Value != nil && one.Best != nil {
		t.lostSum += one.Lost
		t.evals++
	}
	if one.Lost >= mistakeChance {
		t.Mistakes++
	}
	if one.worse(t.Worst) {
		t.Worst = one
	}
}

// worse reports whether a move throws away more than another, which may be nil.
func (one *comparison) worse(other *comparison) bool {
	rank := func(c *comparison) (int, int) {
		switch {
		case c == nil:
			return 0, 0
		case c.decided == "blunder":
			return 3, 0
		case c.decided == "missed":
			return 2, 0
		case c.Loss != nil && *c.Loss > 0:
			return 1, *c.Loss
		}
		return 0, 0
	}
	class, loss := rank(one)
	otherClass, otherLoss := rank(other)
	return class > otherClass || class == otherClass && loss > otherLoss
}

// finish reports the summary. Why says why the comparison ended early; it is
// empty if it did not.
func (c *Comparer) finish(why string) {
	t := &c.total
	t.Type, t.Subject, t.Reference = "summary", c.o.Subject, c.o.ReferenceAddress
	if c.analyzer != nil {
		t.Bot, t.Depth = c.o.Bot, c.analyzer.Depth()
	}
	t.average()
	t.Partial, t.PartialWhy = why != "", why
	c.report.finish(t)
}

// End reports the summary of the comparison, also where an error ended it, in the
// words for it. It returns what is wrong, empty if nothing is, or the error.
func (c *Comparer) End(err error, words func(error) string) (wrong string, _ error) {
	var failed *check.PlayerError
	switch {
	case err == nil && c.total.Games == 0:
		return "", fmt.Errorf("%s: the file holds no game", c.o.Subject)
	case err == nil:
		c.finish("")
		return c.found(), nil
	case errors.As(err, &failed):
		if c.total.Moves > 0 {
			c.finish(failed.Error())
		}
		return failed.Error(), nil
	}
	if c.total.Moves > 0 {
		c.finish(words(err))
	}
	return "", err
}

// found says in words what is wrong; it is empty if nothing is.
func (c *Comparer) found() string {
	wrong := c.wrong
	for _, line := range c.total.Changed {
		wrong = append(wrong, fmt.Sprintf("%s:%d: the line was changed after it was written", c.o.Subject, line))
	}
	switch n := len(wrong); n {
	case 0:
		return ""
	case 1:
		return wrong[0]
	default:
		return fmt.Sprintf("%s (and %d more)", wrong[0], n-1)
	}
}
