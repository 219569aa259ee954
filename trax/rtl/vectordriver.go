package rtl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/trax/vectors"
)

// VectorDriver drives the vectors of a file into RTL. It is not safe for concurrent use;
// the caller closes it.
type VectorDriver struct {
	kind   vectors.Kind
	own    driver
	tally  RunStats
	shrunk bool // the RTL's board has the size of the file's: board-full is the right answer
}

// driver answers the vectors of one kind.
type driver interface {
	answer(batch []vectors.Vector, t *RunStats) ([]json.RawMessage, error)
	Close() error
}

// VectorConfig says which RTL answers.
type VectorConfig struct {
	Core     CoreConfig
	Header   vectors.Header // of the file
	Dividers []int          // of uart vectors: all that occur
}

// NewVectorDriver builds and starts what answers vectors of the header's kind:
// ll_core turns and moves, ll_move_decode notation, ll_uart_tx and ll_uart_rx
// uart. Vectors of the protocol judge a referee and are refused.
func NewVectorDriver(ctx context.Context, b *model.Builder, c VectorConfig) (*VectorDriver, error) {
	v := &VectorDriver{kind: c.Header.Kind}
	if c.Core.LogSize == 0 {
		c.Core.LogSize = DefaultLogSize
	}
	var err error
	switch c.Header.Kind {
	case vectors.Turn, vectors.Moves:
		var board vectors.Board
		if board, err = vectors.ParseBoard(c.Header.Grid); err != nil {
			return nil, err
		}
		size := 1 << c.Core.LogSize
		if size < board.Columns || size < board.Rows {
			return nil, fmt.Errorf("the vectors are for a board of %s, the core has one of %dx%d; "+
				"write --size %d, or make vectors with --board %dx%d", board, size, size, board.Columns, size, size)
		}
		v.shrunk = board.Columns == size && board.Rows == size
		v.own, err = newCoreDriver(ctx, b, c.Core, c.Header.Kind)
	case vectors.Notation:
		v.own, err = newDecoder(ctx, b, c.Core)
	case vectors.UART:
		v.own, err = newUARTDriver(ctx, b, c.Core.Source, c.Dividers)
	default:
		err = fmt.Errorf("vectors of kind %s judge a referee, not a board; "+
			"a board is checked by: loopline sim check", c.Header.Kind)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Answer answers vectors, in the form of their wants.
func (v *VectorDriver) Answer(batch []vectors.Vector) ([]json.RawMessage, error) {
	return v.own.answer(batch, &v.tally)
}

// Compare checks a response against the vector's want.
func (v *VectorDriver) Compare(want, answer json.RawMessage) ([]vectors.Difference, error) {
	if bytes.Equal(want, answer) {
		return nil, nil
	}
	if text, ok := bytes.CutPrefix(answer, []byte(problemField)); ok {
		return []vectors.Difference{{Field: "problem", Want: "none", Got: string(bytes.TrimSuffix(text, []byte("}")))}}, nil
	}
	if v.kind == vectors.Turn && v.shrunk && bytes.Contains(want, []byte(`"full":true`)) {
		return compareFull(want, answer)
	}
	return vectors.Compare(want, answer)
}

// compareFull judges the answer to a turn that the board has no room for:
// board-full, and the board as it was.
func compareFull(want, answer json.RawMessage) ([]vectors.Difference, error) {
	var w struct{ Back json.RawMessage }
	if err := json.Unmarshal(want, &w); err != nil {
		return nil, err
	}
	full := slices.Concat([]byte(`{"status":"board-full","back":`), w.Back, []byte("}"))
	return vectors.Compare(full, answer)
}

// Stats counts what a core was asked.
func (v *VectorDriver) Stats() RunStats { return v.tally }

// Close ends the models.
func (v *VectorDriver) Close() error { return v.own.Close() }
