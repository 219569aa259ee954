package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/loopline/loopline/contest/tournament/pairing"
	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
)

// The kinds of stage.
const (
	RoundRobin = "round-robin"
	Swiss      = "swiss"
	Knockout   = "knockout"
	Gauntlet   = "gauntlet"
	Qualifier  = "qualifier"
	Tables     = "tables" // heats of several
	Ladder     = "ladder" // of those who are free, until a time
)

// What the tie-breaks of a stage decide: the order of a table, or matches that are even.
const (
	OfTable = "table"
	OfMatch = "match"
)

// The seats of the entrants in a qualifier, against the house.
const (
	SeatsExchanged = "exchange" // after each game
	SeatsFirst     = "first"
	SeatsSecond    = "second"
)

// Limits of a config.
const (
	MaxEntrants = 256
	MaxConfig   = 1 << 20 // bytes of the file
	maxName     = 60      // characters of a name
	maxText     = 500     // bytes of an address, a note, a reason
	maxMatch    = 64      // games of a match
	maxTables   = 64      // games at once
	maxSlides   = 50      // texts of the hall's page
	maxNetVoids = 9       // of an entrant in a match, until one is lost
	maxMaps     = 100     // of a stage
	maxHouse    = 16      // players of the house
)

// Duration is a time written as "1s" or "200ms".
type Duration time.Duration

// UnmarshalText reads a time as [rangecheck.ParseDuration] does.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := rangecheck.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// DefaultCredit is the most that an answer is not charged for host stalls, unless the organiser says otherwise.
const DefaultCredit = time.Second

// StallCredit is the value of stall-credit: see [host.Game].
type StallCredit struct {
	Most   time.Duration // for one answer
	Replay bool          // a game whose verdict hangs on credit is void, and played again
}

// UnmarshalText reads a time, or replay, which grants DefaultCredit.
func (c *StallCredit) UnmarshalText(text []byte) error {
	if string(text) == "replay" {
		*c = StallCredit{DefaultCredit, true}
		return nil
	}
	var most Duration
	err := most.UnmarshalText(text)
	*c = StallCredit{Most: time.Duration(most)}
	return err
}

// Config is the organiser's file. docs/contest.md says what each key means.
type Config struct {
	Name      string            `toml:"name"`
	Game      string            `toml:"game"`
	MoveTime  Duration          `toml:"move-time"`
	FirstTime Duration          `toml:"first-time"`
	Handshake Duration          `toml:"handshake"`
	Options   map[string]string `toml:"options"`
	Tables    int               `toml:"tables"`
	Seed      *uint64           `toml:"seed"`
	TieBreaks []string          `toml:"tie-breaks"`
	Edition   string            `toml:"fide-edition"`
	Void      string            `toml:"void"`
	Wait      Duration          `toml:"wait"`
	Missing   string            `toml:"missing"`
	Credit    *StallCredit      `toml:"stall-credit"`
	Network   string            `toml:"network"`
	NetWait   Duration          `toml:"network-wait"`
	Ponder    string            `toml:"ponder"`
	CPUs      []int             `toml:"cpus"`
	Memory    rangecheck.Size   `toml:"memory"`
	NetVoids  *int              `toml:"network-voids"`
	NetShare  Duration          `toml:"network-share"`
	Places    []string          `toml:"table-names"`
	Slides    []string          `toml:"slides"`
	Halls     []HallConfig      `toml:"hall"`
	HallWait  Duration          `toml:"hall-wait"`
	Entrants  []EntrantConfig   `toml:"entrant"`
	Desk      DeskConfig        `toml:"desk"`
	Boards    BoardsConfig      `toml:"boards"`
	Stages    []StageConfig     `toml:"stage"`

	text string
}

// EntrantConfig is one who enters by the file.
type EntrantConfig struct {
	Name    string `toml:"name"`
	Team    string `toml:"team"`
	Address string `toml:"address"`
	Note    string `toml:"note"`

	Hall      string `toml:"hall"`      // in which it sits, and whose machine has its address; empty is none
	Elsewhere string `toml:"elsewhere"` // the address by which others reach it

	// Limits of a program on this host; zero is the value for all entrants.
	CPUs   []int           `toml:"cpus"`
	Memory rangecheck.Size `toml:"memory"`
}

// Values of pondering, whether programs run while they are not asked. "" is on where they
// cannot take the processors from others, else off.
const (
	PonderOn  = "on"
	PonderOff = "off"
)

