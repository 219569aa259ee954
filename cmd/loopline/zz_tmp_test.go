package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/live"
	"github.com/loopline/loopline/host/series"
	"github.com/loopline/loopline/host/tournament"
)

func TestZZ(t *testing.T) {
	text := `name = "Spring cup"
game = "GAME"
move-time = "1s"
tables = 2
seed = 5
`
	for _, n := range []string{"Kitasuzu", "Team A", "京都工芸", "<script>alert(1)</script>", "FPGA Freunde", "Zoë", "Lattice Ladies", "四国"} {
		text += fmt.Sprintf("[[entrant]]\nname = %q\naddress = \"bot:BOT?seed=%d\"\nteam = \"Univ.\"\n", n, len(n)*7+int(n[0]))
	}
	text += `[[stage]]
name = "groups"
kind = "round-robin"
groups = 2
games = 2
advance = 2
[[stage]]
name = "finals"
kind = "knockout"
third-place = true
`
	g, _ := games.ByName(os.Getenv("ZZGAME"))
	text = replaceAll(replaceAll(text, "GAME", g.Name), "BOT", os.Getenv("ZZBOT"))
	plan, err := tournament.ParsePlan("x", text)
	if err != nil {
		t.Fatal(err)
	}
	j, err := tournament.Begin(os.Getenv("ZZDIR"), plan, 5, "zz")
	if err != nil {
		t.Fatal(err)
	}
	say := func(s string) { fmt.Println(s) }
	site := live.NewSite(live.Options{Title: plan.Name, NewView: games.LiveView, Say: say})
	if err := site.Follow(context.Background(), os.Getenv("ZZDIR")); err != nil {
		t.Fatal(err)
	}
	fmt.Println(site.Listen(context.Background(), "localhost:8195"))
	fmt.Println(site.Direct(context.Background(), "localhost:8196", j.Give))
	o := newOpener(&g, time.Minute, time.Second, say)
	pause, _ := time.ParseDuration(os.Getenv("ZZPAUSE"))
	d := tournament.Director{Journal: j, Say: say, Version: "zz",
		Watch: func(id string, e host.Event) {
			site.WatchGame(id, e)
			if e.Type == host.EventNote {
				time.Sleep(pause)
			}
		},
		Match: func(s tournament.Setup, seats ...host.Seat) (*host.Match, error) {
			return g.Match(games.Settings{Move: s.Move, Options: s.Options}, seats...)
		},
		Open: func(ctx context.Context, entrant, address string, stderr io.Writer) (series.Player, error) {
			return o.Open(ctx, entrant, address, stderr)
		},
	}
	fmt.Println(d.Run(context.Background()))
	time.Sleep(time.Hour)
}

func replaceAll(s, a, b string) string {
	for i := 0; i+len(a) <= len(s); i++ {
		if s[i:i+len(a)] == a {
			return s[:i] + b + replaceAll(s[i+len(a):], a, b)
		}
	}
	return s
}
