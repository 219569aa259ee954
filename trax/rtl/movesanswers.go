package rtl

import (
	"encoding/json"
	"slices"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/trax/vectors"
)

// candidate is a move that a core without Gen is asked about in place of it.
type candidate struct {
	at    int // the command that asks
	legal bool
}

// moves appends the question of a moves vector for a core without Gen: each
// tile in and around the box is tried, or played and then taken back.
func (k *coreDriver) moves(dst []Command, a *pendingVector) []Command {
	o := newOracle(1<<k.core.logSize - 2)
	for _, text := range k.at {
		if status := o.play(moveOf(text)); status != 0 {
			return dst // a refusal on the way is reported in its place
		}
	}
	op := Try
	if k.lacks[Try] {
		op = Play
	}
	here := k.at
	for row := range o.pos.Height() + 2 {
		for col := range o.pos.Width() + 2 {
			for shape := range uint8(3) {
				m := trax.Move{Cell: trax.Cell{Col: col, Row: row}, Shape: shapeOf(shape)}
				dst = k.goTo(dst, here)
				a.each = append(a.each, candidate{len(dst), !o.refuses(m)})
				dst = append(dst, Command{Op: op, Move: m})
				if op == Play && a.each[len(a.each)-1].legal {
					k.at = append(slices.Clone(here), m.String())
				}
			}
		}
	}
	return dst
}

// candidatesAnswer is the answer to a moves vector by the answers to its
// candidates.
func candidatesAnswer(a *pendingVector, commands []Command, results []Result) json.RawMessage {
	var moves []GenMove
	for _, c := range a.each {
		r, m := &results[c.at], commands[c.at].Move
		if c.legal != (r.Status == 0) {
			return problem("%s answers %s", commands[c.at], statusName(r.Status))
		}
		switch vectors.Status(r.Status) {
		case vectors.OK, vectors.ForcedPlay, vectors.BoardFull:
			moves = append(moves, GenMove{Move: m, Status: r.Status})
		}
	}
	return movesAnswer(moves, a.want)
}
