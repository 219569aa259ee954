package browsertest

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// deskPlan is a contest at whose desk programs are handed in.
const deskPlan = `name = "Spring cup"
game = "battle2048"
move-time = "5s"
handshake = "20s"
[desk]
check = "game"
deadline = "2099-11-28 17:00"
[[entrant]]
name = "Team Aoi"
address = "desk:aoi"
[[entrant]]
name = "Team Bo"
address = "desk:bo"
[[stage]]
name = "all"
kind = "round-robin"
`

// deskAt opens a desk, and returns its address and the code of a team.
func deskAt(t *testing.T) (url, code string) {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "cup.toml")
	require.NoError(t, os.WriteFile(file, []byte(deskPlan), 0o644))
	codes, err := exec.CommandContext(t.Context(), path, "contest", "codes", file).Output()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), path, "contest", "desk", file, "--addr", "127.0.0.1:0", "--isolation", "none")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	said := bufio.NewScanner(stderr)
	for url == "" && said.Scan() {
		_, url, _ = strings.Cut(said.Text(), "teams hand in at ")
	}
	require.NotEmpty(t, url)
	go func() {
		for said.Scan() {
		}
	}()
	return url, strings.Fields(string(codes))[1]
}

// TestDesk: a team enters with its code, hands in a program, sees what came of it without loading the
// page again, and chooses; on a desktop and on a phone, in both languages, light and dark.
func TestDesk(t *testing.T) {
	ctx := browser(t)
	url, code := deskAt(t)
	open(t, ctx, url)
	keep(t, ctx, "desk-code")
	enter := func(code string) {
		eval[bool](t, ctx, `document.querySelector("input[name=code]").value = "`+code+`", document.querySelector("form.card").requestSubmit(), true`)
	}
	enter("AAAAA-BBBBB")
	wait(t, ctx, "document.querySelector('.problem')")
	keep(t, ctx, "desk-code-wrong")
	enter(code)
	wait(t, ctx, "document.querySelector('h1').textContent === 'Team Aoi'")

	hand := func(name, text string) {
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		require.NoError(t, chromedp.Do(ctx, chromedp.SetUploadFiles("input[type=file]", []string{file})))
		eval[bool](t, ctx, `document.querySelector("form[action='/versions']").requestSubmit(), true`)
	}
	page, err := os.ReadFile("../docs/protocol-battle2048.md")
	require.NoError(t, err)
	_, bot, _ := strings.Cut(string(page), "```python\n")
	bot, _, _ = strings.Cut(bot, "```")
	hand("bot.py", bot)
	wait(t, ctx, "document.querySelector('li.passed .tag')")
	quiet(t, ctx)
	hand("broken.py", "print('hello')\n")
	wait(t, ctx, "document.querySelector('li.failed .reason')")
	hand("second.py", bot+"# the second one\n")
	wait(t, ctx, "document.querySelectorAll('li.passed').length === 2")
	require.Equal(t, "3", eval[string](t, ctx, "document.querySelector('li .tag').closest('li').querySelector('b').textContent"))
	eval[bool](t, ctx, `document.querySelector("li.passed form[action='/choose'] button").click(), true`)
	wait(t, ctx, "document.querySelector('li .tag').closest('li').querySelector('b').textContent === '1'")

	_, axeFails := axe()
	for _, lang := range []string{"en", "ja"} {
		for _, scheme := range []string{"light", "dark"} {
			dark(t, ctx, scheme)
			open(t, ctx, url+"?lang="+lang)
			keep(t, ctx, "desk-"+lang+"-"+scheme)
			quiet(t, ctx)
			if axeFails == nil {
				accessible(t, ctx, "desk "+lang+" "+scheme)
			}
			back := phone(t, ctx)
			open(t, ctx, url+"?lang="+lang)
			eval[bool](t, ctx, "document.querySelectorAll('details').forEach((d) => { d.open = true; }), true")
			fits(t, ctx, 390)
			keep(t, ctx, "desk-phone-"+lang+"-"+scheme)
			back()
		}
	}
}
