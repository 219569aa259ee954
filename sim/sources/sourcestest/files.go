package sourcestest

import (
	"testing/fstest"

	"github.com/loopline/loopline/sim/sources"
)

// Files is a source of the given files, by name and text.
func Files(pairs ...string) sources.Source {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return sources.Source{Name: "board", FS: m}
}
