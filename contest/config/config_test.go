package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/contest/tournamenttest"
	"github.com/loopline/loopline/internal/rangecheck"
)

func TestPlanDefaults(t *testing.T) {
	p := tournamenttest.PlanOf(t, 4, "[[stage]]\nname = \"all\"\nkind = \"swiss\"\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\nbest-of = 5\n")
	require.Equal(t, 1, p.Tables)
	require.Equal(t, 2, p.Stages[0].Games)
	require.Equal(t, []string{config.Points, config.BuchholzCut1, config.Buchholz, config.SonnebornBerger}, p.Stages[0].TieBreaks)
	require.Equal(t, 5, p.Stages[1].Games)
	require.Equal(t, []string{"games", "lots"}, p.Stages[1].PlayOff)

	for _, text := range []string{"\ufeff" + tournamenttest.PlanText(4, tournamenttest.OneStage), strings.ReplaceAll(tournamenttest.PlanText(4, tournamenttest.OneStage), "\n", "\r\n")} { // Windows' editor
		p, err := config.Parse("test.toml", text)
		require.NoError(t, err)
		require.Len(t, p.Entrants, 4)
	}
}

// Every mistake is told with its place.
func TestPlanMistakes(t *testing.T) {
	good := tournamenttest.PlanText(4, tournamenttest.OneStage)
	long := strings.Repeat("x", 10_000)
	for _, c := range []struct{ name, text, err string }{
		{"syntax", "name = \"a\"\ngame trax\n", "f.toml:2:6: "},
		{"unknown key", good + "colour = 3\n", `f.toml:19:1: there is no key "stage.colour"`},
		{"type", "name = 3\n", "f.toml:1:8: "},
		{"time", "move-time = \"soon\"\n", `f.toml:1:13: `},
		{"not UTF-8", "name = \"a\"\n# \xff\n", "f.toml:2:1: the line is no UTF-8"},
		{"no game", strings.Replace(good, "game = \"toy\"\n", "", 1), "f.toml:1:1: game is missing"},
		{"no stage", tournamenttest.PlanText(4, ""), "there is no stage"},
		{"same name", strings.Replace(good, `"E3"`, `"e2"`, 1), `f.toml:11:1: entrant 3 has the name of another, "E2"`},
		{"same address", strings.Replace(good, `"bot:3"`, `"bot:2"`, 1), "f.toml:12:1: entrant 3, E3, has the address of E2"},
		{"no address", strings.Replace(good, `address = "bot:3"`, "", 1), "f.toml:10:1: entrant 3: address"},
		{"long name", strings.Replace(good, `"E3"`, `"`+long+`"`, 1), "f.toml:11:1: entrant 3: name: a name has 10000 characters"},
		{"hidden", strings.Replace(good, `"E3"`, "\"E\u202e3\"", 1), "U+202E is not shown"},
		{"control", strings.Replace(good, `"E3"`, `"E\u001b3"`, 1), "U+001B is not shown"},
		{"nobody", tournamenttest.PlanText(0, tournamenttest.OneStage), "f.toml:6:1: stage 1: nobody to play: 0 of the entrants reach all"},
		{"stage nobody reaches", tournamenttest.PlanText(4, tournamenttest.OneStage+"advance = 1\n[[stage]]\nname = \"end\"\nkind = \"knockout\"\n"),
			"f.toml:22:1: stage 2: nobody to play: 1 of the entrants reach end"},
		{"kind", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"league\"\n"), `f.toml:18:1: stage 1: kind "league" is not known`},
		{"heat", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"tables\"\n"), "f.toml:16:1: stage 1: heat = 0: say how many play in one heat, 2 to 4"},
		{"large heat", tournamenttest.PlanText(6, "[[stage]]\nname = \"a\"\nkind = \"tables\"\nheat = 5\n"), "f.toml:25:1: stage 1: heat = 5"},
		{"smallest heat", tournamenttest.PlanText(4, tournamenttest.TablesOf("smallest-heat = 5")), "f.toml:20:1: stage 1: smallest-heat = 5 is outside 2 to heat, 4"},
		{"place points", tournamenttest.PlanText(4, tournamenttest.TablesOf("place-points = [3, 1]")), "f.toml:20:1: stage 1: place-points has 2 numbers, and a heat 4 places"},
		{"a worse place", tournamenttest.PlanText(4, tournamenttest.TablesOf("place-points = [3, 1, 2, 0]")), "f.toml:20:1: stage 1: place-points: 2 is outside 0 to 1000, or more than a better place has"},
		{"places and scores", tournamenttest.PlanText(4, tournamenttest.TablesOf("points-by = \"score\"\nplace-points = [3, 2, 1, 0]")), `f.toml:21:1: stage 1: place-points stands with points-by = "place"`},
		{"points by luck", tournamenttest.PlanText(4, tournamenttest.TablesOf("points-by = \"luck\"")), `f.toml:20:1: stage 1: points-by = "luck" is not known; there are place, score`},
		{"direct in heats", tournamenttest.PlanText(4, tournamenttest.TablesOf("tie-breaks = [\"direct\"]")), `f.toml:20:1: stage 1: tie-break "direct" is not of tables`},
		{"heat elsewhere", tournamenttest.PlanText(4, tournamenttest.OneStage+"heat = 4\n"), "f.toml:19:1: stage 1: heat is of tables"},
		{"no end", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"ladder\"\n"), `f.toml:16:1: stage 1: until: ""`},
		{"a bad end", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"ladder\"\nuntil = \"5pm\"\n"), `f.toml:19:1: stage 1: until: "5pm": write when the ladder ends`},
		{"an end elsewhere", tournamenttest.PlanText(4, tournamenttest.OneStage+"until = \"17:00\"\n"), "f.toml:19:1: stage 1: until is of ladder"},
		{"a long ladder", tournamenttest.PlanText(65, "[[stage]]\nname = \"a\"\nkind = \"ladder\"\nuntil = \"17:00\"\n"), "65 entrants are too many for a ladder, which has 64 at most"},
		{"stage name", tournamenttest.PlanText(4, "[[stage]]\nname = \"../a\"\nkind = \"swiss\"\n"), `stage 1: name "../a" has 1 to 20 characters`},
		{"two stages", tournamenttest.PlanText(4, tournamenttest.OneStage+tournamenttest.OneStage), "f.toml:20:1: stage 2: name \"all\": another stage"},
		{"too many rounds", tournamenttest.PlanText(6, "[[stage]]\nname = \"a\"\nkind = \"swiss\"\nrounds = 4\n"), "6 entrants can always play 3 rounds"},
		{"odd, too many rounds", tournamenttest.PlanText(5, "[[stage]]\nname = \"a\"\nkind = \"swiss\"\nrounds = 4\n"), "5 entrants can always play 3 rounds"},
		{"groups", tournamenttest.PlanText(5, tournamenttest.OneStage+"groups = 3\n"), "5 entrants make at most 2 groups"},
		{"tie-break", tournamenttest.PlanText(4, tournamenttest.OneStage+"tie-breaks = [\"luck\"]\n"), `tie-break "luck" is not known`},
		{"play-off not last", tournamenttest.PlanText(4, tournamenttest.OneStage+"tie-breaks = [\"play-off\", \"points\"]\n"), "play-off is the last"},
		{"play-off rule", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"knockout\"\nplay-off = [\"games\"]\n"), "play-off is"},
		{"tables", "tables = 100\n" + good, "f.toml:1:1: tables = 100 is outside 1 to 64"},
		{"one", tournamenttest.PlanText(4, "[[stage]]\nname = \"a\"\nkind = \"gauntlet\"\none = \"Zed\"\n"), `one = "Zed": unknown entrant`},
		{"first moves", tournamenttest.PlanText(4, tournamenttest.OneStage+"openings = [\"@0/ B1+\"]\n"), "f.toml:19:13: openings is a list of tables of the game's options"},
		{"ponder", "ponder = \"maybe\"\n" + good, `f.toml:1:1: ponder = "maybe" is not known; there are on, off`},
		{"memory", "memory = \"a lot\"\n" + good, "f.toml:1:10: "},
		{"little memory", "memory = \"1MiB\"\n" + good, "f.toml:1:10: "},
		{"processor", "cpus = [0, 2000]\n" + good, "f.toml:1:1: cpus lists numbers of processors"},
		{"processor twice", strings.Replace(good, `"bot:3"`, "\"bot:3\"\ncpus = [1, 1]", 1), "f.toml:13:1: entrant 3: cpus"},
		{"network share", "network-share = \"a while\"\n" + good, "f.toml:1:17: "},
		{"a number for a text", "ponder = 1\n" + good, `f.toml:1:10: ponder is an integer, want a text in quotes, such as "x"`},
		{"a text for numbers", "cpus = \"0\"\n" + good, `f.toml:1:8: cpus is a string, want a list of whole numbers, such as [2, 3]`},
		{"a fraction for a number", "network-voids = 1.5\n" + good, `f.toml:1:17: network-voids is a float, want a whole number`},
		{"a number for a list", good + "tie-breaks = 3\n", `f.toml:19:14: tie-breaks is an integer, want a list of texts, such as ["a", "b"]`},
		{"a number for options", "options = 3\n" + good, `f.toml:1:11: options is an integer, want a table of texts`},
		{"a negative seed", strings.Replace(good, "seed = 7", "seed = -7", 1), `f.toml:3:8: seed is -7, want a whole number from 0 on`},
		{"memory, a number", "memory = 536870912\n" + good, `f.toml:1:1: memory = 536870912: write an amount of memory as "512MiB", "2GiB" or "none"`},
		{"memory, nothing", "memory = 0\n" + good, `f.toml:1:1: memory = 0: write an amount of memory`},
		{"memory, true", strings.Replace(good, `"bot:3"`, "\"bot:3\"\nmemory = true", 1), `f.toml:13:1: memory = true: write an amount of memory`},
		{"memory, a fraction", "memory = \"1.5GiB\"\n" + good, `f.toml:1:10: "1.5GiB" is not an amount of memory; write it as 512MiB, 2GiB or none`},
		{"a time, true", "wait = true\n" + good, `f.toml:1:1: wait = true: write a time as "1s" or "200ms"`},
		{"a time, a fraction", good + "play-off-time = 1.5\n", `f.toml:19:1: play-off-time = 1.5: write a time`},
		{"network share, no time", "network-share = 500\n" + good, `f.toml:1:1: network-share = 500 has no unit; write it as "500s" or "500ms"`},
		{"credit, no unit", "stall-credit = 2\n" + good, `f.toml:1:1: stall-credit = 2 has no unit; write it as "2s" or "2ms"`},
		{"network wait, no unit", "network-wait = 60\n" + good, `f.toml:1:1: network-wait = 60 has no unit; write it as "60s" or "60ms"`},
		{"a wait that would be 3.6 ms", "wait = 3600000\n" + good, `f.toml:1:1: wait = 3600000 has no unit`},
		{"a handshake that would be 5 µs", "handshake = 5000\n" + good, `f.toml:1:1: handshake = 5000 has no unit`},
		{"a time below nothing", "network-wait = -60\n" + good, `f.toml:1:1: network-wait = -60ns is outside 1s to 1h`},
		{"a text without a unit", "wait = \"60\"\n" + good, `f.toml:1:8: "60" has no unit; write it as "60s" or "60ms"`},
		{"play-off time, no unit", good + "play-off-time = 500\n", `f.toml:19:1: play-off-time = 500 has no unit`},
		{"network share of nothing", "network-share = \"2µs\"\n" + good, "f.toml:1:1: network-share = 2µs is outside 1ms to 1h"},
		{"network share below nothing", "network-share = \"-1ms\"\n" + good, "f.toml:1:1: network-share = -1ms is outside 0s to 1h"},
		{"network share above all", "network-share = \"61m\"\n" + good, "f.toml:1:1: network-share = 1h1m0s is outside 0s to 1h"},
		{"large", strings.Repeat("# \n", 1<<19), "the file has"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := config.Parse("f.toml", c.text)
			require.ErrorContains(t, err, c.err)
			var place *config.Error
			require.ErrorAs(t, err, &place)
		})
	}
	for _, name := range []string{"<script>alert(1)</script>", "チーム", "👩‍💻", "a'\"&"} {
		_, err := config.Parse("f.toml", strings.Replace(good, `"E3"`, `'''`+name+`'''`, 1))
		require.NoError(t, err, name)
	}
}