// StageConfig is a stage of the file.
type StageConfig struct {
	Name        string              `toml:"name"`
	Title       string              `toml:"title"`
	Start       string              `toml:"start"`
	Kind        string              `toml:"kind"`
	Draw        string              `toml:"draw"`
	Groups      int                 `toml:"groups"`
	Double      bool                `toml:"double"`
	Games       int                 `toml:"games"`
	BestOf      int                 `toml:"best-of"`
	Rounds      int                 `toml:"rounds"`
	Advance     int                 `toml:"advance"`
	One         string              `toml:"one"`
	ThirdPlace  bool                `toml:"third-place"`
	PlayOff     []string            `toml:"play-off"`
	PlayOffTime Duration            `toml:"play-off-time"`
	TieBreaks   []string            `toml:"tie-breaks"`
	Openings    []map[string]string `toml:"openings"`

	Of         string   `toml:"of"` // what the tie-breaks decide: a table, or a match
	By         string   `toml:"by"` // whoever advances, of all groups together
	House      []string `toml:"house"`
	Seats      string   `toml:"seats"`
	PointsWin  string   `toml:"points-win"`
	PointsLoss string   `toml:"points-loss"`
	PointsDraw string   `toml:"points-draw"`
	Maps       []string `toml:"maps"`
	MapTypes   []string `toml:"map-types"`

	Heat         int    `toml:"heat"` // entrants of one
	SmallestHeat int    `toml:"smallest-heat"`
	PointsBy     string `toml:"points-by"`
	PlacePoints  []int  `toml:"place-points"`

	Until string `toml:"until"`

	Strikes       int      `toml:"strikes"`
	StrikeReasons []string `toml:"strike-reasons"`
	Struck        string   `toml:"struck"`
}

// The values of settings.
var (
	kinds     = []string{RoundRobin, Swiss, Knockout, Gauntlet, Qualifier, Tables, Ladder}
	draws     = []string{"seed", "lots"}
	voids     = []string{"replay", "draw", "nothing"}
	missings  = []string{"forfeit", "withdraw"}
	networks  = []string{"replay", "forfeit"}
	ponders   = []string{"", PonderOn, PonderOff}
	playOffs  = []string{"games", "seed", "lots"}
	tieBreaks = []string{Points, Direct, GamePoints, SonnebornBerger, Buchholz, BuchholzCut1, PlayOff,
		Score, ScoreDifference, OpponentsScore, Faults, Time, Wins}

	// Of these a match has a value of its own; the last one decides a match that is even in all.
	matchTieBreaks = []string{Wins, Score, ScoreDifference, Faults, Time}
	matchLasts     = []string{NewMap, "lots"}

	// By these entrants of several groups can be compared.
	groupTieBreaks = []string{Points, GamePoints, Score, ScoreDifference, Faults, Time, Wins}
	seatings       = []string{SeatsExchanged, SeatsFirst, SeatsSecond}
)

// ConfigError is a mistake in a config, with its place.
type ConfigError struct {
	File         string
	Line, Column int
	Problem      string
}

// Error is file:line:column: problem.
func (e *ConfigError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// ParseConfig reads a config and sets defaults. The name is for errors,
// which are all *ConfigError. It knows no game: who calls it checks Game, Options,
// openings and addresses, and tells of them by [Config.At].
func ParseConfig(name, text string) (*Config, error) {
	text = strings.TrimPrefix(text, "\ufeff") // the byte order mark of Windows' editor
	p := &Config{text: text}
	if len(text) > MaxConfig {
		return nil, &ConfigError{name, 1, 1, fmt.Sprintf("the file has more than %d bytes", MaxConfig)}
	}
	if !utf8.ValidString(text) {
		return nil, &ConfigError{name, 1 + strings.Count(text[:invalidAt(text)], "\n"), 1, "the line is no UTF-8; save the file as UTF-8"}
	}
	if err := p.checkQuoted(); err != nil {
		err.File = name
		return nil, err
	}
	d := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, configError(name, text, err)
	}
	p.defaults()
	if err := p.validate(); err != nil {
		err.File = name
		return nil, err
	}
	return p, nil
}

func invalidAt(text string) int {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return 0
}

// NoFirstMoves is the error for openings that contain moves.
const NoFirstMoves = "openings is a list of tables of the game's options, such as [{ seed = \"1\" }, { seed = \"2\" }]; " +
	"first moves cannot be given, because players hear every game from its beginning"

// configError gives the errors of the decoder one form.
func configError(name, text string, err error) *ConfigError {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		line, column := unknown.Errors[0].Position()
		key := strings.Join(unknown.Errors[0].Key(), ".")
		return &ConfigError{name, line, column, fmt.Sprintf("there is no key %.60q; docs/contest.md lists them", key)}
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, column := wrong.Position()
		if key := wrong.Key(); len(key) > 0 && slices.Contains(key, "openings") {
			return &ConfigError{name, line, column, NoFirstMoves}
		}
		return &ConfigError{name, line, column, rangecheck.WrongType(text, line, wrong.Error(), nil)}
	}
	return &ConfigError{name, 1, 1, strings.TrimPrefix(err.Error(), "toml: ")}
}

