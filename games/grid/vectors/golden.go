package vectors

// The golden files are a small set, in the tree so that you don't need Loopline to
// begin with. make generate makes them again.

//go:generate go run ../../../cmd/loopline vectors gen --game kakomimasu --seed 3 -o ../../../vectors/golden/kakomimasu-flood.jsonl
//go:generate go run ../../../cmd/loopline vectors gen --game kakomimasu --seed 3 --form hex -o ../../../vectors/golden/kakomimasu-flood.hex
//go:generate go run ../../../cmd/loopline vectors gen --game dpt --seed 3 -o ../../../vectors/golden/dpt-flood.jsonl
//go:generate go run ../../../cmd/loopline vectors gen --game dpt --seed 3 --form hex -o ../../../vectors/golden/dpt-flood.hex