// All mistakes of a file are reported, in its order.
func TestAllMistakes(t *testing.T) {
	_, err := config.Parse("f.toml", "name = \"x\"\ngame = \"trax\"\ntabels = 2\nwait = 5\nmissing = \"no\"\n"+
		"[[entrant]]\nname = \"a\"\naddres = \"bot\"\n[[entrant]]\nname = \"A\"\naddress = \"bot\"\n"+
		"[[stage]]\nname = \"s\"\nkind = \"swis\"\n[[stage]]\nname = \"s\"\nkind = \"swiss\"\n")
	var all config.Errors
	require.ErrorAs(t, err, &all)
	require.Equal(t, []string{
		`f.toml:3:1: there is no key "tabels"; docs/contest.md lists them`,
		`f.toml:4:1: wait = 5 has no unit; write it as "5s" or "5ms"`,
		`f.toml:5:1: missing = "no" is not known; there are forfeit, withdraw`,
		`f.toml:6:1: entrant 1: address: is missing; loopline play --help lists what there is`,
		`f.toml:8:1: there is no key "entrant.addres"; docs/contest.md lists them`,
		`f.toml:10:1: entrant 2 has the name of another, "a"`,
		`f.toml:14:1: stage 1: kind "swis" is not known; there are round-robin, swiss, knockout, gauntlet, qualifier, tables, ladder`,
		`f.toml:16:1: stage 2: name "s": another stage has it`,
	}, strings.Split(err.Error(), "\n"))
	_, err = config.Parse("f.toml", strings.Repeat("[[entrant]]\n", 100))
	require.ErrorContains(t, err, "f.toml: and ")
}

