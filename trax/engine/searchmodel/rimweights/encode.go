package rimweights

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math/bits"
)

// FlashAddress is the flash address, in bytes, at which ll_flash_loader reads an image.
const FlashAddress = 1 << 20

// magic is the first bytes of an image; the last is its version.
const magic = "LRW1"

const (
	numWords = tables*Places + NumTracks

	// Size is the length of an image in bytes.
	Size = len(magic) + 2*numWords + crc32.Size
)

// Encode returns the image as it lies in the flash: magic and version, the words of the four RAMs
// and the weights of tracks, 16 bits each, and the CRC-32 of all that. The first byte of a number
// is its highest. The CRC takes the bits in their order on the wire.
func (m *Image) Encode() []byte {
	b := append(make([]byte, 0, Size), magic...)
	for _, w := range m.Words() {
		b = binary.BigEndian.AppendUint16(b, w)
	}
	return binary.BigEndian.AppendUint32(b, checksum(b))
}

// Words yields the image's words with their addresses at the board's load ports: those of the four
// RAMs, [Places] each, and then the weights of tracks, sign-extended.
func (m *Image) Words() iter.Seq2[int, uint16] {
	return func(yield func(int, uint16) bool) {
		for at := range tables * Places {
			if !yield(at, m.windows[at/Places][at%Places]) {
				return
			}
		}
		for i, w := range m.tracks {
			if !yield(tables*Places+i, uint16(w)) {
				return
			}
		}
	}
}

// Parse returns the image that Encode encoded. Bytes after it are no part of it.
func Parse(b []byte) (*Image, error) {
	if !bytes.HasPrefix(b, []byte(magic)) {
		return nil, fmt.Errorf("not an image of window weights: want %q at its start", magic)
	}
	if len(b) < Size {
		return nil, fmt.Errorf("image of window weights cut off: %d bytes of %d", len(b), Size)
	}
	end := Size - crc32.Size
	if checksum(b[:end]) != binary.BigEndian.Uint32(b[end:]) {
		return nil, errors.New("image of window weights damaged: its CRC differs")
	}
	m, b := new(Image), b[len(magic):]
	for t := range m.windows {
		for i := range m.windows[t] {
			m.windows[t][i], b = binary.BigEndian.Uint16(b), b[2:]
		}
	}
	for i := range m.tracks {
		w := int16(binary.BigEndian.Uint16(b))
		if w != int16(int8(w)) {
			return nil, fmt.Errorf("track %d of the image weighs %d: want -128 to 127", i, w)
		}
		m.tracks[i], b = int8(w), b[2:]
	}
	return m, nil
}

// checksum returns CRC-32/MPEG-2 of b: the highest bit of a byte first, no final complement.
func checksum(b []byte) uint32 {
	reversed := make([]byte, len(b))
	for i, v := range b {
		reversed[i] = bits.Reverse8(v)
	}
	return ^bits.Reverse32(crc32.ChecksumIEEE(reversed))
}
