package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/loopline/loopline/contest/rating"
	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/internal/vfs"
	"github.com/loopline/loopline/termsafe"
)

// RatingTable gathers results of games between two, and rates the players. Fill it with Add,
// then write it.
type RatingTable struct {
	// SPRT, if it is set, is tested where there are two players.
	SPRT *rating.SPRT

	// Name returns the name of the player at an address in a record, so that addresses
	// that differ in a seed are one player; nil uses the address.
	Name func(address string) string

	names   []string
	fouls   []host.FoulCounts // of each
	results []rating.Result
	pairs   [5]int
	first   map[string]ratedGame // of a pair whose second game is to come
	seen    map[[32]byte]bool
	equal   int // games that were played before, move by move
	skipped int // void, cut, or not between two
}

// ratedGame is the first game of a pair.
type ratedGame struct {
	seats [2]string
	score float64 // of the first seat
}

// AddFile takes in a record, or the records of a contest, until ctx ends.
func (r *RatingTable) AddFile(ctx context.Context, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return r.addRecord(ctx, name, nil)
	}
	d, err := tournament.Read(name)
	if err != nil {
		return err
	}
	files, err := d.Records()
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := r.addRecord(ctx, file, d); err != nil {
			return err
		}
	}
	return nil
}

// addRecord takes in a record; of a day only games that count as they were played.
func (r *RatingTable) addRecord(ctx context.Context, name string, d *tournament.Tournament) error {
	if d != nil {
		if err := vfs.CheckRegular(vfs.OS, name); err != nil {
			return err
		}
	}
	f, err := stream.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	for g, err := range record.Games(f) {
		if err != nil {
			return err
		}
		o := g.Header()
		match, number := name+"\x00"+o.Match, o.Number
		if d != nil {
			id, n, _, err := tournament.ParseGameID(o.ID)
			m := d.Match(id)
			if err != nil || m == nil || n > len(m.Games) || m.Games[n-1].AttemptID() != o.ID || m.Games[n-1].By != tournament.Finished {
				r.skipped++
				continue
			}
			match, number = id, n
		}
		r.Add(match, number, &g)
	}
	return nil
}

// Add takes in a game, the number-th of a match. Games 1 and 2, 3 and 4 and so on of
// one match are pairs, when the seats changed in between.
func (r *RatingTable) Add(match string, number int, g *record.Game) {
	v, o := g.Verdict(), g.Header()
	if v == nil || v.Void || len(o.Seats) != 2 || v.Winner == nil && !v.Draw || o.Seats[0].Address == o.Seats[1].Address {
		r.skipped++
		return
	}
	score := 0.5
	if v.Winner != nil && !v.Draw {
		score = 0
		if *v.Winner == o.Seats[0].Name {
			score = 1
		}
	}
	if r.seen == nil {
		r.seen, r.first = map[[32]byte]bool{}, map[string]ratedGame{}
	}
	key := played(g)
	if r.seen[key] {
		r.equal++
		delete(r.first, match)
		return
	}
	r.seen[key] = true
	now := ratedGame{[2]string{r.named(o.Seats[0].Address), r.named(o.Seats[1].Address)}, score}
	r.results = append(r.results, rating.Result{First: r.player(now.seats[0]), Second: r.player(now.seats[1]), Score: score})
	if v.Foul != nil && (v.Foul.Seat == 0 || v.Foul.Seat == 1) {
		r.fouls[r.player(now.seats[v.Foul.Seat])][host.Kind(v.Foul.Kind)]++
	}
	before, open := r.first[match]
	delete(r.first, match)
	switch {
	case number%2 == 1:
		r.first[match] = now
	case open && before.seats == [2]string{now.seats[1], now.seats[0]}:
		r.pair(before, now)
	}
}

func (r *RatingTable) named(address string) string {
	if r.Name != nil {
		return r.Name(address)
	}
	return address
}

// played tells games apart: see record.Digest.
func played(g *record.Game) [32]byte {
	var d record.Digest
	for i := range g.Events {
		d.Add(&g.Events[i])
	}
	return d.Sum()
}

// pair counts a pair for the player who was named first of all.
func (r *RatingTable) pair(first, second ratedGame) {
	score := first.score + 1 - second.score // of who moved first in the first game
	if r.player(first.seats[0]) > r.player(first.seats[1]) {
		score = 2 - score
	}
	r.pairs[int(2*score)]++
}

func (r *RatingTable) player(name string) int {
	if i := slices.Index(r.names, name); i >= 0 {
		return i
	}
	r.names, r.fouls = append(r.names, name), append(r.fouls, host.FoulCounts{})
	return len(r.names) - 1
}

// honest sets how many games it takes for a normal distribution to say something.
const honest = 30