// An edition of FIDE's regulations that isn't known is an error at its place.
func TestEditions(t *testing.T) {
	_, err := config.Parse("f.toml", "fide-edition = \"2009\"\n"+tournamenttest.PlanText(4, tournamenttest.OneStage))
	require.ErrorContains(t, err, `f.toml:1:1: fide-edition = "2009" is not known; there are 2026, 2024, simple`)
}

// TestMeans: an entrant's processors and memory go before the file's, and of a file that
// says nothing of them there are none.
func TestMeans(t *testing.T) {
	cpus, memory := tournamenttest.PlanOf(t, 4, tournamenttest.OneStage).Means("E2")
	require.Empty(t, cpus)
	require.Zero(t, memory)
	text := "ponder = \"off\"\ncpus = [2, 3]\nmemory = \"1GiB\"\n" +
		strings.Replace(tournamenttest.PlanText(4, tournamenttest.OneStage), `"bot:3"`, "\"bot:3\"\ncpus = [1]\nmemory = \"none\"", 1)
	p, err := config.Parse("f.toml", text)
	require.NoError(t, err)
	require.Equal(t, config.PonderOff, p.Ponder)
	for entrant, want := range map[string]struct {
		cpus   []int
		memory rangecheck.Size
	}{"E2": {[]int{2, 3}, 1 << 30}, "E3": {[]int{1}, -1}, "somebody late": {[]int{2, 3}, 1 << 30}} {
		cpus, memory := p.Means(entrant)
		require.Equal(t, want.cpus, cpus, entrant)
		require.Equal(t, want.memory, memory, entrant)
	}
}

