package locale

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
)

// spoken are the files whose texts are on the screens of doctor and check, on that of
// the greeting, and on the director's page.
var spoken = []string{
	"host/check/*", "host/ruling.go", "host/evidence.go", "host/latency/answertimes.go",
	"trax/conformance/*", "trax/conformance/simulated/*", "trax/playertest/rule.go", "trax/playertest/opponent.go",
	"trax/forced.go", "trax/move.go", "trax/outcome.go", "trax/position.go", "trax/referee/game.go", "trax/referee/start.go",
	"games/*/conformance/*",
	"games/battle2048/referee/game.go", "games/chaser/referee/game.go", "games/chaser/referee/note.go", "games/chaser/method.go",
	"games/dpt/referee/game.go", "games/dpt/referee/lines.go", "games/kakomimasu/referee/game.go", "games/kakomimasu/referee/lines.go",
	"bridge/ports/diagnosis.go", "bridge/ports/greeting.go", "bridge/ports/files.go",
	"bridge/doctor*.go", "bridge/boards.go", "bridge/registry_windows.go", "bridge/ports_other.go",
	"bridge/usb/descriptor.go", "bridge/usb/devices_linux.go", "bridge/exec_ending.go", "bridge/serial_open_linux.go", "bridge/select.go", "bridge/tcp.go", "bridge/gone.go",
	"bridge/line_error.go", "bridge/holder.go", "bridge/waitfordevice.go", "bridge/framer.go",
	"host/tournament/command.go", "host/tournament/apply.go", "host/tournament/tournament.go", "host/tournament/decisionlog.go",
	"player/opener.go", "player/simulated.go", "host/terminal/progress.go",
}

// unsaid are texts in those files that no screen of theirs shows.
var unsaid = []string{
	"Check plays games with one player",                                                                                                               // a help text
	"%s is for %s seats, not %s", "%s is for 2 seats", "\\Device Parameters", "the board is for %s players, not %s", "trax: a legal move was refused", // mistakes in our own code
	"%s has %s %s and %s numbers", "turn %s %s", "time %s %s", "points %s %s", "end won", "end lost", "end drawn", // of protocols
	"row %s of the values makes", "team %s has %s agents; a line", "%s lines for %s rows", "point %s is no number",
	"%s lines, not the %s of a turn", "%s does not say what", "%s is not %s and %s numbers", "%s is no number", // of players that are ours
	"lines tell no situation", "does not begin with", "numbers, not", "do not tell a field",
	"no %s: %s", "%s (%s) after %s", "%s %s edges", // whose first words are few, and known with them
	"them: %s", "stop bits: %s",
	"human takes nothing", "no person can play", "api is for games", "team wants a match", // usage
	"setting %s baud", "unplugged while it was opened", "is no serial device; loopline ports lists", "is no TCP connection",
	"sudo ", "docker run", "printf '", "kill ", "echo ", "reg add", "ACTION==", "ATTR", // commands
	"exec:%s: not", "exec:%s: cannot start%s: %s", "serial:%s: %s: %s: %s", "tcp:%s: %s",
	"https://", "Lattice ECP5", "Lattice FTUSB", "Lattice iCE40", "Milk JTAG", "vendor:product", "it calls itself", "Alhambra", "Alchitry", "IceZUM", "Kéfir I",
	"iCEBreaker", "UPduino 3", "TinyFPGA B2",
	"Ask nobody for a move", "Go on after a pause", "Let a game count", "Have a game played", "Give a game that has", "Put the result of", // what pages have
	"Let an entrant play", "Look for an entrant at", "Let somebody enter", "GAME WINNER", "NAME ADDR", "decision %s: %s", "depends on it:", "%s round %s", // words of their own for
	"the plan: %s", "the file is not the one with", "name another folder with --dir", "it is not as it was when the day began", "%s: lock: %s", // when a day begins
	"--white", "loopline play", "loopline new", "loopline check", "loopline doctor", "loopline games", "\r\x1b[K",
	"%s: no such device: is it plugged in?",
}

var (
	ownVerb = regexp.MustCompile(`%[sdq]`)
	words   = regexp.MustCompile(`[A-Za-z]{2,}[,:;]? [A-Za-z%@0-9]|[a-z%][:,;]? [a-z]{2,}`)
)

// plain is a format with %s for every verb.
func plain(format string) string {
	text := strings.ReplaceAll(anyVerb.ReplaceAllString(strings.ReplaceAll(format, "%%", "\x00"), "%s"), "\x00", "%")
	return strings.ReplaceAll(text, "%s%s", "%s")
}

// texts are the texts of Go files.
func texts(t *testing.T, pattern string) (all []string) {
	if !strings.HasSuffix(pattern, ".go") {
		pattern += ".go"
	}
	names, err := filepath.Glob(filepath.Join("../..", pattern))
	require.NoError(t, err)
	require.NotEmpty(t, names, pattern)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && words.MatchString(text) {
					all = append(all, name+"\x00"+text)
				}
			}
			return true
		})
	}
	return all
}

// Every text that a screen of doctor and check, or the director's page, may show is one that is known, or a
// part of one.
func TestEveryTextIsKnown(t *testing.T) {
	var known []string
	for english := range read().exact {
		known = append(known, plain(ownVerb.ReplaceAllString(english, "%s")))
	}
	n := 0
	for _, pattern := range spoken {
		for _, found := range texts(t, pattern) {
			name, text, _ := strings.Cut(found, "\x00")
			if _, comment, found := strings.Cut(text, "# "); found && !strings.HasPrefix(text, "#") {
				text = comment // behind a command
			}
			text = strings.TrimSpace(plain(text))
			if slices.ContainsFunc(unsaid, func(begin string) bool { return strings.Contains(text, begin) }) {
				continue
			}
			n++
			if !slices.ContainsFunc(known, func(english string) bool { return strings.Contains(english, text) }) {
				t.Errorf("%s: %q has no Japanese in ja.txt", name, text)
			}
		}
	}
	require.Greater(t, n, 250)
}

