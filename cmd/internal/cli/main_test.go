package cli

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/trax/engine"
	"github.com/loopline/loopline/trax/referee"
)

// scriptBot is the name under which players find the script that plays well.
const scriptBot = "bot"

// badMove is what a cheating player answers: no board reaches there.
const badMove = "ZZZ9999+"

// scripts are what the players of bridgetest say: those of any system, and those
// that stop their host and look into /proc.
func scripts() bridgetest.Scripts {
	all := bridgetest.Scripts{
		scriptBot: botScript, scriptQuick: quickScript, scriptParent: parent,
		scriptWitnessWhite: witness(logWhite, botScript), scriptWitnessRed: witness(logRed, quickScript),
	}
	maps.Copy(all, systemScripts())
	return all
}

// botScript plays as the greedy bot does.
func botScript() bridgetest.Script { return scriptOf("greedy") }

// scriptOf plays as a bot does. A bad player turns bad after its team code and
// one move.
func scriptOf(name string) bridgetest.Script {
	bot, err := engine.New(name, engine.Options{Seed: 1})
	if err != nil {
		panic(err)
	}
	c := &referee.Responder{Team: "XX", Limit: time.Second, Strategy: bot, Say: func(string) {}}
	c.Reset()
	return bridgetest.Script{
		Good: 2, Cheat: badMove, Slow: 20 * time.Millisecond, Late: 700 * time.Millisecond,
		Answer: func(question string) (string, bool) {
			answer, err := c.Answer(context.Background(), referee.Trim(question))
			return answer, err == nil && answer != ""
		},
	}
}

// playerMain is a command that is the scripted player of the given name. It
// plays at random, for a check of all steps looks far ahead against who wins soon.
func playerMain(name string) func() {
	return func() {
		p, err := bridgetest.PlayerNamed(name)
		if err != nil {
			panic(err)
		}
		err = p.Play(scriptOf("random"))(context.Background(), playerStdio{os.Stdin, os.Stdout})
		if errors.Is(err, bridgetest.ErrCrash) {
			os.Exit(3)
		}
		os.Exit(0)
	}
}

// playerStdio is a player's standard input and output.
type playerStdio struct {
	io.ReadCloser
	io.Writer
}

// findPython has players run the interpreter itself: where python3 is a script that looks for one, as
// pyenv's, it takes longer on a busy machine than a player may to begin.
func findPython() {
	if out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output(); err == nil {
		os.Setenv("PATH", filepath.Dir(strings.TrimSpace(string(out)))+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
}

// TestMain makes this binary the commands that the scripts run: loopline
// itself, and player-NAME for every player of bridgetest.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == argGrandchild {
		grandchild(os.Args[2])
	}
	bridgetest.Main(scripts())
	commands := map[string]func(){"loopline": scriptMain}
	for _, p := range bridgetest.Players() {
		commands["player-"+p.Name] = playerMain(p.Name)
	}
	if commands[filepath.Base(os.Args[0])] == nil { // it is not one of them: scripts may set it for those
		os.Unsetenv("GITHUB_ACTIONS") // a CI that runs these tests would have annotations in what they read
		os.Unsetenv("MAKELEVEL")      // and make test a change of the folder
		findPython()
	}
	testscript.Main(m, commands)
}
