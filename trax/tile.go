package trax

// Shape is the letter of notation that names a face and a direction of its
// curves; with the neighbours' edges it determines the tile.
type Shape byte

// The three shapes.
const (
	Plus      Shape = '+'
	Slash     Shape = '/'
	Backslash Shape = '\\'
)

// shapes lists the three shapes in the order of notation.
var shapes = [...]Shape{Plus, Slash, Backslash}

// Tile is an oriented tile, or Empty. Its value is the set of its red edges:
// bit s is set where the edge at [Side] s is red.
type Tile uint8

// The six tiles, named after their shape and the colour of their right edge,
// and the empty cell.
const (
	Empty          Tile = 0
	PlusRed        Tile = 1<<Right | 1<<Left
	PlusWhite      Tile = 1<<Top | 1<<Bottom
	SlashRed       Tile = 1<<Right | 1<<Bottom
	SlashWhite     Tile = 1<<Left | 1<<Top
	BackslashRed   Tile = 1<<Right | 1<<Top
	BackslashWhite Tile = 1<<Left | 1<<Bottom
)

const allSides = 0xF

// ColorAt returns the colour of the tile's edge at side s. The edge of Empty has
// no meaning.
func (t Tile) ColorAt(s Side) Color { return Color(t>>s) & 1 }

// Mate returns the side at which the track that enters at side s leaves.
func (t Tile) Mate(s Side) Side { return mates[t&allSides][s&3] }

// Shape returns the letter of notation that places t.
func (t Tile) Shape() Shape { return tileShapes[t&allSides] }

// Letter returns the tile's letter in board text: P p S s B b, or '.' for
// Empty.
func (t Tile) Letter() byte {
	return "...B.Ps..Sp.b..."[t&allSides]
}

// String returns the letter.
func (t Tile) String() string { return string(t.Letter()) }

// flip returns the tile with its colours exchanged.
func (t Tile) flip() Tile { return t ^ allSides }

// edges returns the tile's red edges in bits 0..3 and its white ones in 4..7.
func (t Tile) edges() uint8 { return uint8(t | t.flip()<<4) }

// tileOf returns the tile of a shape whose right edge is red.
func tileOf(s Shape) Tile { return shapeTiles[s] }

// shapeTiles has for each shape its tile whose right edge is red.
var shapeTiles = [256]Tile{Plus: PlusRed, Slash: SlashRed, Backslash: BackslashRed}

// tileShapes is the inverse, for tiles of either colour.
var tileShapes = [1 << 4]Shape{
	PlusRed: Plus, SlashRed: Slash, BackslashRed: Backslash,
	PlusWhite: Plus, SlashWhite: Slash, BackslashWhite: Backslash,
}

// shapeNumber tells shapes apart by two bits.
func shapeNumber(s Shape) Shape { return s >> 1 & 3 }