// TestNetworkShareOfAPlan: network-share is the time that it says, and without it none.
func TestNetworkShareOfAPlan(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"":                            0,
		"network-share = \"0s\"\n":    0,
		"network-share = \"500ms\"\n": 500 * time.Millisecond,
		"network-share = \"1h\"\n":    time.Hour,
	} {
		p, err := config.Parse("f.toml", text+tournamenttest.PlanText(4, tournamenttest.OneStage))
		require.NoError(t, err, text)
		require.Equal(t, want, time.Duration(p.NetShare), text)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add(tournamenttest.PlanText(4, tournamenttest.OneStage))
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := config.Parse("f", text); err == nil {
			require.GreaterOrEqual(t, len(p.Entrants), 2)
		}
	})
}

func TestSample(t *testing.T) {
	p, err := config.Parse("sample", config.Sample)
	require.NoError(t, err)
	require.Len(t, p.Stages, 2)
}

func TestScoreMistakes(t *testing.T) {
	knockout := "[[stage]]\nname = \"k\"\nkind = \"knockout\"\n"
	for text, want := range map[string]string{
		tournamenttest.OneStage + "tie-breaks = [\"points\", \"reason:\"]\n":                               `tie-break "reason:" is not known`,
		tournamenttest.OneStage + "of = \"match\"\ntie-breaks = [\"lots\"]\n":                              `of = "match" is of knockout`,
		tournamenttest.OneStage + "of = \"game\"\n":                                                        `of = "game" is not known`,
		tournamenttest.OneStage + "tie-breaks = [\"new-map\"]\n":                                           `tie-break "new-map" is not known`,
		tournamenttest.OneStage + "by = \"score\"\n":                                                       "by stands with advance",
		tournamenttest.OneStage + "advance = 2\nby = \"direct\"\n":                                         `by = "direct" is not known`,
		tournamenttest.OneStage + "advance = 2\nby = \"score\"\ntie-breaks = [\"points\", \"play-off\"]\n": "by and the tie-break play-off",
		tournamenttest.OneStage + "house = [\"bot:x\"]\n":                                                  "house is of qualifier",
		tournamenttest.OneStage + "points-win = \"score\"\npoints-loss = \"score\"\n":                      "points-win is of qualifier",
		knockout + "of = \"match\"\n":                                                                      "needs tie-breaks of the stage",
		knockout + "of = \"match\"\ntie-breaks = [\"score\"]\n":                                            `end in "new-map" or "lots"`,
		knockout + "of = \"match\"\ntie-breaks = [\"direct\", \"lots\"]\n":                                 `"direct" is not known inside a match`,
		knockout + "of = \"match\"\ntie-breaks = [\"lots\"]\nplay-off = [\"seed\"]\n":                      "stands in place of play-off",
		strings.Replace(tournamenttest.Hakodate, "house = [\"bot:house\"]\n", "", 1):                       "house is missing",
		strings.Replace(tournamenttest.Hakodate, "3*score +", "3*score /", 1):                              "the right side of / is a number",
		strings.Replace(tournamenttest.Hakodate, "seats = \"first\"", "seats = \"left\"", 1):               `seats = "left" is not known`,
		strings.Replace(tournamenttest.Hakodate, "games = 1", "best-of = 3", 1):                            "a qualifier has games",
		strings.Replace(tournamenttest.Hakodate, "points-loss = \"3*score - turns-left\"\n", "", 1):        "stand together",
		strings.Replace(tournamenttest.Hakodate, "[\"bot:house\"]", "[\"bot:a\", \"bot:a\"]", 1):           `"bot:a" stands twice`,
	} {
		_, err := config.Parse("f.toml", tournamenttest.PlanText(4, text))
		require.ErrorContains(t, err, want, text)
		require.ErrorContains(t, err, "f.toml:", text)
	}
	_, err := config.Parse("f.toml", strings.Replace(tournamenttest.PlanText(4, tournamenttest.Hakodate), `"E2"`, `"House  1"`, 1))
	require.ErrorContains(t, err, "is how a player of the house is called")
}

