package tournament

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/humanize"
	"github.com/loopline/loopline/internal/say"
)

// The types of decision.
const (
	Opened         = "opened"       // first: the config, and the seed of its lots
	Entered        = "entered"      // an entrant joined late
	Withdrawn      = "withdrawn"    // an entrant left
	AddressChanged = "readdressed"  // an entrant has a new address, such as of another board
	Paused         = "paused"       // no player is asked for a move
	Resumed        = "resumed"      // they are asked again
	Paired         = "paired"       // a round: who meets whom
	Started        = "started"      // a game, at an attempt
	Finished       = "finished"     // a game: its verdict, and the sum of its record
	Forfeited      = "forfeited"    // a game whose players were not there
	DecidedByLots  = "drawn"        // a match that ended even was decided by lots or seeds
	Voided         = "voided"       // a game does not count
	Replayed       = "replayed"     // a game is played again
	Adjudicated    = "adjudicated"  // a game got its result from the director
	Amended        = "amended"      // a result was put right
	Reinstated     = "reinstated"   // an entrant that had withdrawn plays on
	Renamed        = "renamed"      // an entrant has another name
	Postponed      = "postponed"    // a match waits until it is called
	Called         = "called"       // a match that was postponed may be played
	Replanned      = "replanned"    // a setting of the config changed for stages that have not begun
	Missing        = "missing"      // an entrant is not there
	Present        = "present"      // an entrant that was missing is there
	Disqualified   = "disqualified" // an entrant had too many strikes in a stage
	Closed         = "closed"       // the time of a ladder is over: it pairs no more
	Submitted      = "submitted"    // an entrant handed in a version of its player, which passed the check
	Chosen         = "chosen"       // an entrant chose which version plays
	HallCame       = "hall-came"    // another hall is connected
	HallCut        = "hall-cut"     // its network is cut: it plays its games to their end
)

// FormatVersion is the version of the decisions this package writes.
const FormatVersion = 1

// Decision is a line of decisions.jsonl. Type says which fields mean something.
type Decision struct {
	N    int    `json:"n"`    // of the line, from 1
	Time string `json:"time"` // wall clock, RFC 3339; decides nothing
	Type string `json:"type"`
	By   string `json:"by,omitempty"`  // who
	Why  string `json:"why,omitempty"` // in their words

	Version int     `json:"version,omitempty"` // opened; submitted, chosen: of the entrant
	Program string  `json:"program,omitempty"` // opened
	Plan    string  `json:"plan,omitempty"`    // opened: the file
	Seed    *uint64 `json:"seed,omitempty"`    // opened: of the lots

	// opened: the maps of stages as options of the game: those of the file, then those for
	// matches that are even.
	Maps map[string][]map[string]string `json:"maps,omitempty"`

	// opened: the void game of a match that an entrant whose agent was lost loses; 0 of
	// days that know no such rule.
	NetVoids int `json:"network_voids,omitempty"`

	Entrant string `json:"entrant,omitempty"` // entered, withdrawn, readdressed, reinstated, renamed, missing, present, disqualified
	Team    string `json:"team,omitempty"`    // entered
	Address string `json:"address,omitempty"` // entered, readdressed
	Note    string `json:"note,omitempty"`    // entered

	Stage   string       `json:"stage,omitempty"`    // paired, disqualified, closed
	Round   int          `json:"round,omitempty"`    // paired, from 1
	Groups  [][]string   `json:"groups,omitempty"`   // paired, first round: the field, by seeds
	Pairs   []PairedWith `json:"pairs,omitempty"`    // paired
	Byes    []string     `json:"byes,omitempty"`     // paired
	PlayOff bool         `json:"play_off,omitempty"` // paired: a round that breaks ties

	Match string `json:"match,omitempty"` // drawn, postponed, called: STAGE/ROUND/PAIR
	Rule  string `json:"rule,omitempty"`  // drawn: lots or seed

	Game   string   `json:"game,omitempty"`   // STAGE/ROUND/PAIR/GAME/ATTEMPT
	Winner string   `json:"winner,omitempty"` // entrant
	Draw   bool     `json:"draw,omitempty"`
	Void   bool     `json:"void,omitempty"`
	Scores []int    `json:"scores,omitempty"` // of the seats
	Reason string   `json:"reason,omitempty"`
	Ply    int      `json:"ply,omitempty"`
	Record string   `json:"record,omitempty"` // finished: sum of the verdict's line
	Absent []string `json:"absent,omitempty"` // forfeited, started: who was not there; finished: whose agents were lost

	// Measures are the quantities of the game that the config uses and no verdict has, for
	// every seat; finished.
	Measures Measures `json:"measures,omitempty"`

	// Network are the entrants whose agents left more to the network than their round trips
	// take; finished, of days that tell it.
	Network []NetworkShare `json:"network,omitempty"`

	// Credited are the entrants with answers that count by the credit for host stalls alone, and HangsOnCredit
	// that the verdict might be another without it: see [host.Verdict.HangsOnCredit]; finished.
	Credited      []CreditedAnswers `json:"credited,omitempty"`
	HangsOnCredit bool              `json:"hangs_on_credit,omitempty"`

	// Cascade takes back what depends on a result that changed; without it that
	// stays as it is.
	Cascade bool `json:"cascade,omitempty"`

	Name  string `json:"name,omitempty"`  // renamed: the new one
	Key   string `json:"key,omitempty"`   // replanned: of Replannable, or STAGE.KEY
	Value string `json:"value,omitempty"` // replanned: as in the config; closed: until

	For      string          `json:"for,omitempty"`      // submitted, chosen: the type of maps; empty is all
	Upload   string          `json:"upload,omitempty"`   // submitted: SHA-256 of the file that came
	Versions []PlayedVersion `json:"versions,omitempty"` // started: of the entrants that handed in, in the order of the seats

	Hall      string `json:"hall,omitempty"`      // started: where it is played, unless it is here; hall-came, hall-cut
	After     string `json:"after,omitempty"`     // started, in a hall: the sum of the match's record before
	Signature string `json:"signature,omitempty"` // finished: of the hall that played the game

	Sum string `json:"sum"` // of the line and all before it
}

