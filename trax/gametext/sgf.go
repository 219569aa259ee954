package gametext

import (
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax"
)

// sgfGame is a game of Trax in boardspace.net's form of SGF: each node has a property P0 or P1,
// whose value is an order of that player.
type sgfGame struct {
	players [2]string
	moves   []string
	lines   []int
	over    bool // somebody resigned
}

// readSGF reads the main line of the first game.
func readSGF(text []byte) (*sgfGame, error) {
	p := &sgfReader{text: text, line: 1}
	g := &sgfGame{}
	var done bool
	for !done {
		name, values, line, err := p.property()
		switch {
		case err != nil:
			return nil, err.at(p.line)
		case name == "":
			done = true
		case name == "GM" || name == "SU":
			if !strings.Contains(strings.ToLower(values[0]), "trax") && name == "SU" {
				return nil, trax.FormatErrorf(line, "SGF of a game of %.40q, not of Trax", values[0])
			}
		case name == "P0" || name == "P1":
			for _, v := range values {
				if err := g.order(int(name[1]-'0'), v, line); err != nil {
					return nil, trax.FormatErrorf(line, "%.60q: %s", v, err)
				}
			}
		}
	}
	if len(g.moves) == 0 {
		return nil, trax.FormatErrorf(1, "SGF without a move of boardspace.net's Trax, such as P0[1 dropb 4 @ 0 /]")
	}
	return g, nil
}

// order takes in what a player did: a number, a word, and what it is about.
func (g *sgfGame) order(player int, text string, line int) error {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "id" {
		g.players[player] = strings.Trim(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "id")), `"`)
		return nil
	}
	if len(words) > 0 {
		if _, err := strconv.Atoi(words[0]); err == nil {
			words = words[1:]
		}
	}
	if len(words) == 0 || g.over {
		return nil
	}
	switch order := strings.ToLower(words[0]); order {
	case "dropb", "rotateb", "move":
		args := words[1:]
		tile := ""
		if order != "move" && len(args) > 0 {
			tile, args = args[0], args[1:]
		}
		m, err := sgfMove(tile, args)
		if err != nil {
			return err
		}
		if order == "rotateb" && len(g.moves) > 0 {
			m = lastCell(g.moves[len(g.moves)-1]) + m[len(m)-1:] // the board may have grown around it
			g.takeBack()
		}
		g.moves, g.lines = append(g.moves, m), append(g.lines, line)
	case "pickb":
		g.takeBack()
	case "resign":
		g.over = true
	}
	return nil // the others move no tile: start, done, pick, drop, edit, times
}

func (g *sgfGame) takeBack() {
	if n := len(g.moves); n > 0 {
		g.moves, g.lines = g.moves[:n-1], g.lines[:n-1]
	}
}

// lastCell is a move without its shape.
func lastCell(move string) string { return move[:len(move)-1] }

// sgfShapes are the shapes of the tiles by their numbers.
const sgfShapes = `++/\/\`

// sgfMove is the move of a column, a row and a shape, or a tile's number in its place.
func sgfMove(tile string, args []string) (string, error) {
	if len(args) < 2 {
		return "", refusedf("want a column and a row")
	}
	shape := ""
	if len(args) > 2 {
		shape = args[2]
	} else if n, err := strconv.Atoi(tile); err == nil && n >= 0 && n < len(sgfShapes) {
		shape = sgfShapes[n : n+1]
	}
	m := args[0] + args[1] + shape
	if _, err := trax.ParseMove(m); err != nil {
		return "", err
	}
	return m, nil
}

// sgfReader reads the properties of SGF's main line.
type sgfReader struct {
	text  []byte
	at    int
	line  int
	depth int
}

// maxSGFDepth limits how deep variations may lie.
const maxSGFDepth = 1000

// property returns the next property; an empty name is the end of the main line.
func (p *sgfReader) property() (name string, values []string, line int, err *refusal) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '(':
			if p.depth++; p.depth > maxSGFDepth {
				return "", nil, 0, refusedf("SGF has more than %d variations in each other", maxSGFDepth)
			}
		case c == ')': // the first variation has ended, and with it the main line
			return "", nil, 0, nil
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			return p.named()
		case c == '[':
			return "", nil, 0, refusedf("SGF has a value without a name")
		case c == '\n':
			p.line++
		}
		p.at++
	}
	return "", nil, 0, refusedf("SGF breaks off: the last ) is missing")
}

// named reads a property whose name begins here.
func (p *sgfReader) named() (name string, values []string, line int, err *refusal) {
	line = p.line
	from := p.at
	for p.at < len(p.text) && isNamed(p.text[p.at]) {
		p.at++
	}
	name = strings.ToUpper(string(p.text[from:p.at]))
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '[':
			v, err := p.value()
			if err != nil {
				return "", nil, line, err
			}
			values = append(values, v)
			continue
		case c == '\n':
			p.line++
		case !isSpace(rune(c)):
			if values == nil {
				return "", nil, line, refusedf("SGF's property %.20s has no value", name)
			}
			return name, values, line, nil
		}
		p.at++
	}
	return "", nil, line, refusedf("SGF breaks off: the last ) is missing")
}

// isSpace reports whether a character is white space of SGF.
func isSpace(c rune) bool { return strings.ContainsRune(" \t\r\n", c) }

func isNamed(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}

// value reads a value from its bracket on. A backslash takes the next byte as it is.
func (p *sgfReader) value() (string, *refusal) {
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == ']':
			p.at++
			return b.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			b.WriteByte(p.text[p.at])
			if p.text[p.at] == '\n' {
				p.line++
			}
		default:
			if c == '\n' {
				p.line++
			}
			b.WriteByte(c)
		}
	}
	return "", refusedf("SGF breaks off: a ] is missing")
}
