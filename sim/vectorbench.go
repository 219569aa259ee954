package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/loopline/loopline/vectors"
)

// VectorBench has RTL answer the vectors of a file. It is for one goroutine;
// the caller closes it.
type VectorBench struct {
	kind   vectors.Kind
	bench  bench
	tally  Tally
	shrunk bool // the RTL's board is that of the file: board-full is the right answer
}

// bench answers the vectors of one kind.
type bench interface {
	answer(batch []vectors.Vector, t *Tally) ([]json.RawMessage, error)
	Close() error
}

// VectorConfig says which RTL answers.
type VectorConfig struct {
	Core     CoreConfig
	Header   vectors.Header // of the file
	Dividers []int          // of uart vectors: all that occur
}

// NewVectorBench builds and starts what answers vectors of the header's kind:
// ll_core turns and moves, ll_move_decode notation, ll_uart_tx and ll_uart_rx
// uart. Vectors of the protocol judge a referee and are refused.
func (b *Builder) NewVectorBench(ctx context.Context, c VectorConfig) (*VectorBench, error) {
	v := &VectorBench{kind: c.Header.Kind}
	if c.Core.LogSize == 0 {
		c.Core.LogSize = DefaultLogSize
	}
	var err error
	switch c.Header.Kind {
	case vectors.Turn, vectors.Moves:
		var board vectors.Board
		if board, err = vectors.ParseBoard(c.Header.Board); err != nil {
			return nil, err
		}
		size := 1 << c.Core.LogSize
		if size < board.Columns || size < board.Rows {
			return nil, fmt.Errorf("the vectors are for a board of %s, the core has one of %dx%d; "+
				"write --size %d, or make vectors with --board %dx%d", board, size, size, board.Columns, size, size)
		}
		v.shrunk = board.Columns == size && board.Rows == size
		v.bench, err = b.newCoreBench(ctx, c.Core, c.Header.Kind)
	case vectors.Notation:
		v.bench, err = b.newDecoder(ctx, c.Core)
	case vectors.UART:
		v.bench, err = b.newUARTBench(ctx, c.Core.Source, c.Dividers)
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
func (v *VectorBench) Answer(batch []vectors.Vector) ([]json.RawMessage, error) {
	return v.bench.answer(batch, &v.tally)
}

// Compare judges an answer by what the vector wants.
func (v *VectorBench) Compare(want, answer json.RawMessage) ([]vectors.Difference, error) {
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

// Tally counts what a core was asked.
func (v *VectorBench) Tally() Tally { return v.tally }

// Close ends the models.
func (v *VectorBench) Close() error { return v.bench.Close() }