// NetworkShare measures how much more of a game's time the agent of an entrant left to the network
// than its round trips take; see [host.NetworkShare].
type NetworkShare struct {
	Entrant   string        `json:"entrant"`
	Answers   int           `json:"answers"`
	Exceeding int           `json:"exceeding"` // answers of these
	Excess    record.Micros `json:"excess"`    // of all together
	Trip      record.Micros `json:"trip"`      // the shortest round trip, the median over the answers
}

// String says it in a sentence.
func (n NetworkShare) String() string {
	return n.Entrant + ": " + host.NetworkShare{
		Answers: n.Answers, Exceeding: n.Exceeding, Excess: n.Excess.Duration(), RTT: n.Trip.Duration(),
	}.String()
}

// CreditedAnswers counts the answers of an entrant in a game that count by the credit for host stalls alone.
type CreditedAnswers struct {
	Entrant string        `json:"entrant"`
	Answers int           `json:"answers"`
	Longest record.Micros `json:"longest"` // credit of one
}

// PairedWith is a match, or a heat, in a round.
type PairedWith struct {
	Pair   int    `json:"pair"`  // its number in the round
	Group  int    `json:"group"` // from 1
	First  string `json:"first"`
	Second string `json:"second"`

	Others []string `json:"others,omitempty"` // of a heat, in their seats
}

// Names are the entrants in the order of their seats.
func (p *PairedWith) Names() []string { return append([]string{p.First, p.Second}, p.Others...) }

// sumKey precedes the checksum in a line.
const sumKey = `,"sum":"`

// sumSize is the number of hexadecimal digits of a sum.
const sumSize = 32

// encode is the line of a decision after a sum, with its line feed. It sets Sum.
func (d *Decision) encode(last string) ([]byte, error) {
	body, err := d.body()
	if err != nil {
		return nil, err
	}
	d.Sum = chainSum(last, body)
	return append(body, sumKey+d.Sum+"\"}\n"...), nil
}

// body is the line of a decision without its sum and closing brace.
func (d *Decision) body() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	plain := *d
	plain.Sum = ""
	if err := e.Encode(&plain); err != nil {
		return nil, err
	}
	body, ok := bytes.CutSuffix(b.Bytes(), []byte(sumKey+"\"}\n"))
	if !ok {
		return nil, errors.New("a decision does not end with its sum")
	}
	return body, nil
}