// quotedKeys are the keys of times and amounts of memory, by their table. The decoder
// takes plain values for them, or refuses these without their place.
var quotedKeys = map[string][]string{
	"":        {"move-time", "first-time", "handshake", "wait", "stall-credit", "network-wait", "network-share", "hall-wait", "memory"},
	"entrant": {"memory"},
	"stage":   {"play-off-time"},
	"desk":    {"check-time", "max-size"},
	"boards":  {"boot", "second", "answer", "answer-wall", "game", "game-wall"},
}

// checkQuoted wants times and amounts of memory to be texts. A file that is no TOML is
// left to others.
func (p *Config) checkQuoted() *ConfigError {
	var file map[string]any
	if toml.Unmarshal([]byte(p.text), &file) != nil {
		return nil
	}
	for _, table := range []string{"", "entrant", "stage", "desk", "boards"} {
		tables := []any{file}
		if table != "" {
			tables, _ = file[table].([]any)
		}
		if one, ok := file[table].(map[string]any); ok {
			tables = []any{one}
		}
		for i, t := range tables {
			values, _ := t.(map[string]any)
			for _, key := range quotedKeys[table] {
				if problem := unquoted(key, values[key]); problem != "" {
					return p.At(table, i, key, problem)
				}
			}
		}
	}
	return nil
}

// wholeTime is from where on a time may be a whole number: of nanoseconds, as earlier
// versions read all of them, so that contests which began with one go on.
const wholeTime = int64(100 * time.Millisecond)

// unquoted describes the fault of an unquoted value of a key that wants a text.
func unquoted(key string, value any) string {
	number, whole := value.(int64)
	switch value.(type) {
	case int64, float64, bool:
	default:
		return ""
	}
	if key == "memory" {
		return fmt.Sprintf(`memory = %v: write an amount of memory as "512MiB", "2GiB" or "none"`, value)
	}
	if whole && (number <= 0 || number >= wholeTime) {
		return ""
	}
	if whole {
		return rangecheck.NoUnit(fmt.Sprintf("%s = %d", key, number), strconv.FormatInt(number, 10)).Error()
	}
	return fmt.Sprintf(`%s = %v: write a time as "1s" or "200ms"`, key, value)
}

// Text is the file, byte for byte.
func (p *Config) Text() string { return p.text }

