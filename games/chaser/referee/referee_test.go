package referee

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"golang.org/x/text/encoding/japanese"

	"github.com/loopline/loopline/games/chaser"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/hosttest"
	"github.com/loopline/loopline/host/record"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client gives its name and then answers line by line, both as hosttest.Scripted has
// it; what a line holds behind it goes out as it is.
func client(name string, answers ...string) *speaker {
	p := hosttest.New(hosttest.Scripted("", answers...))
	return &speaker{p, func() { p.Step(name, "") }}
}

// speaker is a player that speaks first, once the match is on.
type speaker struct {
	*hosttest.FakePlayer
	begin func()
}

// turns are the answers of turns with these methods.
func turns(methods ...string) (answers []string) {
	for _, m := range methods {
		answers = append(answers, "gr\n", m+"\n", "#\n")
	}
	return answers
}

// corridor is a map of one row.
func corridor(t *testing.T, cells string, cool, hot, turns int) *chaser.Map {
	t.Helper()
	m := &chaser.Map{Turns: turns, Rows: [][]chaser.Cell{nil}, Start: [2]chaser.Point{{X: cool}, {X: hot}}}
	for _, c := range cells {
		m.Rows[0] = append(m.Rows[0], chaser.Cell(c-'0'))
	}
	require.NoError(t, m.Check())
	return m
}

// play runs a match on fake time, and requires that its record gives the verdict
// again.
func play(t *testing.T, c Config, cool, hot *speaker) (v host.Verdict, recorded string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		cool.begin()
		hot.begin()
		m := c.Game(host.Seat{Player: cool}, host.Seat{Player: hot})
		m.Record = &buf
		var err error
		v, err = m.Run(t.Context())
		require.NoError(t, err)
		recorded = buf.String()
	})
	games, err := record.Read(strings.NewReader(recorded))
	require.NoError(t, err)
	r, err := Verify(&games[0])
	require.NoError(t, err)
	require.True(t, r.Complete)
	return v, recorded
}

// Every way to lose by the protocol. The other is told that the game is over:
// control digit 0 once.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		bad    []string // from the name on
		kind   host.Kind
		reason string
		ply    int
		told   bool // the one at fault got a line with control digit 0
	}{
		{"no name", []string{""}, host.Protocol, ReasonHandshake, 0, false},
		{"gone before its name", []string{"!"}, host.Gone, host.ReasonClosed, 0, false},
		{"silent", []string{"a\n", ""}, host.Silent, host.ReasonNoByte, 0, false},
		{"late gr", []string{"a\n", "@5001ms gr\n"}, host.Late, host.ReasonOverdue, 0, false},
		{"gone", []string{"a\n", "!"}, host.Gone, host.ReasonClosed, 0, false},
		{"half a line", []string{"a\n", "gr"}, host.Late, host.ReasonUnfinished, 0, false},
		{"not gr", []string{"a\n", "GR\n"}, host.Protocol, ReasonGetReady, 0, false},
		{"binary", []string{"a\n", "g\x00r\n"}, host.Garbled, host.ReasonBinary, 0, false},
		{"second gr", []string{"a\n", "gr\n", "gr\n", "#\n"}, host.Illegal, ReasonMethod, 0, true},
		{"unknown method", []string{"a\n", "gr\n", "xx\n", "#\n"}, host.Illegal, ReasonMethod, 0, true},
		{"unknown method and gone", []string{"a\n", "gr\n", "xx\n", "!"}, host.Illegal, ReasonMethod, 0, true},
		{"late method", []string{"a\n", "gr\n", "@5001ms su\n"}, host.Late, host.ReasonOverdue, 0, false},
		{"not #", []string{"a\n", "gr\n", "su\n", "gr\n"}, host.Protocol, ReasonEndMark, 1, false},
		{"no #", []string{"a\n", "gr\n", "su\n", ""}, host.Silent, host.ReasonNoByte, 1, false},
		{"eleven blank lines", []string{"a\n", strings.Repeat("\n", 11) + "gr\n"}, host.Protocol, ReasonGetReady, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := client(c.bad[0], c.bad[1:]...)
			good := client("good\n", "gr\n")
			v, record := play(t, Config{Map: corridor(t, "0000", 0, 3, 10)}, bad, good)
			require.NotNil(t, v.Foul)
			require.Equal(t, 0, v.Foul.Seat)
			require.Equal(t, 1, v.Winner)
			require.Equal(t, c.kind, v.Foul.Kind)
			require.Equal(t, c.reason, v.Foul.Reason)
			require.Equal(t, c.ply, v.Ply)
			if len(c.bad) == 1 {
				require.Empty(t, good.Heard(), "no game began")
				return
			}
			require.Equal(t, []string{"@", "0222002222"}, good.Heard())
			require.Equal(t, c.told, strings.HasPrefix(bad.Heard()[len(bad.Heard())-1], "0"), record)
		})
	}
}

