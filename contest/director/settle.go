package director

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/loopline/loopline/contest/tournament"
	"github.com/loopline/loopline/host/record"
	"github.com/loopline/loopline/internal/vfs"
)

// settleRecords brings the records to the disk as an earlier run left them: what they
// hold will be built upon. Where the machine went down before a record was synced, a
// part of it may be missing, with zeros in its place; the rest is cut.
func (d *Director) settleRecords() error {
	var files vfs.FS
	var folder string
	decided := map[string]map[string]bool{} // sums that decisions name, by record
	if err := d.Log.View(func(day *tournament.Tournament) {
		files, folder = day.Env.FS(), day.Path(tournament.RecordsFolder)
		day.Matches(func(m *tournament.Match) { decided[day.Record(m.ID)] = map[string]bool{} })
		for i := range day.Decisions {
			c := &day.Decisions[i]
			match, _, _, err := tournament.ParseGameID(c.Game)
			if err != nil {
				continue
			}
			name := day.Record(match)
			if decided[name] == nil {
				decided[name] = map[string]bool{}
			}
			if c.Type == tournament.Finished {
				decided[name][c.Record] = true
			}
		}
	}); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(decided)) {
		if err := d.settleRecord(files, name, decided[name]); err != nil {
			if vfs.IsFull(err) {
				err = &vfs.FullError{File: name, Err: err}
			}
			return err
		}
	}
	if len(decided) == 0 {
		return nil
	}
	if err := files.SyncDir(folder); vfs.IsFull(err) {
		return &vfs.FullError{File: folder, Err: err}
	} else if err != nil {
		return err
	}
	return nil
}

// settleRecord settles one record. Sums are of verdicts that were decided upon: they
// were on the disk before, so a record without one of them was changed, and
// stays as it is.
func (d *Director) settleRecord(files vfs.FS, name string, sums map[string]bool) (err error) {
	if err := vfs.CheckRegular(files, name); err != nil {
		return err
	}
	f, err := files.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	size := info.Size()
	intact, err := record.Intact(io.NewSectionReader(f, 0, size))
	if err != nil {
		return err
	}
	lines, whole := decidedLines(io.NewSectionReader(f, 0, intact), sums)
	if !whole {
		return nil
	}
	if intact < size {
		d.Say(fmt.Sprintf("%s: its last %d bytes came to the disk in part before the machine went down; they are cut",
			name, size-intact))
		if err := f.Truncate(intact); err != nil {
			return err
		}
	}
	return rewrite(f, io.NewSectionReader(f, 0, intact), lines)
}

// decidedLines returns how many lines of a record are before and with the last verdict of
// some, given by their sums. Whole tells that all of them are there.
func decidedLines(r io.Reader, sums map[string]bool) (lines int, whole bool) {
	found := 0
	for g, err := range record.Games(r) {
		if err != nil {
			return 0, false
		}
		if v := g.Verdict(); v != nil && sums[v.Sum] {
			found, lines = found+1, v.Line
		}
	}
	return lines, found == len(sums)
}

// rewrite writes what a file holds behind some lines once more, and brings it to the
// disk: after a sync that failed a system shows what it wrote nowhere, and no later sync
// writes it.
func rewrite(f vfs.File, text *io.SectionReader, lines int) error {
	all, err := io.ReadAll(text)
	if err != nil {
		return err
	}
	at := 0
	for range lines {
		at += bytes.IndexByte(all[at:], '\n') + 1
	}
	if at < len(all) {
		if _, err := f.WriteAt(all[at:], int64(at)); err != nil {
			return err
		}
	}
	return f.SyncData()
}
