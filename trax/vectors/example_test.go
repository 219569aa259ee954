package vectors_test

import (
	"context"
	"fmt"
	"os"

	traxvectors "github.com/loopline/loopline/trax/vectors"
	"github.com/loopline/loopline/vectors"
)

// A set of vectors is made by its seed and its quota, and read back vector by
// vector.
func Example() {
	f, err := os.CreateTemp("", "*.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(f.Name())
	set := traxvectors.Set()
	made, err := vectors.Generate(context.Background(), f, set, vectors.Options{Kind: "moves", Seed: 1, Goal: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	count := 0
	read, err := vectors.ReadFile(f.Name(), set, func(vectors.Vector) error { count++; return nil })
	fmt.Println(count == made.Count, read.SHA256 == made.SHA256, err)
	// Output: true true <nil>
}