// PlayerRating is the rating of one player.
type PlayerRating struct {
	Player     string   `json:"player"`
	Games      int      `json:"games"`
	Score      float64  `json:"score"`      // points
	Elo        *float64 `json:"elo"`        // above the mean of its group
	Margin     *float64 `json:"margin"`     // half the 95 % interval
	Group      int      `json:"group"`      // from 1; other groups are not comparable
	Prior      bool     `json:"prior"`      // a draw with an average player was assumed
	Comparable bool     `json:"comparable"` // false: somebody is in another group

	// Fouls counts the games that it lost by fouls.
	Fouls host.FoulCounts `json:"fouls,omitempty"`
}

// ReadRatings returns the Elo of players, by their names, of what WriteJSON wrote. A player whose Elo is
// unknown is left out. Its error names the object.
func ReadRatings(r io.Reader) (map[string]float64, error) {
	all := map[string]float64{}
	for d, line := json.NewDecoder(r), 1; ; line++ {
		var p struct {
			Player string
			Elo    *float64
		}
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("object %d: not as \"loopline rate --json\" prints it: %w", line, err)
		case p.Player != "" && p.Elo != nil:
			all[p.Player] = *p.Elo
		}
	}
}

// HeadToHead compares two players by their games.
type HeadToHead struct {
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Wins     int       `json:"wins"` // of the first
	Draws    int       `json:"draws"`
	Losses   int       `json:"losses"`
	Pairs    []int     `json:"pairs"` // LL, LD, LW or DD, DW, WW
	Elo      *float64  `json:"elo"`
	Low      *float64  `json:"low"` // of the 95 % interval; null is unbounded
	High     *float64  `json:"high"`
	Exact    bool      `json:"exact"` // the interval is: there are few games
	NElo     *float64  `json:"nelo"`
	NEloPM   *float64  `json:"nelo_margin"`
	LOS      float64   `json:"los"`
	LLR      *float64  `json:"llr"`
	Bounds   []float64 `json:"bounds"`
	Decision string    `json:"decision"` // undecided, H0, H1
}

// finite is a number that JSON can hold, or null.
func finite(f float64) *float64 {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil
	}
	return &f
}

// Players rates all players, the strongest first. First is the advantage of moving first,
// and half its interval.
func (r *RatingTable) Players() (all []PlayerRating, first, margin float64, err error) {
	if len(r.results) == 0 {
		return nil, 0, 0, errors.New("no game counts: all are void, cut, or not between two players")
	}
	fit, err := rating.Fit(len(r.names), r.results, rating.Options{FirstMove: true})
	if err != nil {
		return nil, 0, 0, err
	}
	for i, p := range fit.Players {
		all = append(all, PlayerRating{
			Player: r.names[i], Games: int(p.Games), Score: p.Score, Elo: finite(p.Elo), Margin: finite(p.Margin),
			Group: p.Group + 1, Prior: p.Prior, Comparable: fit.Groups == 1, Fouls: r.fouls[i],
		})
	}
	slices.SortStableFunc(all, func(a, b PlayerRating) int {
		if a.Group != b.Group {
			return a.Group - b.Group
		}
		switch x, y := value(a.Elo), value(b.Elo); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return strings.Compare(a.Player, b.Player)
	})
	return all, fit.First, fit.FirstMargin, nil
}

func value(f *float64) float64 {
	if f == nil {
		return math.Inf(-1)
	}
	return *f
}

// HeadToHead compares the players where there are two. If each game has its pair, it
// counts pairs.
func (r *RatingTable) HeadToHead() (HeadToHead, bool) {
	if len(r.names) != 2 {
		return HeadToHead{}, false
	}
	d := HeadToHead{First: r.names[0], Second: r.names[1], Pairs: r.pairs[:]}
	for _, g := range r.results {
		score := g.Score
		if g.First == 1 {
			score = 1 - score
		}
		switch score {
		case 1:
			d.Wins++
		case 0:
			d.Losses++
		default:
			d.Draws++
		}
	}
	sample := r.sample(&d)
	c := rating.Compare(sample)
	d.Elo, d.Low, d.High = finite(c.Elo), finite(c.Elo-c.Margin), finite(c.Elo+c.Margin)
	d.NElo, d.NEloPM, d.LOS = finite(c.NElo), finite(c.NError), c.LOS
	if d.Wins+d.Draws+d.Losses < honest {
		exact := rating.Exact(d.Wins, d.Draws, d.Losses)
		d.Exact, d.Low, d.High, d.NElo, d.NEloPM = true, finite(exact.Low), finite(exact.High), nil, nil
		d.LOS = rating.LOS(d.Wins, d.Losses)
	}
	if r.SPRT != nil {
		low, high := r.SPRT.Bounds()
		d.LLR, d.Bounds = finite(r.SPRT.LLR(sample)), []float64{low, high}
		d.Decision = map[rating.Decision]string{rating.Undecided: "undecided", rating.Accept0: "H0", rating.Accept1: "H1"}[r.SPRT.Decide(sample)]
	}
	return d, true
}