// A text that was made by a format is said by its translation, whatever the other
// formats; a translation has each part once.
func TestFormats(t *testing.T) {
	l := read()
	for _, p := range l.patterns {
		var english, want []any
		for i, v := range ownVerb.FindAllString(p.format, -1) {
			part := map[string]string{"%s": "X" + strconv.Itoa(i), "%d": strconv.Itoa(70 + i), "%q": `"q` + strconv.Itoa(i) + `"`}[v]
			english, want = append(english, part), append(want, part)
		}
		text := fmt.Sprintf(strings.ReplaceAll(ownVerb.ReplaceAllString(strings.ReplaceAll(p.format, "%", "%%"), "%s"), "%%s", "%s"), english...)
		said := l.Say(text)
		for _, part := range want {
			require.Equal(t, 1, strings.Count(said, part.(string)), "%q: %q", p.format, said)
		}
		require.Equal(t, l.printer.Sprintf(p.format, want...), said, p.format)
		require.NotContains(t, said, "%!", p.format)
		require.Regexp(t, `[ぁ-んァ-ヶ一-龠、。（]|^X\d|^\d`, said)
	}
	for english := range l.exact {
		require.NotContains(t, l.Say(english), "%!", english)
	}
}

// Texts of screens, and texts of others, which stay as they are.
func TestSay(t *testing.T) {
	l := read()
	for english, want := range map[string]string{
		"":        "",
		"ok":      "合格",
		"3 games": "3 局",
		"19 steps: 15 ok, 1 failed, 2 notes, 1 skipped":                                                "全 19 ステップ: 合格 15、失敗 1、注意 2、省略 1",
		"red wins by loop after 23 plies":                                                              "赤のループ勝ち（23 手）",
		"ply 3: late (overdue): took 2 s of 1 s":                                                       "3 手目: 時間切れ late (overdue): 1 s のところ 2 s かかりました",
		`asked "-W", got "x; y: z", 1 ms of 2 s used`:                                                  `問い "-W"、受信 "x; y: z"、2 s のうち 1 ms を使用`,
		"lines end with CR, our lines come back as an echo":                                            "行末が CR です、こちらの送った行がエコーとして返ってきます",
		"game 2: ply 4: illegal (colour): neither side of / fits the edges at B1: red left, white top": "2 局目: 4 手目: 反則 illegal (colour): B1 の辺（赤が左、白が上）に / はどちら向きでも合いません",
		"sudo usermod -aG dialout $USER    # then log in again":                                        "sudo usermod -aG dialout $USER    # その後ログインし直します",
		"loses (shut-in) after 12 plies":                                                               "負け（包囲、12 手）",
		"plays a game as first":                                                                        "第1席 で対局する",
		"Mallory, the ok player; nobody: 1%s":                                                          "Mallory, the ok player; nobody: 1%s",
		strings.Repeat("ok; ", 5000):                                                                   strings.Repeat("ok; ", 5000),
	} {
		require.Equal(t, want, l.Say(english))
		require.Equal(t, english, (&Language{}).Say(english))
	}
}

func TestChoose(t *testing.T) {
	_, err := Choose("fr")
	require.ErrorContains(t, err, `"fr"; there are en and ja`)
	l, err := Choose("ja")
	require.NoError(t, err)
	require.NoError(t, l.Error(nil))
	cause := errors.New("3 steps failed")
	require.EqualError(t, l.Error(cause), "3 ステップが失敗しました")
	require.ErrorIs(t, l.Error(cause), cause)
}

// What cannot be read names the place.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{"a": `"a" is not ENGLISH = OTHER`, " = b": "is not", "a = ": "is not", "a = b\na = c": "twice"} {
		_, err := parse(language.Japanese, text)
		require.ErrorContains(t, err, want)
	}
}

// Lines of ours are said, those of others pass, and so does what never ends.
func TestLines(t *testing.T) {
	var out strings.Builder
	w := read().Lines(&out, "loopline: ")
	for _, part := range []string{"loopline: X is not plu", "gged in; waiting for it\nok\nloopline: bot: ok\n", "half"} {
		_, err := w.Write([]byte(part))
		require.NoError(t, err)
	}
	require.Equal(t, "loopline: X が接続されていません。接続を待っています\nok\nloopline: bot: ok\n", out.String())
	_, err := w.Write([]byte(strings.Repeat("x", maxText)))
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(out.String(), "half"+strings.Repeat("x", maxText)))
	require.Equal(t, &out, (&Language{}).Lines(&out, ""))
}

// A stranger's text with many joints is looked at for so many parts, and no more.
func TestSayEnds(t *testing.T) {
	ja, err := Choose("ja")
	require.NoError(t, err)
	for _, part := range []string{"a: b, ", "a: b; c, ", "a # b: ", "; a, b: c", "cannot open a: "} {
		text := strings.Repeat(part, maxText/len(part))
		work := &saying{ja, maxParts}
		require.NotEmpty(t, work.say(text), part)
		require.Zero(t, work.left, part)
		require.NotEmpty(t, ja.Say(text), part)
	}
}
