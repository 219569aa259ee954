package vectors

// The golden files are a small set of every kind, in the tree so that no reader
// needs Loopline to begin with. make generate makes them again.

//go:generate go run ../../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 -o ../../vectors/golden/turn.jsonl
//go:generate go run ../../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 --form hex -o ../../vectors/golden/turn.hex
//go:generate go run ../../cmd/loopline vectors gen --kind turn --seed 3 --quota 1 --form csv -o ../../vectors/golden/turn.csv
//go:generate go run ../../cmd/loopline vectors gen --kind moves --seed 3 -o ../../vectors/golden/moves.jsonl
//go:generate go run ../../cmd/loopline vectors gen --kind moves --seed 3 --form hex -o ../../vectors/golden/moves.hex
//go:generate go run ../../cmd/loopline vectors gen --kind notation --seed 3 -o ../../vectors/golden/notation.jsonl
//go:generate go run ../../cmd/loopline vectors gen --kind notation --seed 3 --form hex -o ../../vectors/golden/notation.hex
//go:generate go run ../../cmd/loopline vectors gen --kind protocol --seed 3 -o ../../vectors/golden/protocol.jsonl
//go:generate go run ../../cmd/loopline vectors gen --kind uart --seed 3 -o ../../vectors/golden/uart.jsonl
//go:generate go run ../../cmd/loopline vectors gen --kind uart --seed 3 --form hex -o ../../vectors/golden/uart.hex
//go:generate go run ../../cmd/loopline vectors package -o ../../vectors/golden/loopline_vectors.sv