// What a file says of scores is not asked of days that do not use it.
func TestMeasuresOnlyWhereUsed(t *testing.T) {
	require.Empty(t, tournamenttest.PlanOf(t, 4, tournamenttest.GroupsAndEnd).Measures())
	require.Equal(t, []string{"put"}, tournamenttest.PlanOf(t, 4, tournamenttest.Asahikawa).Measures())
	require.ElementsMatch(t, []string{"score", "turns-left", "score", "turns-left", "faults"}, tournamenttest.PlanOf(t, 4, tournamenttest.Hakodate).Measures())
}

func TestStrikeMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"strikes = -1\n":                                         "strikes = -1 is outside 1 to 1000",
		"strike-reasons = [\"late\"]\n":                          "strike-reasons stands with strikes",
		"struck = \"annul\"\n":                                   "struck stands with strikes",
		"strikes = 3\nstruck = \"out\"\n":                        "struck = \"out\" is not known; there are forfeit, annul",
		"strikes = 3\nstrike-reasons = [\"slow\"]\n":             "strike-reasons: \"slow\" is not known; there are illegal, late",
		"strikes = 3\nstrike-reasons = [\"late\", \"late\"]\n":   "strike-reasons: \"late\" stands twice",
		"strikes = 3\nstruck = \"annul\"\nkind = \"swiss\"\n":    "struck = \"annul\" is of round-robin and gauntlet",
		"strikes = 3\nstruck = \"annul\"\nkind = \"knockout\"\n": "struck = \"annul\" is of round-robin and gauntlet",
	} {
		stage := tournamenttest.OneStage
		if strings.Contains(text, "kind") {
			stage = "[[stage]]\nname = \"all\"\n"
		}
		_, err := config.Parse("f.toml", tournamenttest.PlanText(4, stage+text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestParseDesk(t *testing.T) {
	team, v, ok := config.ParseDesk("desk:team-1")
	require.True(t, ok)
	require.Equal(t, "team-1", team)
	require.Zero(t, v.Number)
	_, v, ok = config.ParseDesk(config.DeskVersion{Number: 12, Upload: tournamenttest.SumOf(3)}.Address("x"))
	require.True(t, ok)
	require.Equal(t, 12, v.Number)
	for _, bad := range []string{"", "desk", "desk:", "desk:..", "desk:A", "desk:a/b", "desk:a?version=1", "bot:greedy", "desk:a?upload=" + tournamenttest.SumOf(1),
		"desk:a?version=01&upload=" + tournamenttest.SumOf(1), "desk:a?version=1&upload=" + tournamenttest.SumOf(1) + "0", "desk:a?version=-1&upload=" + tournamenttest.SumOf(1)} {
		_, _, ok := config.ParseDesk(bad)
		require.False(t, ok, bad)
	}
}

// Mistakes in the desk's table are told where they are.
func TestDeskMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`deadline = "tomorrow"`: "deadline", `check = "no"`: "check", `check-time = "500ms"`: "check-time", `max-size = "1TiB"`: "max-size",
		`max-size = 5`: "max-size", `max-files = 0`: "", `max-files = -1`: "max-files",
		"[[desk.program]]\nname = \"C\"": "command is missing", "[[desk.program]]\nbuild = \"make\"\ncommand = \"./a\"": "file names",
		"[[desk.program]]\ncommand = \"python3 ../x.py\"":                                            "without a folder",
		"[[desk.program]]\ncommand = \"python3 x.py\"\n[[desk.program]]\ncommand = \"python3 x.py\"": "name of another",
		"unknown = 1": "no key",
	} {
		_, err := config.Parse("cup.toml", tournamenttest.DeskPlan+text+"\n")
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want, text)
	}
	_, err := config.Parse("cup.toml", strings.ReplaceAll(tournamenttest.DeskPlan, "desk:bo", "desk:Bo"))
	require.ErrorContains(t, err, "cup.toml:8:1: entrant 2, Bo: \"desk:Bo\": write desk:TEAM")
	_, err = config.Parse("cup.toml", strings.Replace(tournamenttest.DeskPlan, "kind = \"round-robin\"\ndouble = true", "kind = \"qualifier\"\nhouse = [\"desk:x\"]", 1))
	require.ErrorContains(t, err, "the house hands nothing in")
	plan, err := config.Parse("cup.toml", tournamenttest.DeskPlan+`deadline = "2026-11-28T17:00:00+09:00"`+"\n")
	require.NoError(t, err)
	until, err := plan.Desk.Until()
	require.NoError(t, err)
	require.Equal(t, int64(1795852800), until.Unix())
	require.Empty(t, plan.Desk.Programs)
	require.Equal(t, []string{"A", "B"}, plan.DeskTypes())
}
