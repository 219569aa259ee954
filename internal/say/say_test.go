package say

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rule is an error of a package that does not know this one.
type rule struct{ cell string }

func (e *rule) Error() string { return e.cell + " touches no tile" }

func (e *rule) Parts() (string, []any) { return "%s touches no tile", []any{e.cell} }

// A text is said by its parts: those that have a text in the language, those of others
// as they are, whatever they look like.
func TestSay(t *testing.T) {
	for _, c := range []struct {
		v                 any
		english, japanese string
	}{
		{nil, "", ""},
		{Text{}, "", ""},
		{"ok", "ok", "ok"},
		{Raw("ok"), "ok", "ok"},
		{Word("ok"), "ok", "合格"},
		{Word("100%d"), "100%d", "100%d"},
		{Plural(1, "%d game", "%d games"), "1 game", "1 局"},
		{Plural(3, "%d game", "%d games"), "3 games", "3 局"},
		{Format("in %s", Plural(2, "%d game", "%d games")), "in 2 games", "2 局で"},
		{Format("%s, %s", "ok", Word("ok")), "ok, ok", "ok、合格"},
		{Join(", ", Text{}, Raw("a"), Text{}, Word("ok")), "a, ok", "a、合格"},
		{Format("nobody knows %d", 12345), "nobody knows 12345", "nobody knows 12345"},
		{Format("%d of %d", 1, 2), "1 of 2", "2 のうち 1"},
		{ByName("live.move-of", 3, 4), "Move 3 of 4", "3 手目 / 全 4 手"},
		{ByName("live.move-of"), "Move %d of %d", "%d 手目 / 全 %d 手"},
		{Named("trax.white", "pale"), "pale", "白"},
		{Named("trax.white", ""), "", ""},
		{Named("trax.blue", "blue"), "blue", "blue"},
		{Errorf("cannot open %s: %w", "ok", fs.ErrNotExist), "cannot open ok: file does not exist", "cannot open ok: file does not exist"},
		{Errorf("no line: %s", &rule{"A1"}), "no line: A1 touches no tile", "行がありません: A1 はどのタイルにも接していません"},
		{&rule{"@0"}, "@0 touches no tile", "@0 はどのタイルにも接していません"},
		{fmt.Errorf("serial:X: %w", &rule{"@0"}), "serial:X: @0 touches no tile", "serial:X: @0 はどのタイルにも接していません"},
		{errors.Join(Errorf("no line: %s", "x"), nil), "no line: x", "行がありません: x"},
		{errors.Join(Errorf("no line: %s", "x"), fs.ErrNotExist), "no line: x\nfile does not exist", "no line: x\nfile does not exist"},
		{errors.New("permission denied"), "permission denied", "permission denied"},
		{time.Second, "1s", "1s"},
	} {
		require.Equal(t, c.english, English.Say(c.v))
		require.Equal(t, c.japanese, Japanese.Say(c.v))
		require.Equal(t, c.english, TextOf(c.v).String())
	}
	require.Panics(t, func() { English.Say(ByName("live.planted")) })
	require.Panics(t, func() { Japanese.Say(ByName("live.planted")) })
}

// JSON is English, and an error of a language is the one that it was made of.
func TestEnglishStays(t *testing.T) {
	b, err := json.Marshal(struct{ Detail, Got Text }{Format("in %s", Plural(2, "%d game", "%d games")), Raw("x")})
	require.NoError(t, err)
	require.JSONEq(t, `{"Detail":"in 2 games","Got":"x"}`, string(b))
	var read struct{ Detail Text }
	require.NoError(t, json.Unmarshal(b, &read))
	require.Equal(t, "in 2 games", read.Detail.String())

	cause := Errorf("%s failed: %w", Plural(3, "%d step", "%d steps"), fs.ErrNotExist)
	require.ErrorIs(t, cause, fs.ErrNotExist)
	require.EqualError(t, cause, "3 steps failed: file does not exist")
	require.ErrorIs(t, Japanese.Error(cause), cause)
	require.Equal(t, cause, English.Error(cause))
	require.NoError(t, Japanese.Error(nil))
}

func TestChoose(t *testing.T) {
	for env, want := range map[string]string{
		"LANG=ja_JP.UTF-8": "ja", "LANG=ja": "ja", "LANG=ja_JP.utf8@x": "ja", "LANG=ja_JP.eucJP": "en", "LANG=C": "en", "": "en",
		"LANG=C.UTF-8": "en", "LANG=de_DE.UTF-8": "en", "LANG=en_US.UTF-8": "en", "LANG=!": "en", "LC_MESSAGES=ja_JP.UTF-8": "ja",
	} {
		if systemName() == "" || env != "" {
			require.Equal(t, want, asked(environment(env)), env)
		}
	}
	require.Equal(t, "en", asked(environment("LANG=ja_JP.UTF-8", "LC_ALL=C")))
	_, err := Choose("fr")
	require.ErrorContains(t, err, `"fr"; there are en and ja`)
	l, err := Choose("ja")
	require.NoError(t, err)
	require.Equal(t, Japanese, l)
	for header, want := range map[string]Language{"": English, "ja,en;q=0.5": Japanese, "de,en;q=0.5": English, "!": English} {
		require.Equal(t, want, Preferred(header), header)
	}
}

// ended is how a program ended, as os/exec has it.
type ended struct {
	code int
	text string
}

func (e ended) Error() string { return e.text }
func (e ended) ExitCode() int { return e.code }

// What the system and the library say has a line too, also behind what is before it.
func TestSystemErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, "open x: そのようなファイルやディレクトリはありません"},
		{&exec.Error{Name: "x", Err: exec.ErrNotFound}, Japanese.Say(Word(exec.ErrNotFound.Error()))},
		{ended{3, "exit status 3"}, "終了ステータス 3"},
		{ended{-1, "signal: killed"}, Japanese.Say(Word("signal: killed"))},
	} {
		require.NotEqual(t, c.err.Error(), Japanese.Say(c.err))
		require.Contains(t, Japanese.Say(c.err), c.want)
		require.Equal(t, c.err.Error(), English.Say(c.err))
	}
}
