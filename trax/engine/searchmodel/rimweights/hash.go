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
// tag are 24 of its 37 bits. The rows were chosen by hill climbing, so that the learned windows that
// are left out, or found instead of others, weigh little.
type hashes struct {
	places    [tables][placeBits]row
	wideTag   [wideTagBits]row
	narrowTag [narrowTagBits]row
}

// pivots are the positions of the window's bits that a place has one of each.
var pivots = [placeBits]int{0, 1, 2, 4, 5, 6, 10, 12, 13, 14, 16, 17, 18, 20}

var boardHashes = hashes{
	places: [tables][placeBits]row{
		{
			0x1200800001, 0x1040080002, 0x0408800004, 0x0002400110, 0x0000008920, 0x0540000040, 0x0028000600,
			0x8040009000, 0x8028002000, 0x0804004080, 0x0020890000, 0x0000620080, 0x01010c0000, 0x0110108000,
		},
		{
			0x0828000001, 0x1c00000002, 0x08c0000004, 0x0081000110, 0x0200408020, 0x0601000040, 0x0002000700,
			0x0c40001000, 0x0100082800, 0x0300804000, 0x8410010000, 0x0054020000, 0x8080040200, 0x0824100000,
		},
		{
			0x0300200001, 0x9000200002, 0x0800000284, 0x0c01000010, 0x0044000120, 0x1080400040, 0x1001800400,
			0x000a001800, 0x8200202000, 0x1800204000, 0x8004010800, 0x0006420000, 0x04008c0000, 0x8100900000,
		},
		{
			0x0000080801, 0x0000080002, 0x0000800284, 0x0000000210, 0x0000880220, 0x0000880240, 0x0000880400,
			0x0000089000, 0x000088a000, 0x000008c200, 0x0000890000, 0x00000a0900, 0x0000840100, 0x0000180180,
		},
	},
	wideTag: [wideTagBits]row{
		0x1002001020, 0x0a00120000, 0x0001808001, 0x0000089002, 0x0100000052, 0x0010208080, 0x8000000a01,
		0x0290800000, 0x0040010404, 0x002c000400,
	},
	narrowTag: [narrowTagBits]row{
		0x0000000080, 0x0000000100, 0x0000000200, 0x0000000800, 0x0000008000, 0x0000080000, 0x0000800000,
	},
}

// place returns the place of a window in a table.
func place(table int, w Window) int { return parities(boardHashes.places[table][:], w) }

func wideTag(w Window) uint16 { return uint16(parities(boardHashes.wideTag[:], w)) }

func narrowTag(w Window) uint16 { return uint16(parities(boardHashes.narrowTag[:], w)) }

func parities(rows []row, w Window) (n int) {
	for i, r := range rows {
		n |= bits.OnesCount64(uint64(w&r)) & 1 << i
	}
	return n
}
