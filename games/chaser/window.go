package chaser

// Window is nine cells as a player sees them: 0 floor, 1 the opponent, 2 a block
// or off the map, 3 an item. Those of a square are in the order of reading,
// whichever way the player went; those of a search from the nearest.
type Window [9]uint8

// String is the nine digits.
func (w Window) String() string { return string(w.append(nil)) }

func (w *Window) append(dst []byte) []byte {
	for _, v := range w {
		dst = append(dst, '0'+v)
	}
	return dst
}

// Line is the answer to a player: whether the game goes on, and nine cells.
func (w Window) Line(over bool) string {
	control := byte('1')
	if over {
		control = '0'
	}
	return string(w.append([]byte{control}))
}

// GetReady is the nine cells around a player, which answer getReady.
func (g *Position) GetReady(player int) Window { return g.square(player, g.pos[player]) }

func (g *Position) seen(player int, m Method) (w Window) {
	p := g.pos[player]
	switch m.Action {
	case Look:
		return g.square(player, p.plus(m.Direction, 2))
	case Search:
		for i := range w {
			w[i] = g.view(player, p.plus(m.Direction, i+1))
		}
		return w
	}
	return g.square(player, p)
}

// square is the 3 x 3 cells around a cell.
func (g *Position) square(player int, centre Point) (w Window) {
	i := 0
	for y := centre.Y - 1; y <= centre.Y+1; y++ {
		for x := centre.X - 1; x <= centre.X+1; x++ {
			w[i] = g.view(player, Point{x, y})
			i++
		}
	}
	return w
}

func (g *Position) view(player int, p Point) uint8 {
	if p == g.pos[1-player] {
		return opponent
	}
	return uint8(g.At(p))
}
