package vectors

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/trax"
	"github.com/loopline/loopline/vectors"
)

// kindBin is a bin of vectors of a kind other than turn. Such bins do not
// are in files: they are derived from a vector's question and answer.
type kindBin struct {
	vectors.Bin
	has func(v vectors.Item) bool
}

func movesBins() (all []kindBin) {
	add := func(name, says string, has func(v *movesVector) bool) {
		all = append(all, kindBin{vectors.Bin{Name: name, Description: says}, func(v vectors.Item) bool { return has(v.(*movesVector)) }})
	}
	full := func(v *movesVector) int {
		n := 0
		for _, m := range v.legal {
			n += bit(m.full)
		}
		return n
	}
	ply := func(v *movesVector) int { return len(bytes.Fields(v.moves)) }
	add("empty-board", "the empty board", func(v *movesVector) bool { return ply(v) == 0 })
	add("over", "the game has ended: no moves", func(v *movesVector) bool { return ply(v) > 0 && len(v.legal) == 0 })
	add("white", "white is to move", func(v *movesVector) bool { return len(v.legal) > 0 && ply(v)%2 == 0 })
	add("red", "red is to move", func(v *movesVector) bool { return len(v.legal) > 0 && ply(v)%2 == 1 })
	add("forced-play.none", "forced play forbids no move",
		func(v *movesVector) bool { return len(v.legal) > 0 && len(v.forced) == 0 })
	add("forced-play.some", "only forced play forbids some moves",
		func(v *movesVector) bool { return len(v.forced) > 0 })
	add("full.some", "for some moves the board has no room", func(v *movesVector) bool { return full(v) > 0 })
	add("legal.100+", "100 legal moves or more", func(v *movesVector) bool { return len(v.legal) >= 100 })
	add("plies.60+", "after 60 plies or more", func(v *movesVector) bool { return ply(v) >= 60 })
	return all
}