// defaults fills in missing settings.
func (p *Config) defaults() {
	if p.MoveTime == 0 {
		p.MoveTime = Duration(time.Second)
	}
	p.Tables = max(p.Tables, min(1, 1-p.Tables)) // 0 is 1, below 0 stays wrong
	p.Edition = orElse(p.Edition, Edition2026)
	p.Void, p.Missing, p.Network = orElse(p.Void, "replay"), orElse(p.Missing, "forfeit"), orElse(p.Network, "replay")
	if p.NetWait == 0 {
		p.NetWait = Duration(time.Minute)
	}
	if p.NetVoids == nil {
		voids := 2
		p.NetVoids = &voids
	}
	if p.Wait == 0 {
		p.Wait = Duration(5 * time.Minute)
	}
	if p.Credit == nil {
		p.Credit = &StallCredit{Most: DefaultCredit}
	}
	p.defaultHalls()
	p.Desk.defaults()
	for i := range p.Stages {
		p.Stages[i].defaults(p)
	}
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func (s *StageConfig) defaults(p *Config) {
	s.Draw = orElse(s.Draw, "seed")
	if s.Games == 0 {
		s.Games = max(2*min(1, 1-s.BestOf), s.BestOf) // of best-of its length, else 2
	}
	if s.Groups == 0 {
		s.Groups = 1
	}
	s.Of, s.Seats = orElse(s.Of, OfTable), orElse(s.Seats, SeatsExchanged)
	if s.Of == OfMatch {
		if s.PlayOff == nil {
			s.PlayOff = []string{"lots"}
		}
	} else if s.TieBreaks == nil && s.Kind != Tables && s.Kind != Ladder {
		s.TieBreaks = p.TieBreaks
	}
	if s.TieBreaks == nil && s.Kind == Ladder {
		s.TieBreaks = []string{RatingOf, Points}
	}
	if s.TieBreaks == nil && (s.Kind == Qualifier || s.Kind == Tables) {
		s.TieBreaks = []string{Points, Wins, Score}
	}
	if s.TieBreaks == nil && s.Kind == Swiss {
		s.TieBreaks = []string{Points, BuchholzCut1, Buchholz, SonnebornBerger}
	}
	if s.TieBreaks == nil && s.Of != OfMatch {
		s.TieBreaks = []string{Points, Direct, GamePoints, SonnebornBerger}
	}
	if s.PlayOff == nil {
		s.PlayOff = []string{"games", "lots"}
	}
	if s.PlayOffTime == 0 {
		s.PlayOffTime = p.MoveTime / 2
	}
}

// At is a mistake of the key in a table of the file: "" is the file's own keys,
// "entrant" and "stage" those of the entrant and the stage with an index.
func (p *Config) At(table string, index int, key, problem string) *ConfigError {
	line, column := locate(p.text, table, index, key)
	return &ConfigError{"contest file", line, column, problem}
}

// locate finds a key of the index-th table of a name. A key that is not there is at
// the table's head.
func locate(text, table string, index int, key string) (line, column int) {
	line, column = 1, 1
	in, seen, number := table == "", -1, 0
	for l := range strings.Lines(text) {
		number++
		word := strings.TrimSpace(l)
		indent := 1 + utf8.RuneCountInString(l[:len(l)-len(strings.TrimLeft(l, " \t"))])
		if strings.HasPrefix(word, "[") {
			head, _, _ := strings.Cut(strings.Trim(word, "[ "), "]")
			if in && table != "" {
				return line, column
			}
			in = false
			if head = strings.TrimSpace(head); head == table {
				seen++
				in = seen == index
			}
			if in {
				line, column = number, indent
			}
			continue
		}
		name, _, ok := strings.Cut(word, "=")
		if in && ok && strings.Trim(strings.TrimSpace(name), `"'`) == key {
			return number, indent
		}
	}
	return line, column
}

// validate finds what a config may not say.
func (p *Config) validate() *ConfigError {
	top := func(key, format string, args ...any) *ConfigError {
		return p.At("", 0, key, fmt.Sprintf(format, args...))
	}
	switch {
	case checkName(p.Name) != nil:
		return top("name", "name: %v", checkName(p.Name))
	case p.Game == "":
		return top("game", `game is missing, such as game = "trax"; loopline games lists them`)
	case p.Tables < 1 || p.Tables > maxTables:
		return top("tables", "tables = %d is outside 1 to %d", p.Tables, maxTables)
	case !slices.Contains(voids, p.Void):
		return top("void", "void = %.40q is not known; there are %s", p.Void, strings.Join(voids, ", "))
	case checkEdition(p.Edition) != nil:
		return top("fide-edition", "%v", checkEdition(p.Edition))
	case !slices.Contains(missings, p.Missing):
		return top("missing", "missing = %.40q is not known; there are %s", p.Missing, strings.Join(missings, ", "))
	case !slices.Contains(networks, p.Network):
		return top("network", "network = %.40q is not known; there are %s", p.Network, strings.Join(networks, ", "))
	case !slices.Contains(ponders, p.Ponder):
		return top("ponder", "ponder = %.40q is not known; there are on, off", p.Ponder)
	case checkCPUs(p.CPUs) != nil:
		return top("cpus", "%v", checkCPUs(p.CPUs))
	case *p.NetVoids < 0 || *p.NetVoids > maxNetVoids:
		return top("network-voids", "network-voids = %d is outside 0 to %d; 0 is never", *p.NetVoids, maxNetVoids)
	case len(p.Places) > maxTables || p.badText(p.Places) != nil:
		return top("table-names", "table-names: %v", orMany(p.badText(p.Places), len(p.Places), maxTables))
	case len(p.Slides) > maxSlides || p.badText(p.Slides) != nil:
		return top("slides", "slides: %v", orMany(p.badText(p.Slides), len(p.Slides), maxSlides))
	case len(p.Entrants) > MaxEntrants:
		return top("name", "there are %d entrants, want %d at most", len(p.Entrants), MaxEntrants)
	case len(p.Stages) == 0:
		return top("name", "there is no stage; write [[stage]] with a name and a kind")
	case len(p.Stages) > 16:
		return top("name", "there are %d stages, want 16 at most", len(p.Stages))
	}
	for _, t := range []struct {
		key       string
		d         Duration
		low, high time.Duration
	}{
		{"move-time", p.MoveTime, time.Millisecond, 24 * time.Hour}, {"first-time", p.FirstTime, 0, 24 * time.Hour},
		{"handshake", p.Handshake, 0, 24 * time.Hour}, {"wait", p.Wait, time.Millisecond, 24 * time.Hour},
		{"stall-credit", Duration(p.Credit.Most), 0, 10 * time.Second}, {"network-wait", p.NetWait, time.Second, time.Hour},
		{"network-share", p.NetShare, 0, time.Hour},
	} {
		if time.Duration(t.d) < t.low || time.Duration(t.d) > t.high {
			return top(t.key, "%s = %v is outside %v to %v", t.key, time.Duration(t.d), t.low, t.high)
		}
	}
	if p.NetShare > 0 && p.NetShare < Duration(time.Millisecond) {
		return top("network-share", "network-share = %v is outside 1ms to 1h; leave it out to set no bound", time.Duration(p.NetShare))
	}
	if err := p.checkEntrants(); err != nil {
		return err
	}
	if err := p.checkHalls(); err != nil {
		return err
	}
	if err := p.checkDesk(); err != nil {
		return err
	}
	if err := p.checkBoards(); err != nil {
		return err
	}
	return p.checkStages()
}

// badText returns the error of the first text that cannot be shown or stored.
func (p *Config) badText(texts []string) error {
	for _, text := range texts {
		if err := checkText(text, maxText); err != nil {
			return fmt.Errorf("%.40q: %w", text, err)
		}
	}
	return nil
}

func orMany(err error, n, most int) error {
	if err == nil {
		err = fmt.Errorf("there are %d, want %d at most", n, most)
	}
	return err
}

// checkEntrants wants names and addresses that no other has.
func (p *Config) checkEntrants() *ConfigError {
	names, addresses := map[string]string{}, map[string]string{}
	for i, e := range p.Entrants {
		if err := e.validate(); err != nil {
			return p.At("entrant", i, err.key, fmt.Sprintf("entrant %d: %s: %s", i+1, err.key, err.problem))
		}
		if other, taken := names[folded(e.Name)]; taken {
			return p.At("entrant", i, "name", fmt.Sprintf("entrant %d has the name of another, %q", i+1, other))
		}
		if other, taken := addresses[e.Address]; taken {
			return p.At("entrant", i, "address", fmt.Sprintf("entrant %d, %s, has the address of %s, %s: "+
				"a player sits at one table; two bots differ by an option, such as ?seed=2", i+1, e.Name, other, e.Address))
		}
		names[folded(e.Name)], addresses[e.Address] = e.Name, e.Name
	}
	return p.checkHouseNames()
}

// folded is a name as people compare them.
func folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

type keyError struct {
	key     string
	problem any // a text, or an error
}

// validate finds what an entrant may not be.
func (e *EntrantConfig) validate() *keyError {
	if err := checkName(e.Name); err != nil {
		return &keyError{"name", err}
	}
	if e.Address == "" {
		return &keyError{"address", say.F("is missing; loopline play --help lists what there is")}
	}
	for _, t := range [][2]string{{"address", e.Address}, {"elsewhere", e.Elsewhere}, {"team", e.Team}, {"note", e.Note}} {
		if err := checkText(t[1], maxText); err != nil {
			return &keyError{t[0], err}
		}
	}
	if err := checkCPUs(e.CPUs); err != nil {
		return &keyError{"cpus", err}
	}
	return nil
}

// maxCPU is the largest number of a processor.
const maxCPU = 1023

// checkCPUs wants numbers of processors.
func checkCPUs(cpus []int) error {
	for i, n := range cpus {
		if n < 0 || n > maxCPU || slices.Contains(cpus[:i], n) {
			return fmt.Errorf("cpus lists numbers of processors, 0 to %d and none twice, such as [2, 3]; not %d", maxCPU, n)
		}
	}
	return nil
}

// Means are the processors and the memory of an entrant that is a program: its own, or what
// the file says for all.
func (p *Config) Means(entrant string) (cpus []int, memory rangecheck.Size) {
	cpus, memory = p.CPUs, p.Memory
	for _, e := range p.Entrants {
		if e.Name == entrant {
			if e.CPUs != nil {
				cpus = e.CPUs
			}
			memory = cmp.Or(e.Memory, memory)
		}
	}
	return cpus, memory
}

// checkName wants a name that people can read and tell from others.
func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return say.Errorf("a name is missing")
	case name != strings.TrimSpace(name):
		return say.Errorf("a name neither begins nor ends with a space")
	case utf8.RuneCountInString(name) > maxName:
		return say.Errorf("a name has %d characters, want %d at most", utf8.RuneCountInString(name), maxName)
	}
	return checkText(name, len(name))
}