// CheckDue wants a decision that follows by itself to be the one that is due, whoever took it and when.
func (c *Decision) CheckDue(due Decision) error {
	due.N, due.Time, due.By, due.Why = c.N, c.Time, c.By, c.Why
	want, err := due.body()
	if err != nil {
		return err
	}
	got, err := c.body()
	if err != nil {
		return err
	}
	if string(got) != string(want) {
		return fmt.Errorf("%s: the file has %s, and the decisions before it give %s", c.Type, got, want)
	}
	return nil
}

// chainSum returns the next sum of the log's hash chain: the first 32 hexadecimal digits of
// the SHA-256 of the last sum and the line without its own.
func chainSum(last string, body []byte) string {
	hash := sha256.New()
	hash.Write([]byte(last))
	hash.Write(body)
	hash.Write([]byte("}"))
	return hex.EncodeToString(hash.Sum(nil))[:sumSize]
}

// decode reads a line, without its line feed, after a sum. It must be, byte for
// byte, what would have been written.
func decode(line []byte, last string) (Decision, error) {
	var d Decision
	reader := json.NewDecoder(bytes.NewReader(line))
	reader.DisallowUnknownFields()
	if err := reader.Decode(&d); err != nil {
		return d, fmt.Errorf("invalid decision: %w", err)
	}
	body, err := d.body()
	if err != nil {
		return d, err
	}
	if want := chainSum(last, body); want != d.Sum {
		return d, fmt.Errorf("its sum is %.40q, but the line and those before it give %s: the file was changed", d.Sum, want)
	}
	if string(line) != string(body)+sumKey+d.Sum+`"}` {
		return d, errors.New("it is not as a decision is written: the file was changed")
	}
	return d, nil
}

// GameID is the identity of a game at an attempt.
func GameID(match string, game, attempt int) string {
	return fmt.Sprintf("%s/%d/%d", match, game, attempt)
}

// ParseGameID takes STAGE/ROUND/PAIR/GAME, with or without /ATTEMPT, apart. Attempt is
// 0 where none is named.
func ParseGameID(id string) (match string, game, attempt int, err error) {
	parts := strings.Split(id, "/")
	if n := len(parts); n == 4 || n == 5 {
		numbers := make([]int, 0, 4)
		for _, part := range parts[1:] {
			n := 0
			if _, err := fmt.Sscanf(part, "%d", &n); err != nil || n < 1 || fmt.Sprint(n) != part {
				return "", 0, 0, noGame(id)
			}
			numbers = append(numbers, n)
		}
		if n == 5 {
			attempt = numbers[3]
		}
		return strings.Join(parts[:3], "/"), numbers[2], attempt, nil
	}
	return "", 0, 0, noGame(id)
}

func noGame(id string) error {
	return say.Errorf("%.60q names no game; write STAGE/ROUND/PAIR/GAME, such as groups/1/2/1", id)
}

// Terms returns what a decision names, as [Decision.String] does behind its type: games, matches,
// entrants, settings and their values.
func (c *Decision) Terms() []string {
	all := []string{c.Game, c.Match, c.Entrant, c.Name, c.Winner, WithoutToken(c.Address), c.Key, c.Value}
	return slices.DeleteFunc(all, func(term string) bool { return term == "" })
}

// String is a decision in a line.
func (c *Decision) String() string {
	words := append([]string{c.Type}, c.Terms()...)
	if c.Type == Paired {
		words = append(words, fmt.Sprintf("%s round %d", c.Stage, c.Round))
	}
	if c.Draw {
		words = append(words, "draw")
	}
	if c.Void {
		words = append(words, "void")
	}
	text := strings.Join(words, " ")
	if c.Reason != "" {
		text += " (" + c.Reason + ")"
	}
	if c.By != "" {
		text += ", by " + c.By
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	return text
}

// Words are the result of a game.
func (c *Decision) Words() string {
	switch {
	case c.Void:
		return "void (" + c.Reason + ")"
	case c.Draw:
		return "draw (" + c.Reason + ")"
	}
	return fmt.Sprintf("%s wins (%s, %s)", c.Winner, c.Reason, humanize.Plural(c.Ply, "ply", "plies"))
}

// token is the secret in an address for clients over HTTP.
var token = regexp.MustCompile(`([?&]token=)[^&]*`)

// WithoutToken returns an address as it may be printed: without the secret of its client over HTTP.
func WithoutToken(address string) string { return token.ReplaceAllString(address, "${1}…") }
