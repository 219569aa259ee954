package vectors

// The golden files are a small set of every kind, in the tree so that nobody
// needs Loopline to begin with. make generate makes them again.

//go:generate go run ../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 -o golden/turn.jsonl
//go:generate go run ../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 --form hex -o golden/turn.hex
//go:generate go run ../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 --form csv -o golden/turn.csv
//go:generate go run ../cmd/loopline vectors gen --kind moves --seed 3 -o golden/moves.jsonl
//go:generate go run ../cmd/loopline vectors gen --kind moves --seed 3 --form hex -o golden/moves.hex
//go:generate go run ../cmd/loopline vectors gen --kind notation --seed 3 -o golden/notation.jsonl
//go:generate go run ../cmd/loopline vectors gen --kind notation --seed 3 --form hex -o golden/notation.hex
//go:generate go run ../cmd/loopline vectors gen --kind protocol --seed 3 -o golden/protocol.jsonl
//go:generate go run ../cmd/loopline vectors gen --kind uart --seed 3 -o golden/uart.jsonl
//go:generate go run ../cmd/loopline vectors gen --kind uart --seed 3 --form hex -o golden/uart.hex
//go:generate go run ../cmd/loopline vectors package -o golden/loopline_vectors.sv
