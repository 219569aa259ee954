package trax

// Cells returns how many cells the board has memory for.
func (p *Position) Cells() int { return len(p.grid.squares) }
