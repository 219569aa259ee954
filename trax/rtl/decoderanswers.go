package rtl

import (
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/trax/vectors"
)

// DecoderTop is the module that makes moves of characters.
const DecoderTop = "ll_move_decode"

//go:embed harness/decode.cpp
var decoderHarness []byte

// decoder has the decoder of moves answer notation vectors.
type decoder struct {
	p       *model.Process
	largest int // the number that stands for all that are larger
}

func newDecoder(ctx context.Context, b *model.Builder, c CoreConfig) (*decoder, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	m, err := b.BuildModule(ctx, model.ModuleConfig{
		Source: c.Source, Top: DecoderTop, Params: map[string]int{"LogSize": c.LogSize},
		Harness: model.Harness{Name: "decode", Text: decoderHarness},
	})
	if err != nil {
		return nil, err
	}
	p, err := m.Start(ctx, 1)
	if err != nil {
		return nil, err
	}
	return &decoder{p, 1<<(c.LogSize+1) - 1}, nil
}

// Close ends the decoder.
func (d *decoder) Close() error { return d.p.Close() }

func (d *decoder) answer(batch []vectors.Vector, _ *RunStats) ([]json.RawMessage, error) {
	request := binary.LittleEndian.AppendUint32(nil, uint32(len(batch)))
	for _, v := range batch {
		var q struct{ Text string }
		if err := json.Unmarshal(v.Ask, &q); err != nil {
			return nil, fmt.Errorf("vector %d: %w", v.ID, err)
		}
		text := latin(q.Text)
		const longest = 1<<16 - 1
		if len(text) > longest {
			return nil, fmt.Errorf("vector %d: its text is longer than %d bytes", v.ID, longest)
		}
		request = binary.LittleEndian.AppendUint16(request, uint16(len(text)))
		request = append(request, text...)
	}
	answer := make([]byte, 6*len(batch))
	if err := d.p.Exchange(request, answer); err != nil {
		return nil, err
	}
	answers := make([]json.RawMessage, len(batch))
	for i, v := range batch {
		answers[i] = d.word(answer[6*i:], v.Want)
	}
	return answers, nil
}

// word is the answer to one text. The largest number stands for all larger
// ones.
func (d *decoder) word(b []byte, want json.RawMessage) json.RawMessage {
	shape := shapeOf(b[0])
	if shape == 0 {
		return json.RawMessage(`{"status":"syntax"}`)
	}
	col, row := int(binary.LittleEndian.Uint16(b[2:])), int(binary.LittleEndian.Uint16(b[4:]))
	var w struct{ Col, Row int }
	if json.Unmarshal(want, &w) == nil {
		if col == d.largest {
			col = max(col, w.Col)
		}
		if row == d.largest {
			row = max(row, w.Row)
		}
	}
	text, err := json.Marshal(string(shape))
	if err != nil {
		return problem("%v", err)
	}
	return fmt.Appendf(nil, `{"status":"ok","col":%d,"row":%d,"shape":%s}`, col, row, text)
}