// checkText wants characters that can be seen, in one line.
func checkText(text string, most int) error {
	if len(text) > most {
		return say.Errorf("it has %d bytes, want %d at most", len(text), most)
	}
	for _, r := range text {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200d' {
			return say.Errorf("the character %U is not shown, and could hide something; leave it out", r)
		}
	}
	return nil
}

// checkStages follows the field from stage to stage.
func (p *Config) checkStages() *ConfigError {
	names := map[string]bool{}
	field := len(p.Entrants)
	for i := range p.Stages {
		s := &p.Stages[i]
		at := func(key, format string, args ...any) *ConfigError {
			return p.At("stage", i, key, fmt.Sprintf("stage %d: ", i+1)+fmt.Sprintf(format, args...))
		}
		if names[s.Name] {
			return at("name", "name %q: another stage has it", s.Name)
		}
		names[s.Name] = true
		if err := s.validate(); err != nil {
			return at(err.key, "%s", err.problem)
		}
		if field < 2 {
			return at("kind", "nobody to play: %d of the entrants reach %s, and it needs 2; look at advance of the stage before", field, s.Name)
		}
		if err := s.fits(field, p); err != nil {
			return at(err.key, "%s", err.problem)
		}
		field = s.advancing(field)
	}
	return nil
}

// validate finds what a stage may not say, whoever plays it.
func (s *StageConfig) validate() *keyError {
	switch {
	case !isID(s.Name):
		return &keyError{"name", fmt.Sprintf("name %.40q has 1 to 20 characters a to z, 0 to 9 and -", s.Name)}
	case s.Title != "" && checkName(s.Title) != nil:
		return &keyError{"title", fmt.Sprintf("title: %v", checkName(s.Title))}
	case s.Start != "" && checkStart(s.Start) != nil:
		return &keyError{"start", checkStart(s.Start).Error()}
	case !slices.Contains(kinds, s.Kind):
		return &keyError{"kind", fmt.Sprintf("kind %.40q is not known; there are %s", s.Kind, strings.Join(kinds, ", "))}
	case !slices.Contains(draws, s.Draw):
		return &keyError{"draw", fmt.Sprintf("draw %.40q is not known; there are %s", s.Draw, strings.Join(draws, ", "))}
	case s.Groups < 1 || s.Groups > 64 || s.Groups > 1 && s.Kind != RoundRobin:
		return &keyError{"groups", fmt.Sprintf("groups = %d: a round-robin has 1 to 64, other kinds have 1", s.Groups)}
	case s.Double && s.Kind != RoundRobin && s.Kind != Gauntlet:
		return &keyError{"double", "double is of round-robin and gauntlet"}
	case s.BestOf < 0 || s.BestOf > maxMatch || s.BestOf > 0 && s.BestOf != s.Games:
		return &keyError{"best-of", fmt.Sprintf("best-of = %d stands for games, and is 1 to %d", s.BestOf, maxMatch)}
	case s.Games < 1 || s.Games > maxMatch:
		return &keyError{"games", fmt.Sprintf("games = %d is outside 1 to %d", s.Games, maxMatch)}
	case s.Rounds < 0 || s.Rounds > 0 && s.Kind != Swiss && s.Kind != Tables:
		return &keyError{"rounds", fmt.Sprintf("rounds = %d: only swiss and tables have rounds, 1 or more", s.Rounds)}
	case s.Advance < 0:
		return &keyError{"advance", fmt.Sprintf("advance = %d: how many of a group go on, 1 or more", s.Advance)}
	case s.One != "" && s.Kind != Gauntlet:
		return &keyError{"one", "one is of gauntlet"}
	case s.ThirdPlace && s.Kind != Knockout:
		return &keyError{"third-place", "third-place is of knockout"}
	case len(s.Openings) > 1000:
		return &keyError{"openings", fmt.Sprintf("there are %d openings, want 1000 at most", len(s.Openings))}
	}
	return cmp.Or(s.checkMaps(), s.checkQualifier(), s.checkHeats(), s.checkLadder(), s.checkStrikes(), s.checkLists())
}

