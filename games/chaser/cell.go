package chaser

// Cell is the content of a cell of the map. The players are not part of it.
type Cell uint8

// What may lie on a cell. The numbers come from the contests' maps and
// answers, in which 1 is the opponent.
const (
	Floor Cell = 0
	Block Cell = 2
	Item  Cell = 3
)

const opponent = 1

// Point is a cell's column and row, counted from 0, the row downwards.
type Point struct{ X, Y int }

// plus is the point the given number of steps in a direction.
func (p Point) plus(d Direction, steps int) Point {
	return Point{p.X + steps*delta[d].X, p.Y + steps*delta[d].Y}
}

// Direction is the direction of a method.
type Direction uint8

// The directions, in the order of the contest's letters.
const (
	Up Direction = iota
	Right
	Left
	Down
)

// directionLetters are the letters of the directions.
const directionLetters = "urld"

var delta = [4]Point{Up: {0, -1}, Right: {1, 0}, Left: {-1, 0}, Down: {0, 1}}
