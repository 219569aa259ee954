package rimweights

import "math/bits"

// row is a bit of a place or of a tag: the parity of the window's bits that it has set, four at
// most, so that it takes a single LUT4.
type row = Window

// hashes are the places of a window in each table, and its tags.
//
// Bit i of each place has pivot i, and no other pivot, so that the window that has only the
// bits of a place in its pivots lies there in every table: the board's loader needs no other way to
// an address. A narrow window follows from its place and its tag. Of a wide one, the place and the
// tag are 22 of its 37 bits. The rows were chosen by hill climbing, so that the learned windows that
// are left out, or found instead of others, weigh little.
type hashes struct {
	places             [tables][placeBits]row
	wideTag, narrowTag [tagBits]row
}

// pivots are the positions of the window's bits that a place has one of each.
var pivots = [placeBits]int{0, 4, 8, 12, 16, 1, 2, 5, 6, 9, 10, 13, 14, 17}

var boardHashes = hashes{
	places: [tables][placeBits]row{
		{
			0x8008400001, 0x0100408010, 0x0018400100, 0x9004001000, 0x1001210000, 0x0021008002, 0x0240200004,
			0x0012100020, 0x0008400840, 0x0400800a00, 0x0880000c00, 0x0050082000, 0x0000544000, 0x0045020000,
		},
		{
			0x0011100001, 0x0005400010, 0x0200040180, 0x0102801000, 0x0028090000, 0x0401080002, 0x0180000084,
			0x0c00800020, 0x8090000040, 0x1001400200, 0x0200200c00, 0x0060002080, 0x0801404000, 0x0003220000,
		},
		{
			0x0821000001, 0x0004140010, 0x1800200100, 0x0000301080, 0x0080018800, 0x0002008802, 0x8000c00004,
			0x8001800020, 0x0430000040, 0x0240000a00, 0x0181000400, 0x8408002000, 0x1040204000, 0x02010a0000,
		},
		{
			0x0000080081, 0x0000088090, 0x0000980100, 0x0000009800, 0x0000058080, 0x0000800002, 0x0000800004,
			0x0000888020, 0x00000800c0, 0x0000000a00, 0x00000c0c00, 0x000010a000, 0x0000984000, 0x0000060080,
		},
	},
	wideTag: [tagBits]row{
		0x0004042800, 0x0080009010, 0x0000090401, 0x0014000202, 0x0008808100, 0x8005000010, 0x0042002004,
		0x0000004904,
	},
	narrowTag: [tagBits]row{
		0x0000040000, 0x0000100000, 0x0000000080, 0x0000000800, 0x0000008000, 0x0000080000, 0x0000800000,
		0x0000000000,
	},
}

// place returns the place of a window in a table.
func place(table int, w Window) int { return parities(boardHashes.places[table][:], w) }

func wideTag(w Window) uint8 { return uint8(parities(boardHashes.wideTag[:], w)) }

func narrowTag(w Window) uint8 { return uint8(parities(boardHashes.narrowTag[:], w)) }

func parities(rows []row, w Window) (n int) {
	for i, r := range rows {
		n |= bits.OnesCount64(uint64(w&r)) & 1 << i
	}
	return n
}