// checkMaps looks at the maps of a stage.
func (s *StageConfig) checkMaps() *keyError {
	switch {
	case len(s.Maps) > maxMaps:
		return &keyError{"maps", fmt.Sprintf("there are %d maps, want %d at most", len(s.Maps), maxMaps)}
	case len(s.MapTypes) > maxMaps:
		return &keyError{"map-types", fmt.Sprintf("there are %d types, want %d at most", len(s.MapTypes), maxMaps)}
	case len(s.Openings) > 0 && (len(s.Maps) > 0 || len(s.MapTypes) > 0):
		return &keyError{"openings", "openings and maps both say what is played on; leave one out"}
	case s.drawsMaps() && s.Openings != nil:
		return &keyError{"openings", "openings and new-map both say what is played on; write maps or map-types instead"}
	}
	return nil
}

// checkQualifier looks at what only a qualifier has.
func (s *StageConfig) checkQualifier() *keyError {
	for _, f := range [][2]string{{"points-win", s.PointsWin}, {"points-loss", s.PointsLoss}, {"points-draw", s.PointsDraw}} {
		if f[1] == "" {
			continue
		}
		if s.Kind != Qualifier {
			return &keyError{f[0], f[0] + " is of qualifier"}
		}
		if _, err := ParseFormula(f[1]); err != nil {
			return &keyError{f[0], f[0] + ": " + err.Error()}
		}
	}
	switch is := s.Kind == Qualifier; {
	case (s.PointsWin == "") != (s.PointsLoss == ""):
		return &keyError{"points-win", "points-win and points-loss stand together"}
	case s.PointsDraw != "" && s.PointsWin == "":
		return &keyError{"points-draw", "points-draw stands with points-win and points-loss"}
	case is && len(s.House) == 0:
		return &keyError{"house", `house is missing: the players that everybody meets, such as house = ["bot:greedy?seed=3"]`}
	case !is && s.House != nil:
		return &keyError{"house", "house is of qualifier"}
	case len(s.House) > maxHouse:
		return &keyError{"house", fmt.Sprintf("house has %d players, want %d at most", len(s.House), maxHouse)}
	case !slices.Contains(seatings, s.Seats):
		return &keyError{"seats", fmt.Sprintf("seats = %.40q is not known; there are %s", s.Seats, strings.Join(seatings, ", "))}
	case !is && s.Seats != SeatsExchanged:
		return &keyError{"seats", "seats is of qualifier"}
	case is && s.BestOf > 0:
		return &keyError{"best-of", "a qualifier has games: its points count, not who leads"}
	}
	for i, address := range s.House {
		if err := checkText(address, maxText); err != nil || address == "" {
			return &keyError{"house", fmt.Sprintf("house: player %d is no address; loopline play --help lists what there is", i+1)}
		}
		if slices.Contains(s.House[:i], address) {
			return &keyError{"house", fmt.Sprintf("house: %.60q stands twice", address)}
		}
	}
	return nil
}

