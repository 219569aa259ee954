package cli

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"rsc.io/qr"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/contest/live/seat"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/host"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/host/terminal"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/termsafe"
)

// newSeatServer makes the pages on which people play. Their links are printed, on a terminal
// as QR codes too.
func newSeatServer(cmd *cobra.Command) *seat.Server {
	say := stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
	out := termsafe.Unwrap(cmd.ErrOrStderr())
	var mu sync.Mutex
	return games.SeatServer(say, func(who, link string) {
		mu.Lock()
		defer mu.Unlock()
		say(fmt.Sprintf("%s: open this link in a browser to play; it is for one person: %s", who, link))
		if code, err := qr.Encode(link, qr.L); err == nil && terminal.StyleOf(out).Fancy {
			fmt.Fprint(out, drawQR(code.Size, code.Black))
		}
	})
}

// quietZone is the white margin of a QR code, in modules.
const quietZone = 4

// drawQR draws a QR code on a terminal, two rows of modules a line, black on white whatever
// the terminal's colours are.
func drawQR(size int, black func(x, y int) bool) string {
	var b strings.Builder
	for y := -quietZone; y < size+quietZone; y += 2 {
		b.WriteString("\x1b[30;107m")
		for x := -quietZone; x < size+quietZone; x++ {
			switch upper, lower := black(x, y), black(x, y+1); {
			case upper && lower:
				b.WriteString("█")
			case upper:
				b.WriteString("▀")
			case lower:
				b.WriteString("▄")
			default:
				b.WriteString(" ")
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}

// tellingSeats is watch, which may be nil, and tells the people at pages of each game too.
func tellingSeats(pages *seat.Server, watch func(*host.Game) func(record.Event)) func(*host.Game) func(record.Event) {
	return func(m *host.Game) func(record.Event) {
		see := func(record.Event) {}
		if watch != nil {
			see = watch(m)
		}
		id := fmt.Sprintf("%p", m)
		return func(e record.Event) {
			see(e)
			pages.Watch(id, e)
		}
	}
}

// notTested is said of entrants who are people.
const notTested = "a person, who is not tested"

// isVisitor reports whether an address is of a person at a page, whom no command tests.
func isVisitor(address string) bool {
	a, err := addr.Parse(address)
	return err == nil && a.Scheme == addr.SchemeWeb
}
