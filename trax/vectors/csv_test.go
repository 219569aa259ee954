package vectors_test

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/loopline/loopline/trax/vectors"
)

// row is a row of a CSV file by the names of its columns.
type row map[string]string

type object map[string]any

// TestCSV reads CSV files with somebody else's reader and wants of their rows
// all that the same files have as JSON Lines.
func TestCSV(t *testing.T) {
	t.Parallel()
	for kind, read := range map[Kind]func(*testing.T, row) (ask, want object){
		Turn: csvTurn, Moves: csvMoves, Notation: csvNotation, Protocol: csvProtocol, UART: csvUART,
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			o := Options{Kind: kind, Encoding: CSV, Seed: 4, Count: 300}
			if kind == Moves {
				o.Count = 60
			}
			r := csv.NewReader(bytes.NewReader(generate(t, o)))
			r.Comment = '#'
			rows, err := r.ReadAll()
			require.NoError(t, err)
			o.Encoding = JSONL
			_, err = Read(bytes.NewReader(generate(t, o)), "f", func(v Vector) error {
				fields := row{}
				for i, name := range rows[0] {
					fields[name] = rows[v.ID+1][i]
				}
				require.Equal(t, strconv.Itoa(v.ID), fields["id"])
				ask, want := read(t, fields)
				requireJSON(t, string(v.Ask), ask)
				requireJSON(t, string(v.Want), want)
				require.Equal(t, v.Bins, nonEmpty(strings.Fields(fields["classes"])))
				return nil
			})
			require.NoError(t, err)
			require.Len(t, rows, o.Count+1)
		})
	}
}

func requireJSON(t *testing.T, want string, got object) {
	t.Helper()
	text, err := json.Marshal(got)
	require.NoError(t, err)
	require.JSONEq(t, want, string(text))
}

func nonEmpty(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

func (r row) number(t *testing.T, name string) int {
	t.Helper()
	n, err := strconv.Atoi(r[name])
	require.NoError(t, err, name)
	return n
}

// list is the words of a field, never nil.
func (r row) list(name string) []string { return append([]string{}, strings.Fields(r[name])...) }

// orNull is the text of a field, or nil if it is none.
func (r row) orNull(name, none string) any {
	if r[name] == none {
		return nil
	}
	return r[name]
}

// characters has a character for each byte.
func characters(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(rune(c))
	}
	return b.String()
}

func csvTurn(t *testing.T, r row) (ask, want object) {
	ask = object{"moves": r["moves"], "move": r["move"]}
	want = object{"status": r["status"], "back": object{
		"width": r.number(t, "back_width"), "height": r.number(t, "back_height"),
		"tiles": r.number(t, "back_tiles"), "crc": r["back_crc"],
	}}
	if r["full"] == "1" {
		want["full"] = true
	}
	if r["status"] == "ok" {
		want["written"], want["forced"] = r["written"], r.list("forced")
		for _, name := range []string{"width", "height", "tiles"} {
			want[name] = r.number(t, name)
		}
		want["winner"], want["reason"] = r.orNull("winner", ""), r.orNull("reason", "")
		want["completed"] = r.list("completed")
	}
	return ask, want
}

func csvMoves(_ *testing.T, r row) (ask, want object) {
	return object{"moves": r["moves"]}, object{
		"legal": r.list("legal"), "forced_illegal": r.list("forced_illegal"), "full": r.list("full"),
	}
}

func csvNotation(t *testing.T, r row) (ask, want object) {
	text, err := hex.DecodeString(r["hex"])
	require.NoError(t, err)
	ask, want = object{"text": characters(text)}, object{"status": r["status"]}
	if r["status"] == "ok" {
		want["col"], want["row"], want["shape"] = r.number(t, "col"), r.number(t, "row"), r["shape"]
	}
	return ask, want
}

func csvProtocol(t *testing.T, r row) (ask, want object) {
	events := []object{}
	for _, e := range r.list("events") {
		seat := map[byte]string{'w': "white", 'r': "red"}[e[0]]
		way := map[byte]string{'<': "from", '>': "to"}[e[1]]
		text, err := strconv.Unquote(`"` + e[2:] + `"`)
		require.NoError(t, err)
		events = append(events, object{"seat": seat, way: characters([]byte(text))})
	}
	return object{"events": events}, object{
		"winner": r["winner"], "reason": r["reason"], "foul": r.orNull("foul", "ok"),
		"plies": r.number(t, "plies"), "moves": r["moves"],
	}
}

func csvUART(t *testing.T, r row) (ask, want object) {
	runs := [][2]int{}
	for _, text := range r.list("runs") {
		n, err := strconv.Atoi(text[1:])
		require.NoError(t, err)
		runs = append(runs, [2]int{strings.IndexByte("LH", text[0]), n})
	}
	ask = object{"direction": r["direction"], "divider": r.number(t, "divider")}
	if r["direction"] == "send" {
		ask["hex"] = r["hex"]
		return ask, object{"runs": runs}
	}
	ask["runs"] = runs
	return ask, object{"hex": r["hex"], "errors": r.number(t, "errors")}
}