// namesAndReasons lists tie-breaks in a message.
func namesAndReasons(names []string) string {
	return strings.Join(names, ", ") + " and " + ReasonPrefix + "NAME"
}

// isTieBreak reports whether a name is a tie-break, or one by a reason of wins.
func isTieBreak(name string, of []string) bool {
	reason, ok := strings.CutPrefix(name, ReasonPrefix)
	return ok && isID(reason) || slices.Contains(of, name)
}

// checkMatchRules looks at the tie-breaks inside a match.
func (s *StageConfig) checkMatchRules() *keyError {
	last := len(s.TieBreaks) - 1
	wrong := func(problem string) *keyError { return &keyError{"tie-breaks", problem} }
	switch {
	case s.Kind != Knockout:
		return &keyError{"of", `of = "match" is of knockout; in a table a match may be even`}
	case !slices.Equal(s.PlayOff, []string{"lots"}):
		return &keyError{"play-off", `of = "match" stands in place of play-off; leave that out`}
	case last < 0:
		return wrong(`of = "match" needs tie-breaks of the stage, such as tie-breaks = ["score", "new-map"]`)
	case !slices.Contains(matchLasts, s.TieBreaks[last]):
		return wrong(fmt.Sprintf(`tie-breaks inside a match end in "new-map" or "lots", not in %.40q`, s.TieBreaks[last]))
	}
	for _, name := range s.TieBreaks[:last] {
		if !isTieBreak(name, matchTieBreaks) {
			return wrong(fmt.Sprintf("tie-break %.40q is not known inside a match; there are %s", name, namesAndReasons(matchTieBreaks)))
		}
	}
	return nil
}

// drawsMaps reports whether a match that ends even is played again on a new map.
func (s *StageConfig) drawsMaps() bool {
	return s.Of == OfMatch && slices.Contains(s.TieBreaks, NewMap)
}

// checkLists looks at the tie-breaks and the rule for drawn matches.
func (s *StageConfig) checkLists() *keyError {
	if s.Of != OfTable && s.Of != OfMatch {
		return &keyError{"of", fmt.Sprintf("of = %.40q is not known; there are %s, %s", s.Of, OfTable, OfMatch)}
	}
	if s.Of == OfMatch {
		if err := s.checkMatchRules(); err != nil {
			return err
		}
	}
	if s.By != "" && !isTieBreak(s.By, groupTieBreaks) {
		return &keyError{"by", fmt.Sprintf("by = %.40q is not known; there are %s", s.By, namesAndReasons(groupTieBreaks))}
	}
	if s.By != "" && (s.Kind == Knockout || s.Advance == 0) {
		return &keyError{"by", "by stands with advance, in a stage that has tables"}
	}
	for i, name := range s.TieBreaks {
		if s.Of == OfTable && s.Kind != Ladder && !isTieBreak(name, tieBreaks) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %.40q is not known; there are %s", name, namesAndReasons(tieBreaks))}
		}
		if slices.Contains(s.TieBreaks[:i], name) {
			return &keyError{"tie-breaks", fmt.Sprintf("tie-break %q stands twice", name)}
		}
		if name == PlayOff && i != len(s.TieBreaks)-1 {
			return &keyError{"tie-breaks", "play-off is the last tie-break"}
		}
	}
	if len(s.TieBreaks) == 0 {
		return &keyError{"tie-breaks", "tie-breaks is empty; write at least points"}
	}
	for i, name := range s.PlayOff {
		last := i == len(s.PlayOff)-1
		if !slices.Contains(playOffs, name) || last == (name == "games") || len(s.PlayOff) > 8 {
			return &keyError{"play-off", `play-off is "games", up to seven times, and at last "lots" or "seed"`}
		}
	}
	if s.Kind == Knockout && len(s.PlayOff) == 0 {
		return &keyError{"play-off", `play-off is empty: say who goes on from a drawn match, "lots" or "seed"`}
	}
	if s.PlayOffTime < Duration(time.Microsecond) || s.PlayOffTime > Duration(24*time.Hour) {
		return &keyError{"play-off-time", fmt.Sprintf("play-off-time = %v is outside 1µs to 24h", time.Duration(s.PlayOffTime))}
	}
	return nil
}

