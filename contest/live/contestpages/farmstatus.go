package contestpages

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/loopline/loopline/contest/live/web"
)

// FarmStatus describes the progress of a farm's jobs, for a page of its own.
type FarmStatus struct {
	Done, Jobs int
	PerHour    int           // jobs
	Left       time.Duration // until the end; 0 is unknown
	Given      int           // jobs that workers have now
	Again      int           // were given again, because a worker was silent
	Failed     int           // attempts
	Broken     int           // jobs that were given up
	Workers    []WorkerRow
	Slow       []SlowJob
	Findings   []string // what was found wrong

	// Data is the same for programs, at progress.json.
	Data any
}

// WorkerRow is a worker.
type WorkerRow struct {
	Name   string
	Done   int // jobs
	Now    int // jobs that it has
	Silent int // jobs that were given to another because it was not heard of
}

// SlowJob is a job that takes far longer than others.
type SlowJob struct {
	Job    int
	Worker string
}

type farmPage struct {
	web.PageData
	FarmStatus
	Version string
}

// Scripts follow the work as they do a contest.
func (p farmPage) Scripts() []string { return contestPage{}.Scripts() }

// Remaining returns how long it takes until the end.
func (p farmPage) Remaining() string {
	switch {
	case p.Done+p.Broken >= p.Jobs:
		return "0"
	case p.Left <= 0:
		return "–"
	}
	return span(p.Lang, p.Left)
}

// Limits of the page of work: rows of a table, and characters of a finding.
const (
	maxShown   = 200
	maxFinding = 600
)

// ShowFarm has viewers see how far work is, from now on in place of games. It is called
// as often as that changes.
func (s *Site) ShowFarm(w FarmStatus) {
	findings := make([]string, 0, len(w.Findings))
	for _, text := range w.Findings[:min(len(w.Findings), maxShown)] {
		findings = append(findings, web.Shown(text, maxFinding))
	}
	workers := make([]WorkerRow, 0, len(w.Workers))
	for _, worker := range w.Workers[:min(len(w.Workers), maxShown)] {
		worker.Name = web.Shown(worker.Name, web.MaxName)
		workers = append(workers, worker)
	}
	slow := make([]SlowJob, 0, len(w.Slow))
	for _, job := range w.Slow[:min(len(w.Slow), maxShown)] {
		slow = append(slow, SlowJob{job.Job, web.Shown(job.Worker, web.MaxName)})
	}
	w.Findings, w.Workers, w.Slow = findings, workers, slow
	s.Queue.Push(func(time.Time) { s.setFarm(&w) })
}

// setFarm takes work over. Its version is another where people see a difference.
func (s *Site) setFarm(w *FarmStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.work != nil {
		before, now := *s.work, *w
		before.Data, now.Data = nil, nil
		if reflect.DeepEqual(before, now) {
			s.work = w
			return
		}
	}
	s.work = w
	s.workVersion++
}

// farmStatus returns the work as viewers see it, nil when there is none.
func (s *Site) farmStatus() (w *FarmStatus, version int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.work, s.workVersion
}

// showFarm answers with the page of work; false when there is none.
func (s *Site) showFarm(w http.ResponseWriter, r *http.Request, f web.PageData) bool {
	now, version := s.farmStatus()
	if now == nil {
		return false
	}
	p := farmPage{PageData: f, FarmStatus: *now, Version: strconv.Itoa(version)}
	p.Title = f.T("work-title", now.Done, now.Jobs, f.Site)
	p.Wait = 5
	s.Render(w, r, templates.Lookup("farm.html"), p)
	return true
}

// publishFarm tells the viewers of work that something has changed.
func (s *Site) publishFarm() {
	if now, version := s.farmStatus(); now != nil {
		s.log.Replace(fmt.Sprintf(`{"version":%d,"tables":{}}`, version))
	}
}

// progress is the work for programs.
func (s *Site) progress(w http.ResponseWriter, r *http.Request) {
	now, _ := s.farmStatus()
	if now == nil {
		s.Nothing(w, r)
		return
	}
	s.Json(w, r, now.Data)
}

// span returns a time in words, to two units.
func span(l web.Lang, d time.Duration) string {
	days, hours, minutes, seconds := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60, int(d.Seconds())%60
	switch {
	case days > 0:
		return l.T("days-hours", days, hours)
	case hours > 0:
		return l.T("hours-minutes", hours, minutes)
	}
	return l.T("minutes-seconds", minutes, seconds)
}
