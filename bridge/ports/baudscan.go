package ports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/loopline/loopline/bridge"
	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/bridge/lines"
	"github.com/loopline/loopline/internal/say"
)

// BaudScan asks a board the same question at one bit rate after the other.
type BaudScan struct {
	Question string                 // with its line end
	Accept   func(line string) bool // reports whether a line answers it
	Out      io.Writer
	JSON     bool // prints an object a rate

	Language say.Language // of what people read
	Open     bridge.Options
}

// Rates that boards are made for, and by how much a divisor misses one most often.
var (
	usualRates = []int{115200, 9600, 19200, 38400, 57600, 230400, 460800, 921600, 1_000_000, 2_000_000, 3_000_000}
	missedBy   = []float64{1, 0.97, 1.03, 0.94, 1.06}
)

// Times of one rate.
const (
	scanAnswer = 300 * time.Millisecond // to the first byte
	scanQuiet  = 50 * time.Millisecond  // after the last
	scanBytes  = 64                     // that are read
)

// scanned is a tried rate with the answer at it.
type scanned struct {
	Baud   int    `json:"baud"`
	Answer string `json:"answer,omitempty"` // without its line end
	Bytes  []byte `json:"-"`
	Text   string `json:"bytes,omitempty"` // quoted, as %q does
	Error  string `json:"error,omitempty"`
}

// Run asks at the rate of a serial or usb address, at rates beside it and at the usual ones,
// until an answer comes, and prints what came at each. It returns the rate at which the board
// answers, 0 if at none. The error is one of the address, the device at the first rate, the
// output or ctx.
func (s *BaudScan) Run(ctx context.Context, address string) (found int, err error) {
	a, err := addr.Parse(address)
	if err != nil {
		return 0, err
	}
	own := &a.Serial.Baud
	switch a.Scheme {
	case addr.SchemeSerial:
	case addr.SchemeUSB:
		own = &a.USB.Baud
	default:
		return 0, say.Errorf("%s: only a serial or usb address has a bit rate; loopline ports lists the boards", address)
	}
	asked := *own
	for i, baud := range scanRates(asked) {
		*own = baud
		got, err := s.ask(ctx, a.String(), baud)
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if err != nil {
			if i == 0 {
				return 0, err
			}
			got.Error = err.Error() // a chip does not make every rate
		}
		if err := s.print(&got); err != nil {
			return 0, err
		}
		if got.Answer != "" {
			return baud, s.conclude(&a, asked, baud)
		}
	}
	if s.JSON {
		return 0, nil
	}
	_, err = fmt.Fprintln(s.Out, s.Language.Say(say.Format("no rate gave an answer: is this the port of the serial line, is the design loaded, and is it out of reset? "+
		"In simulation, loopline sim check DIR --step 2 says more")))
	return 0, err
}

// scanRates lists the rates to ask at, likeliest first, each once.
func scanRates(asked int) (rates []int) {
	for _, by := range missedBy {
		rates = append(rates, int(float64(asked)*by))
	}
	for _, rate := range usualRates {
		if !slices.Contains(rates, rate) {
			rates = append(rates, rate)
		}
	}
	return rates
}

// ask asks at one rate and returns what came.
func (s *BaudScan) ask(ctx context.Context, address string, baud int) (got scanned, err error) {
	got.Baud = baud
	conn, err := bridge.Open(ctx, address, s.Open)
	if err != nil {
		return got, err
	}
	chunks := make(chan []byte)
	ended, done := make(chan struct{}), make(chan struct{})
	go func() { // ends when conn is closed
		defer close(ended)
		for {
			chunk := make([]byte, scanBytes)
			n, err := conn.Read(chunk)
			if n > 0 {
				select {
				case chunks <- chunk[:n]:
				case <-done:
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	defer func() {
		close(done)
		_ = conn.Close() // what came counts
		<-ended
	}()
	if d, ok := conn.(interface{ SetWriteDeadline(time.Time) error }); ok {
		_ = d.SetWriteDeadline(time.Now().Add(lines.DefaultSendTimeout))
	}
	if _, err := io.WriteString(conn, s.Question); err != nil {
		return got, err
	}
	if d, ok := conn.(interface{ Drain() error }); ok {
		if err := d.Drain(); err != nil {
			return got, err
		}
	}
	timer := time.NewTimer(scanAnswer)
	defer timer.Stop()
	for len(got.Bytes) < scanBytes {
		select {
		case <-ctx.Done():
			return got, ctx.Err()
		case <-ended:
			return s.classify(got), nil
		case <-timer.C:
			return s.classify(got), nil
		case chunk := <-chunks:
			got.Bytes = append(got.Bytes, chunk...)
			timer.Reset(scanQuiet)
		}
	}
	return s.classify(got), nil
}

// classify looks for an answer among the bytes that came.
func (s *BaudScan) classify(got scanned) scanned {
	if len(got.Bytes) > 0 {
		got.Text = fmt.Sprintf("%q", got.Bytes)
	}
	for _, line := range bytes.FieldsFunc(got.Bytes, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if text := string(line); bytes.ContainsAny(got.Bytes, "\r\n") && s.Accept(text) {
			got.Answer = text
			break
		}
	}
	return got
}

// print prints what came at a rate.
func (s *BaudScan) print(got *scanned) error {
	if s.JSON {
		return json.NewEncoder(s.Out).Encode(got)
	}
	text := say.Format("nothing")
	switch {
	case got.Error != "":
		text = say.Raw(got.Error)
	case got.Answer != "":
		text = say.Format("answers %s", fmt.Sprintf("%q", got.Answer))
	case len(got.Bytes) > 0:
		text = say.Format("%s, no answer: %s", say.Plural(len(got.Bytes), "%d byte", "%d bytes"), got.Text)
	}
	_, err := fmt.Fprintf(s.Out, "%8d  %s\n", got.Baud, s.Language.Say(text))
	return err
}

// conclude prints the rate that was found, and what to change if it isn't the address's.
func (s *BaudScan) conclude(a *addr.Address, asked, found int) error {
	if s.JSON {
		return nil
	}
	text := say.Format("the board answers at %d baud, as its address has it: %s", found, a.String())
	if found != asked {
		text = say.Format("the board answers at %d baud, not at %d: play with %s, or mend its divider: a bit lasts clk / %d clock cycles",
			found, asked, strings.TrimSpace(a.String()), asked)
	}
	_, err := fmt.Fprintln(s.Out, s.Language.Say(text))
	return err
}