// fits reports the first setting of a stage that does not allow a field of the given size.
func (s *StageConfig) fits(field int, p *Config) *keyError {
	switch {
	case s.Groups > field/2:
		return &keyError{"groups", fmt.Sprintf("groups = %d: %d entrants make at most %d groups of two", s.Groups, field, field/2)}
	case s.Kind == Ladder && field > MaxLadder:
		return &keyError{"kind", fmt.Sprintf("%d entrants are too many for a ladder, which has %d at most", field, MaxLadder)}
	case s.Kind == Swiss && field > pairing.MaxSwiss:
		return &keyError{"kind", fmt.Sprintf("%d entrants are too many for swiss, which pairs %d at most", field, pairing.MaxSwiss)}
	case s.Kind == Swiss && s.Rounds > pairing.SwissRounds(field):
		return &keyError{"rounds", fmt.Sprintf("rounds = %d: %d entrants can always play %d rounds without meeting twice, not more; "+
			"a round-robin has all %d", s.Rounds, field, pairing.SwissRounds(field), field-1+field%2)}
	case s.One != "" && !slices.ContainsFunc(p.Entrants, func(e EntrantConfig) bool { return e.Name == s.One }):
		return &keyError{"one", fmt.Sprintf("one = %.60q: unknown entrant", s.One)}
	case s.By != "" && slices.Contains(s.TieBreaks, PlayOff):
		return &keyError{"by", "by and the tie-break play-off both say who goes on; leave one out"}
	case s.Advance > field:
		return &keyError{"advance", fmt.Sprintf("advance = %d: the stage has %d entrants", s.Advance, field)}
	}
	return nil
}

// tabled reports whether all pairings of the stage are known from its start.
func (s *StageConfig) tabled() bool {
	return s.Kind == RoundRobin || s.Kind == Gauntlet || s.Kind == Qualifier || s.Kind == Tables
}

func (s *StageConfig) advancing(field int) int {
	if s.Advance == 0 {
		return field
	}
	if s.By != "" {
		return min(field, s.Advance)
	}
	return min(field, s.Advance*s.Groups)
}

func (s *StageConfig) swissRounds(field int) int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return min(pairing.SwissRounds(field), pairing.Rounds(field)+1)
}

// Shown returns the title of the stage, or its name where it has none.
func (s *StageConfig) Shown() string { return cmp.Or(s.Title, s.Name) }

// isID reports whether a name can be part of a game's identity and of a file's name.
func isID(name string) bool {
	return name != "" && len(name) <= 20 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// CheckAddresses has every entrant's address checked. The error is a *ConfigError.
func (p *Config) CheckAddresses(check func(address string) error) error {
	for i, e := range p.Entrants {
		if err := check(e.Address); err != nil {
			return p.At("entrant", i, "address", fmt.Sprintf("entrant %d, %s: %v", i+1, e.Name, err))
		}
		if e.Elsewhere == "" {
			continue
		}
		if err := check(e.Elsewhere); err != nil {
			return p.At("entrant", i, "elsewhere", fmt.Sprintf("entrant %d, %s: elsewhere: %v", i+1, e.Name, err))
		}
	}
	return nil
}

// Shortest is the shortest limit for a move of the contest.
func (p *Config) Shortest() time.Duration {
	shortest := p.MoveTime
	if p.FirstTime > 0 {
		shortest = min(shortest, p.FirstTime)
	}
	for _, s := range p.Stages {
		if s.Kind == Knockout && slices.Contains(s.PlayOff, "games") {
			shortest = min(shortest, s.PlayOffTime)
		}
	}
	return time.Duration(shortest)
}
