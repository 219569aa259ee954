// Command image writes the searching board's learned weights as they lie in its flash, and prints
// how many of the windows they have:
//
//	go run ./trax/engine/searchmodel/rimweights/image -o weights.bin
//	iceprog -o 1M weights.bin
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/loopline/loopline/trax/engine"
)

func main() {
	out := flag.String("o", "weights.bin", "file to write")
	weights := flag.String("weights", "", "weights of tools/train to read (default: the embedded ones)")
	flag.Parse()
	if err := run(*out, *weights, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(out, weights string, report io.Writer) error {
	w := engine.LearnedWeights()
	if weights != "" {
		f, err := os.Open(weights)
		if err != nil {
			return err
		}
		defer f.Close()
		if w, err = engine.ReadWeights(f); err != nil {
			return fmt.Errorf("%s: %w", weights, err)
		}
	}
	image, kept := w.RimImage()
	if err := os.WriteFile(out, image.Encode(), 0o644); err != nil {
		return err
	}
	_, err := fmt.Fprintf(report, "%s: %d of %d windows of ten edges, %d of %d of six\n",
		out, kept.Wide, kept.WideOf, kept.Narrow, kept.NarrowOf)
	return err
}