// A game that the rules end: the mover gets 0 behind its method, the other when
// it asks for its surroundings, each once.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		name      string
		m         *chaser.Map
		cool, hot []string
		winner    int
		reason    chaser.Reason
		coolHears string // of its last lines
		hotHears  string
	}{
		{"cool walks off", corridor(t, "0000", 0, 3, 10), turns("wl"), []string{"gr\n"}, 1, chaser.OffMap,
			"@ 1222200222 0222220222", "@ 0222002222"},
		{"hot puts onto cool", corridor(t, "0000", 1, 2, 10), append(turns("su"), "gr\n"), turns("pl"), 1, chaser.OnBlock,
			"@ 1222001222 1222222222 @ 0222021222", "@ 1222100222 0222100222"},
		{"time is up", corridor(t, "0300", 0, 3, 1), append(turns("wr"), "gr\n"), turns("wl"), 0, chaser.ByItems,
			"@ 1222203222 1222200222 @ 0222201222", "@ 1222002222 0222100222"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cool, hot := client("cool\n", c.cool...), client("hot\n", c.hot...)
			v, _ := play(t, Config{Map: c.m}, cool, hot)
			require.Nil(t, v.Foul)
			require.Equal(t, c.winner, v.Winner)
			require.Equal(t, string(c.reason), v.Reason)
			require.Equal(t, c.coolHears, strings.Join(cool.Heard(), " "))
			require.Equal(t, c.hotHears, strings.Join(hot.Heard(), " "))
		})
	}
}

// returning is a speaker to which the game returns lines.
type returning struct {
	*speaker
	lines []string
}

// ReturnLine implements host.LineReturner.
func (r *returning) ReturnLine(text string) { r.lines = append(r.lines, text) }

// A board for which nothing connects again gives its name in the next game as soon as it has read the end:
// the name is given back to it. The # of a method is not.
func TestNameOfTheNextGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cool := &returning{speaker: client("cool\n", append(turns("wl")[:2], "#\n")...)}
		hot := &returning{speaker: client("hot\n", "gr\n", "hot\n")}
		cool.begin()
		hot.begin()
		m := Config{Map: corridor(t, "0000", 0, 3, 10)}.Game(host.Seat{Player: cool}, host.Seat{Player: hot})
		v, err := m.Run(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, v.Winner)
		require.Empty(t, cool.lines)
		require.Equal(t, []string{"hot"}, hot.lines)
	})
}

// What careless clients send is taken, unless reading is strict.
func TestCareless(t *testing.T) {
	m := corridor(t, "0000", 0, 3, 1)
	tidy := []string{"gr", "su", "#"}
	for _, c := range []struct {
		name   string
		first  []string
		strict bool // takes it too
	}{
		{"as it should be", tidy, true},
		{"LF alone", []string{"gr\r", "su\r", "#\r"}, false}, // \r stands for the LF that bridge leaves
		{"blanks around", []string{" gr", "su ", "# "}, false},
		{"more behind the letters", []string{"gr", "suX", "#"}, false},
		{"blank lines", []string{"\n\ngr", "\nsu", "#"}, true},
		{"all at once", []string{"gr\nsu\n#", "", ""}, true}, // in one instant nothing is early
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, strict := range []bool{false, true} {
				answers := []string{}
				for _, a := range c.first {
					if a != "" {
						a = "@1ms " + a + "\n"
					}
					answers = append(answers, a)
				}
				v, _ := play(t, Config{Map: m, Strict: strict}, client("c\n", append(answers, "gr\n")...), client("h\n", turns("su")...))
				require.Equal(t, strict && !c.strict, v.Foul != nil, "strict %v: %v", strict, v.Foul)
			}
		})
	}
}

// Names come in two encodings, and only four characters count.
func TestNames(t *testing.T) {
	old, err := japanese.ShiftJIS.NewEncoder().String("旭川チーム")
	require.NoError(t, err)
	for given, want := range map[string]string{
		"": "COOL", "\n": "COOL", "  ": "COOL", "abc": "abc", "abcdef\n": "abcd", "旭川チーム": "旭川チー",
		old: "旭川チー", "\x00\x01": "COOL", "\xff\xff": "\ufffd\ufffd",
	} {
		require.Equal(t, want, TeamName(0, given), "%q", given)
	}
	require.Equal(t, "HOT", TeamName(1, ""))
	_, record := play(t, Config{}, client(old+"\n"), client("h\n", "gr\n"))
	require.Contains(t, record, `"name":"names","at":0,"data":["旭川チー","h"]`)
}

// Neither gives a name: nobody has lost.
func TestNobody(t *testing.T) {
	v, _ := play(t, Config{}, client(""), client(""))
	require.True(t, v.Void)
	require.Equal(t, ReasonNoStart, v.Reason)
}

// The random map is drawn from the seed that the record holds.
func TestForgedMap(t *testing.T) {
	_, recorded := play(t, Config{Seed: 7}, client("c\n", "!"), client("h\n", "gr\n"))
	require.Contains(t, recorded, `"seed":"7"`)
	games, err := record.Read(record.RepairChecksums(strings.NewReader(strings.Replace(recorded, `"seed":"7"`, `"seed":"8"`, 1)), nil))
	require.NoError(t, err)
	_, err = Verify(&games[0])
	require.ErrorContains(t, err, "the map that the seed gives")
}

func FuzzParseAnswer(f *testing.F) {
	f.Add("1022200310")
	f.Fuzz(func(t *testing.T, text string) {
		if over, w, err := ParseAnswer(text); err == nil {
			require.Equal(t, text, w.Line(over))
		}
	})
}

func FuzzTeamName(f *testing.F) {
	f.Add("旭川\r\n")
	f.Fuzz(func(t *testing.T, given string) {
		name := TeamName(1, given)
		require.NotEmpty(t, name)
		require.LessOrEqual(t, len([]rune(name)), maxName)
	})
}
