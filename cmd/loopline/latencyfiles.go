package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/loopline/loopline/host/latency"
)

// outputFile is a file that is written at the end of a run and begun before it,
// so that a name that cannot be written is an error at once.
type outputFile struct {
	io.Writer
	name   string
	finish func(error) error
}

// createOutput begins a file. One that is no plain file, such as a device, is
// written as it is; any other appears when it is complete.
func createOutput(name string) (*outputFile, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &outputFile{f, name, func(err error) error { return errors.Join(err, f.Close()) }}, nil
	}
	f, err := createWhole(name)
	if err != nil {
		return nil, err
	}
	return &outputFile{f, name, f.finish}, nil
}

// write writes the whole file.
func (f *outputFile) write(content func(io.Writer) error) error {
	buffered := bufio.NewWriter(f)
	err := f.finish(flush(buffered, content(buffered)))
	if err != nil {
		return fmt.Errorf("%s was not written: %w", f.name, err)
	}
	return nil
}

// discard gives the file up.
func (f *outputFile) discard() { _ = f.finish(errStop) }

// latencyFiles are the files of a run; those not asked for are nil.
type latencyFiles struct{ csv, hlog, svg *outputFile }

// createFiles begins all files, or none.
func (o *latencyOptions) createFiles() (*latencyFiles, error) {
	files := &latencyFiles{}
	for _, f := range [...]struct {
		name string
		file **outputFile
	}{{o.csv, &files.csv}, {o.hlog, &files.hlog}, {o.svg, &files.svg}} {
		if f.name == "" {
			continue
		}
		var err error
		if *f.file, err = createOutput(f.name); err != nil {
			files.discard()
			return nil, err
		}
	}
	return files, nil
}

func (l *latencyFiles) each() (files []*outputFile) {
	for _, f := range [...]*outputFile{l.csv, l.hlog, l.svg} {
		if f != nil {
			files = append(files, f)
		}
	}
	return files
}

func (l *latencyFiles) discard() {
	for _, f := range l.each() {
		f.discard()
	}
}

// finish writes all files. Without an answer there is nothing to write.
func (l *latencyFiles) finish(t *timer, r *latencyReport) error {
	if r.Answers == 0 {
		l.discard()
		return nil
	}
	var errs []error
	if l.csv != nil {
		errs = append(errs, l.csv.write(func(w io.Writer) error { return writeLatencyCSV(w, t, r) }))
	}
	if l.hlog != nil {
		errs = append(errs, l.hlog.write(func(w io.Writer) error { return writeLatencyLog(w, t, r) }))
	}
	if l.svg != nil {
		errs = append(errs, l.svg.write(func(w io.Writer) error { return r.plot(t).WriteSVG(w) }))
	}
	return errors.Join(errs...)
}

// latencyCSVHead names the columns. Times are in microseconds; sent and the
// other stamps are since the run began.
const latencyCSVHead = "game,part,seat,ply,tiles,legal,width,height,question,answer," +
	"sent_us,drained_us,first_us,last_us,clock_us,wire_us,hardware_us,below_us,above_us,stalled_us,cycles"

func writeLatencyCSV(w io.Writer, t *timer, r *latencyReport) error {
	if r.Partial {
		if _, err := io.WriteString(w, "# partial\n"); err != nil {
			return err
		}
	}
	out := csv.NewWriter(w)
	_ = out.Write(strings.Split(latencyCSVHead, ",")) // its error stays
	for _, a := range t.answers {
		_ = out.Write(a.csv(t.start))
	}
	out.Flush()
	return out.Error()
}

// csv are the columns of an answer.
func (a *timedAnswer) csv(start time.Time) []string {
	row := []string{strconv.Itoa(a.game.number), a.game.part.name, a.game.color.String()}
	for _, n := range [...]int{a.ply, a.tiles, a.legal, a.width, a.height} {
		row = append(row, strconv.Itoa(n))
	}
	row = append(row, a.stamps.Question, trimLine(a.stamps.Answer))
	for _, d := range [...]time.Duration{
		a.stamps.Sent.Sub(start), a.stamps.Drained.Sub(start), a.stamps.First.Sub(start), a.stamps.Last.Sub(start),
		a.Clock, a.Wire, a.Hardware, a.Below, a.Above, a.stalled,
	} {
		row = append(row, fmt.Sprintf("%.3f", float64(d)/float64(time.Microsecond)))
	}
	cycles := ""
	if a.cycles != nil {
		cycles = strconv.FormatInt(a.cycles.count, 10)
	}
	return append(row, cycles)
}

func writeLatencyLog(w io.Writer, t *timer, r *latencyReport) error {
	comments := []string{fmt.Sprintf("loopline latency %q, nanoseconds", r.Address)}
	if r.Partial {
		comments = append(comments, "partial")
	}
	all := []latency.Tagged{{Tag: "clock", Distribution: r.Clock.all}, {Tag: "hardware", Distribution: r.Hardware.all}}
	if r.Floor != nil {
		all = append(all, latency.Tagged{Tag: "floor", Distribution: r.Floor.all})
	}
	return latency.WriteLog(w, t.start, t.end, comments, all...)
}

// plot is the picture of the run.
func (r *latencyReport) plot(t *timer) *latency.Plot {
	u := latency.UnitOf(time.Duration(r.Hardware.P50))
	p := &latency.Plot{
		Title: "Answer times of " + r.Address, Times: r.Hardware.all, Across: "tiles on the board",
		Notes: []string{
			fmt.Sprintf("%s in %s, hardware time sure to -%s +%s", plural(r.Answers, "answer", "answers"),
				plural(r.Games, "game", "games"), u.Text(time.Duration(r.Below)), u.Text(time.Duration(r.Above))),
			fmt.Sprintf("p50 %s, p90 %s, p99 %s, p99.9 %s, max %s, jitter %s",
				u.Text(time.Duration(r.Hardware.P50)), u.Text(time.Duration(r.Hardware.P90)),
				u.Text(time.Duration(r.Hardware.P99)), u.Text(time.Duration(r.Hardware.P999)),
				u.Text(time.Duration(r.Hardware.Max)), u.Text(time.Duration(r.Hardware.Jitter))),
		},
	}
	if r.Partial {
		p.Notes = append(p.Notes, "PARTIAL, it ended early: "+r.Reason)
	}
	for _, a := range t.answers {
		if a.stalled == 0 {
			p.Points = append(p.Points, latency.Point{X: float64(a.tiles), Time: a.Hardware, Group: a.game.part.group})
		}
	}
	return p
}