// sample is the pairs, when no game is without one, or the games.
func (r *RatingTable) sample(d *HeadToHead) rating.Sample {
	paired := 0
	for _, n := range r.pairs {
		paired += 2 * n
	}
	if paired == len(r.results) {
		return rating.Pairs(r.pairs)
	}
	return rating.Games(d.Wins, d.Draws, d.Losses)
}

// WriteJSON writes an object a player, then one of the two where there are two.
func (r *RatingTable) WriteJSON(w io.Writer) error {
	all, first, margin, err := r.Players()
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	for _, p := range all {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	if d, ok := r.HeadToHead(); ok {
		return e.Encode(d)
	}
	return e.Encode(map[string]any{"first_move": first, "first_move_margin": margin, "equal_games": r.equal, "skipped_games": r.skipped})
}

// WriteText writes the ratings as readable text.
func (r *RatingTable) WriteText(w io.Writer) error {
	all, first, margin, err := r.Players()
	if err != nil {
		return err
	}
	t := termsafe.NewColumns(w)
	fmt.Fprintln(t, "player\tElo\t± 95 %\tgames\tpoints\t")
	prior := false
	for _, p := range all {
		note := ""
		if p.Games < honest {
			note = "few games"
		}
		if p.Prior {
			note, prior = "prior", true
		}
		if !p.Comparable {
			note = strings.TrimSpace(fmt.Sprintf("group %d %s", p.Group, note))
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\n", p.Player, eloText(p.Elo), strings.TrimPrefix(eloText(p.Margin), "+"), p.Games, number(p.Score), note)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var lines []string
	lines = append(lines, fmt.Sprintf("moving first is worth %+.0f ± %.0f Elo", first, margin))
	if !all[0].Comparable {
		lines = append(lines, "groups that never met are not comparable: their Elo counts from their own mean")
	}
	if prior {
		lines = append(lines, "prior: the results alone bound no rating, so a draw with an average player is assumed")
	}
	for _, p := range all {
		lines = append(lines, p.Fouls.Lines(p.Player)...)
	}
	if r.equal > 0 {
		lines = append(lines, humanize.Plural(r.equal, "game was", "games were")+" played before, answer by answer, and count once")
	}
	if r.skipped > 0 {
		lines = append(lines, humanize.Plural(r.skipped, "game is", "games are")+" left out: void, cut, decided otherwise, or not between two")
	}
	if d, ok := r.HeadToHead(); ok {
		lines = append(lines, d.lines()...)
	}
	_, err = fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

func eloText(f *float64) string {
	if f == nil {
		return "unbounded"
	}
	return fmt.Sprintf("%+.1f", *f)
}

// lines are a duel as readable text.
func (d *HeadToHead) lines() []string {
	how := ""
	if d.Exact {
		how = " (exact; fewer than 30 games)"
	}
	lines := []string{
		fmt.Sprintf("%s against %s: %d wins, %d draws, %d losses; pairs LL %d, LD %d, LW or DD %d, DW %d, WW %d",
			d.First, d.Second, d.Wins, d.Draws, d.Losses, d.Pairs[0], d.Pairs[1], d.Pairs[2], d.Pairs[3], d.Pairs[4]),
		fmt.Sprintf("Elo %s, 95 %%: %s to %s%s; likelihood that it is stronger %.2f %%",
			eloText(d.Elo), eloText(d.Low), eloText(d.High), how, 100*d.LOS),
	}
	if d.NElo != nil && d.NEloPM != nil {
		lines = append(lines, fmt.Sprintf("nElo %+.1f ± %.1f", *d.NElo, *d.NEloPM))
	}
	if d.LLR != nil {
		lines = append(lines, fmt.Sprintf("SPRT: LLR %.3f between %.3f and %.3f: %s", *d.LLR, d.Bounds[0], d.Bounds[1], d.Decision))
	}
	return lines
}

// ParseSPRT reads the hypotheses of a test, written ELO0,ELO1. An empty text returns nil.
func ParseSPRT(text string) (*rating.SPRT, error) {
	var t rating.SPRT
	if text == "" {
		return nil, nil
	}
	if n, err := fmt.Sscanf(text, "%g,%g", &t.Elo0, &t.Elo1); n != 2 || err != nil {
		return nil, fmt.Errorf("%.40q: write a test as ELO0,ELO1, such as 0,10", text)
	}
	return &t, t.Validate()
}