func notationBins() (all []kindBin) {
	add := func(name, says string, has func(v *notationVector) bool) {
		all = append(all, kindBin{vectors.Bin{Name: name, Description: says}, func(v vectors.Item) bool { return has(v.(*notationVector)) }})
	}
	for i, s := range []string{"plus", "slash", "backslash"} {
		add("ok."+s, "a move with a "+s, func(v *notationVector) bool { return v.ok && byte(v.move.Shape) == shapeCodes[i] })
	}
	add("ok.column-@", "the column is @", func(v *notationVector) bool { return v.ok && v.move.Cell.Col == 0 })
	add("ok.row-0", "the row is 0", func(v *notationVector) bool { return v.ok && v.move.Cell.Row == 0 })
	letters := func(v *notationVector) int { return len(bytes.TrimRight(v.text, `0123456789+/\`)) }
	for n := 1; n <= 5; n++ {
		add("ok.letters-"+strconv.Itoa(n), "a column of letters: "+strconv.Itoa(n),
			func(v *notationVector) bool { return v.ok && v.move.Cell.Col > 0 && letters(v) == n })
	}
	add("ok.256+", "the column or the row needs more than 8 bits", func(v *notationVector) bool {
		return v.ok && max(v.move.Cell.Col, v.move.Cell.Row) >= 256
	})
	add("ok.65536+", "the column or the row needs more than 16 bits", func(v *notationVector) bool {
		return v.ok && max(v.move.Cell.Col, v.move.Cell.Row) >= 65536
	})
	syntax := func(name, says string, has func(text string) bool) {
		add("syntax."+name, says, func(v *notationVector) bool { return !v.ok && has(string(v.text)) })
	}
	syntax("no-shape", "nothing after the row", func(s string) bool { return s != "" && isRow(s[len(s)-1]) })
	syntax("no-row", "nothing between column and shape", func(s string) bool {
		return len(s) > 1 && strings.IndexByte(shapeCodes, s[len(s)-1]) >= 0 && isColumn(s[len(s)-2])
	})
	syntax("no-column", "begins with a digit", func(s string) bool { return s != "" && isRow(s[0]) })
	syntax("leading-zero", "the row begins with 0", func(s string) bool {
		row := strings.TrimRight(strings.TrimLeft(s, "@ABCDEFGHIJKLMNOPQRSTUVWXYZ"), shapeCodes)
		return len(row) > 1 && row[0] == '0'
	})
	syntax("lower-case", "a letter is not a capital", func(s string) bool { return strings.ToUpper(s) != s })
	syntax("@-and-letters", "@ is not the whole column", func(s string) bool {
		return len(s) > 1 && (s[0] == '@' && isColumn(s[1]) || strings.LastIndexByte(s, '@') > 0)
	})
	syntax("behind", "text after the shape", func(s string) bool {
		i := strings.IndexAny(s, shapeCodes)
		return i > 0 && i < len(s)-1
	})
	syntax("space", "holds white space", func(s string) bool { return strings.ContainsAny(s, " \t\r\n") })
	syntax("not-ascii", "holds a byte above 127", func(s string) bool {
		return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) >= 0
	})
	return all
}

func isRow(c byte) bool    { return c >= '0' && c <= '9' }
func isColumn(c byte) bool { return c >= '@' && c <= 'Z' }

func protocolBins() (all []kindBin) {
	add := func(name, says string, has func(v *protocolVector) bool) {
		all = append(all, kindBin{vectors.Bin{Name: name, Description: says}, func(v vectors.Item) bool { return has(v.(*protocolVector)) }})
	}
	for _, reason := range []string{"loop", "line"} {
		add("end."+reason, "won by a "+reason, func(v *protocolVector) bool { return v.reason == reason })
	}
	for _, s := range fouls {
		if s != OK && !slices.ContainsFunc(all, func(c kindBin) bool { return c.Name == "foul."+s.String() }) {
			add("foul."+s.String(), "lost by a move that is illegal: "+s.String(), func(v *protocolVector) bool { return v.status == s })
		}
	}
	for _, c := range [...]trax.Color{trax.White, trax.Red} {
		add("winner."+c.String(), c.String()+" wins", func(v *protocolVector) bool { return v.winner == c })
	}
	add("winner.waits", "the player wins who did not move last, by no foul", func(v *protocolVector) bool {
		return v.status == OK && v.winner == trax.Color(v.plies&1)
	})
	from := func(v *protocolVector, has func(text string) bool) bool {
		return slices.ContainsFunc(v.events, func(e event) bool { return e.from && has(e.text) })
	}
	for _, end := range []struct{ name, text string }{{"lf", "\n"}, {"crlf", "\r\n"}, {"cr", "\r"}, {"space", " \n"}} {
		add("line-end."+end.name, "a player ends lines by "+strconv.Quote(end.text), func(v *protocolVector) bool {
			return from(v, func(s string) bool { return s == "WT"+end.text || s == "RD"+end.text })
		})
	}
	add("noise", "a player says something before the team code",
		func(v *protocolVector) bool { return from(v, func(s string) bool { return slices.Contains(noise, s) }) })
	add("echo", "a player says back what the host has asked",
		func(v *protocolVector) bool { return from(v, func(s string) bool { return s == "-T\n" }) })
	return all
}

func uartBins() (all []kindBin) {
	add := func(name, says string, has func(v *uartVector) bool) {
		all = append(all, kindBin{vectors.Bin{Name: name, Description: says}, func(v vectors.Item) bool { return has(v.(*uartVector)) }})
	}
	add("send", "bytes are to be sent", func(v *uartVector) bool { return v.send })
	for _, d := range dividers {
		add("receive."+strconv.Itoa(d), "receives with a divider of "+strconv.Itoa(d),
			func(v *uartVector) bool { return v.divider == d && !v.send })
	}
	low := func(v *uartVector, ok func(cycles int) bool) bool {
		return !v.send && slices.ContainsFunc(v.runs, func(r run) bool { return r.level == 0 && ok(r.cycles) })
	}
	add("framing-error", "a frame without a stop bit", func(v *uartVector) bool { return v.errors > 0 })
	add("framing-error.2+", "two frames or more without a stop bit", func(v *uartVector) bool { return v.errors > 1 })
	add("glitch", "the line is low for less than a quarter of a bit",
		func(v *uartVector) bool { return low(v, func(n int) bool { return n < v.divider/4 }) })
	add("off", "the far end's clock is off", func(v *uartVector) bool {
		return v.errors == 0 && low(v, func(n int) bool { return n > v.divider/2 && n%v.divider != 0 })
	})
	for _, c := range []byte{0x00, 0xff} {
		add("byte."+strconv.FormatUint(uint64(c)|0x100, 16)[1:], "holds the byte "+strconv.Itoa(int(c)),
			func(v *uartVector) bool { return bytes.IndexByte(v.bytes, c) >= 0 })
	}
	return all
}
