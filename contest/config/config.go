package config

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

	"github.com/loopline/loopline/internal/rangecheck"
	"github.com/loopline/loopline/internal/say"
)

// File is the name of the organiser's file in a contest's folder.
const File = "contest.toml"

// Limits of a config.
const (
	MaxEntrants = 256
	MaxBytes    = 1 << 20 // bytes of the file
	maxName     = 60      // characters of a name
	MaxText     = 500     // bytes of an address, a note, a reason
	MaxMatch    = 64      // games of a match
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

// Error is a mistake in a config, with its place.
type Error struct {
	File         string
	Line, Column int
	Problem      string
}

// Error is file:line:column: problem.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Errors are the mistakes in a config, by their places.
type Errors []*Error

// maxErrors bounds how many mistakes are shown.
const maxErrors = 20

// Error returns a line for each mistake, for maxErrors at most.
func (e Errors) Error() string {
	lines := make([]string, 0, len(e))
	for i, one := range e {
		if i == maxErrors {
			lines = append(lines, fmt.Sprintf("%s: and %d more", one.File, len(e)-i))
			break
		}
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes, for [errors.As].
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}

// Parse reads a config and sets defaults. The name is for errors, which are all [Errors]: of several keys, tables and
// stages each with its first mistake, in the order of the file. It knows no game: who calls it checks Game, Options,
// openings and addresses, and reports them by [Config.At].
func Parse(name, text string) (*Config, error) {
	text = strings.TrimPrefix(text, "\ufeff") // the byte order mark of Windows' editor
	p := &Config{text: text}
	if len(text) > MaxBytes {
		return nil, Errors{{name, 1, 1, fmt.Sprintf("the file has more than %d bytes", MaxBytes)}}
	}
	if !utf8.ValidString(text) {
		return nil, Errors{{name, 1 + strings.Count(text[:invalidAt(text)], "\n"), 1, "the line is no UTF-8; save the file as UTF-8"}}
	}
	found := p.unquotedKeys()
	d := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
	err := d.Decode(p)
	var unknown *toml.StrictMissingError
	switch {
	case errors.As(err, &unknown): // the rest was read
		for i := range unknown.Errors {
			line, column := unknown.Errors[i].Position()
			key := strings.Join(unknown.Errors[i].Key(), ".")
			found = append(found, &Error{name, line, column, fmt.Sprintf("there is no key %.60q; docs/contest.md lists them", key)})
		}
	case err != nil && len(found) == 0: // else it is about one of them
		return nil, Errors{decodeError(name, text, err)}
	}
	if err == nil || unknown != nil {
		p.defaults()
		unread := slices.Clone(found)
		found = append(found, slices.DeleteFunc(p.mistakes(), func(e *Error) bool { // the value of a key that was not read
			return slices.ContainsFunc(unread, func(u *Error) bool { return u.Line == e.Line && u.Column == e.Column })
		})...)
	}
	if len(found) == 0 {
		return p, nil
	}
	for _, one := range found {
		one.File = name
	}
	slices.SortStableFunc(found, func(a, b *Error) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	return nil, found
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

// decodeError gives an error of the decoder the form of ours.
func decodeError(name, text string, err error) *Error {
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, column := wrong.Position()
		if key := wrong.Key(); len(key) > 0 && slices.Contains(key, "openings") {
			return &Error{name, line, column, NoFirstMoves}
		}
		return &Error{name, line, column, rangecheck.WrongType(text, line, wrong.Error(), nil)}
	}
	return &Error{name, 1, 1, strings.TrimPrefix(err.Error(), "toml: ")}
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

// unquotedKeys returns times and amounts of memory that are not texts. A file that isn't TOML has none: the decoder
// reports it.
func (p *Config) unquotedKeys() (found Errors) {
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
					found = append(found, p.At(table, i, key, problem))
				}
			}
		}
	}
	return found
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

// At is a mistake of the key in a table of the file: "" is the file's own keys,
// "entrant" and "stage" those of the entrant and the stage with an index.
func (p *Config) At(table string, index int, key, problem string) *Error {
	line, column := locate(p.text, table, index, key)
	return &Error{"contest file", line, column, problem}
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

// mistakes returns what a config may not say: of each of its own keys, of each entrant and stage, and of its halls,
// desk and boards the first.
func (p *Config) mistakes() (found Errors) {
	top := func(key, format string, args ...any) {
		found = append(found, p.At("", 0, key, fmt.Sprintf(format, args...)))
	}
	if CheckName(p.Name) != nil {
		top("name", "name: %v", CheckName(p.Name))
	}
	if p.Game == "" {
		top("game", `game is missing, such as game = "trax"; loopline games lists them`)
	}
	if p.Tables < 1 || p.Tables > maxTables {
		top("tables", "tables = %d is outside 1 to %d", p.Tables, maxTables)
	}
	if !slices.Contains(voids, p.Void) {
		top("void", "void = %.40q is not known; there are %s", p.Void, strings.Join(voids, ", "))
	}
	if checkEdition(p.Edition) != nil {
		top("fide-edition", "%v", checkEdition(p.Edition))
	}
	if !slices.Contains(missings, p.Missing) {
		top("missing", "missing = %.40q is not known; there are %s", p.Missing, strings.Join(missings, ", "))
	}
	if !slices.Contains(networks, p.Network) {
		top("network", "network = %.40q is not known; there are %s", p.Network, strings.Join(networks, ", "))
	}
	if !slices.Contains(ponders, p.Ponder) {
		top("ponder", "ponder = %.40q is not known; there are on, off", p.Ponder)
	}
	if checkCPUs(p.CPUs) != nil {
		top("cpus", "%v", checkCPUs(p.CPUs))
	}
	if *p.NetVoids < 0 || *p.NetVoids > maxNetVoids {
		top("network-voids", "network-voids = %d is outside 0 to %d; 0 is never", *p.NetVoids, maxNetVoids)
	}
	if len(p.Places) > maxTables || p.badText(p.Places) != nil {
		top("table-names", "table-names: %v", orMany(p.badText(p.Places), len(p.Places), maxTables))
	}
	if len(p.Slides) > maxSlides || p.badText(p.Slides) != nil {
		top("slides", "slides: %v", orMany(p.badText(p.Slides), len(p.Slides), maxSlides))
	}
	if len(p.Entrants) > MaxEntrants {
		top("name", "there are %d entrants, want %d at most", len(p.Entrants), MaxEntrants)
	}
	if len(p.Stages) == 0 {
		top("name", "there is no stage; write [[stage]] with a name and a kind")
	}
	if len(p.Stages) > 16 {
		top("name", "there are %d stages, want 16 at most", len(p.Stages))
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
			top(t.key, "%s = %v is outside %v to %v", t.key, time.Duration(t.d), t.low, t.high)
		}
	}
	if p.NetShare > 0 && p.NetShare < Duration(time.Millisecond) {
		top("network-share", "network-share = %v is outside 1ms to 1h; leave it out to set no bound", time.Duration(p.NetShare))
	}
	found = append(found, p.checkEntrants()...)
	for _, one := range []*Error{p.checkHouseNames(), p.checkHalls(), p.checkDesk(), p.checkBoards()} {
		if one != nil {
			found = append(found, one)
		}
	}
	return append(found, p.checkStages()...)
}

// badText returns the error of the first text that cannot be shown or stored.
func (p *Config) badText(texts []string) error {
	for _, text := range texts {
		if err := CheckText(text, MaxText); err != nil {
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
func (p *Config) checkEntrants() (found Errors) {
	names, addresses := map[string]string{}, map[string]string{}
	for i, e := range p.Entrants {
		if err := e.validate(); err != nil {
			found = append(found, p.At("entrant", i, err.key, fmt.Sprintf("entrant %d: %s: %s", i+1, err.key, err.problem)))
			names[Folded(e.Name)] = e.Name
			continue
		}
		if other, taken := names[Folded(e.Name)]; taken {
			found = append(found, p.At("entrant", i, "name", fmt.Sprintf("entrant %d has the name of another, %q", i+1, other)))
		}
		if other, taken := addresses[e.Address]; taken {
			found = append(found, p.At("entrant", i, "address", fmt.Sprintf("entrant %d, %s, has the address of %s, %s: "+
				"a player sits at one table; two bots differ by an option, such as ?seed=2", i+1, e.Name, other, e.Address)))
		}
		names[Folded(e.Name)], addresses[e.Address] = e.Name, e.Name
	}
	return found
}

// Folded is a name as people compare them.
func Folded(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

type keyError struct {
	key     string
	problem any // a text, or an error
}

// sentence is the mistake behind its key; nil where there is none.
func (e *keyError) sentence() error {
	if e == nil {
		return nil
	}
	return say.Errorf("%s: %s", e.key, e.problem)
}

// Check finds what an entrant may not be.
func (e *EntrantConfig) Check() error { return e.validate().sentence() }

func (e *EntrantConfig) validate() *keyError {
	if err := CheckName(e.Name); err != nil {
		return &keyError{"name", err}
	}
	if e.Address == "" {
		return &keyError{"address", say.Format("is missing; loopline play --help lists what there is")}
	}
	for _, t := range [][2]string{{"address", e.Address}, {"elsewhere", e.Elsewhere}, {"team", e.Team}, {"note", e.Note}} {
		if err := CheckText(t[1], MaxText); err != nil {
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

// CheckName wants a name that people can read and tell from others.
func CheckName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return say.Errorf("a name is missing")
	case name != strings.TrimSpace(name):
		return say.Errorf("a name neither begins nor ends with a space")
	case utf8.RuneCountInString(name) > maxName:
		return say.Errorf("a name has %d characters, want %d at most", utf8.RuneCountInString(name), maxName)
	}
	return CheckText(name, len(name))
}

// CheckText wants characters that can be seen, in one line.
func CheckText(text string, most int) error {
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

// isID reports whether a name can be part of a game's identity and of a file's name.
func isID(name string) bool {
	return name != "" && len(name) <= 20 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// CheckAddresses has every entrant's address checked. The error is an *Error.
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

// TableName returns the name of a table; "" for 0.
func (p *Config) TableName(n int) string {
	switch {
	case n == 0:
		return ""
	case n <= len(p.Places):
		return p.Places[n-1]
	}
	return strconv.Itoa(n)
}
