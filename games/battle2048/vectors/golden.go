package vectors

// The golden files are a small set, in the tree so that you don't need Loopline to
// begin with. make generate makes them again.

//go:generate go run ../../../cmd/loopline vectors gen --game battle2048 --seed 3 -o ../../../vectors/golden/battle2048-slide.jsonl
//go:generate go run ../../../cmd/loopline vectors gen --game battle2048 --seed 3 --form hex -o ../../../vectors/golden/battle2048-slide.hex
