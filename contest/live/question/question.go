// Package question holds what a page shows somebody who may act: a position, and every action that
// the rules allow, drawn. A page has it from a server, or from an engine that runs in the page.
package question

import (
	"slices"

	"github.com/loopline/loopline/internal/say"
)

// Turn is a question to a person at a page: a position, and all that may be answered.
type Turn struct {
	Picture string   // the position; empty is as the game's View draws it
	Cell    int      // the edge of a cell in the picture's units
	Fresh   [][2]int // upper left corners of what the last move put on the board, in this order
	Parts   []Part   // at least one; all are answered together
}

// Part is a part of a question, such as the action of one agent.
type Part struct {
	Name     say.Text // zero where the question has one part
	At       *[2]int  // upper left corner of the cell of whom it is about; nil off the board
	Optional bool     // it may be left without an answer
	Choices  []Choice // the cells on which something may be played, in reading order; several parts may share them
}

// Choice is a cell, with what may be played there.
type Choice struct {
	Name    string   // of the cell
	X, Y    int      // its upper left corner in the picture
	Options []Option // at least one
}

// Option is an answer that the rules allow.
type Option struct {
	Answer string   // goes to the game, with those of the other parts
	Words  say.Text // zero where the answer says it
	Key    string   // the key that picks it among the options of its cell
	Draw   []string // elements of the picture: the piece itself, then what follows from it
	Remark say.Text // what follows, in words
}

// Allows reports whether the answers are options of the turn's parts, in their order.
func (t *Turn) Allows(answers []string) bool {
	if len(answers) != len(t.Parts) {
		return false
	}
	for i := range t.Parts {
		if p := &t.Parts[i]; !p.allows(answers[i]) && (answers[i] != "" || !p.Optional) {
			return false
		}
	}
	return true
}

func (p *Part) allows(answer string) bool {
	return slices.ContainsFunc(p.Choices, func(c Choice) bool {
		return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Answer == answer })
	})
}

// Written is a part of a question as pages have it.
type Written struct {
	Name     []string        `json:"name,omitempty"` // in each language
	At       *[2]int         `json:"at,omitempty"`
	Optional bool            `json:"optional,omitempty"`
	Like     *int            `json:"like,omitempty"` // the part before that has the same choices
	Choices  []WrittenChoice `json:"choices,omitempty"`
}

// WrittenChoice is a cell as pages have it.
type WrittenChoice struct {
	Name    string          `json:"name"`
	X       int             `json:"x"`
	Y       int             `json:"y"`
	Options []WrittenOption `json:"options"`
}

// WrittenOption is an answer as pages have it.
type WrittenOption struct {
	Answer string   `json:"answer"`
	Words  []string `json:"words,omitempty"` // in each language
	Key    string   `json:"key"`
	Draw   []string `json:"draw"`
	Remark []string `json:"remark,omitempty"` // in each language
}

// Write writes parts for a page, choices that several of them share once. inEach writes a text in
// each language; nil is none.
func Write(parts []Part, inEach func(say.Text) []string) (all []Written) {
	for i, p := range parts {
		said := Written{Name: inEach(p.Name), At: p.At, Optional: p.Optional}
		like := slices.IndexFunc(parts[:i], func(q Part) bool {
			return len(p.Choices) > 0 && len(p.Choices) == len(q.Choices) && &p.Choices[0] == &q.Choices[0]
		})
		if like >= 0 {
			said.Like = &like
		} else {
			for _, c := range p.Choices {
				said.Choices = append(said.Choices, c.written(inEach))
			}
		}
		all = append(all, said)
	}
	return all
}

func (c *Choice) written(inEach func(say.Text) []string) WrittenChoice {
	said := WrittenChoice{Name: c.Name, X: c.X, Y: c.Y}
	for _, o := range c.Options {
		said.Options = append(said.Options, WrittenOption{
			Answer: o.Answer, Words: inEach(o.Words), Key: o.Key, Draw: o.Draw, Remark: inEach(o.Remark),
		})
	}
	return said
}
