// Package shipped holds the book of openings that comes with Loopline.
package shipped

import (
	_ "embed" // the book
	"sync"

	"github.com/loopline/loopline/trax/book"
)

//go:embed openings.txt
var text string

// Book returns the book. It needs no Close.
func Book() *book.Book { return all() }

var all = sync.OnceValue(func() *book.Book {
	b, err := book.ReadText(text)
	if err != nil {
		panic("the embedded openings: " + err.Error())
	}
	return b
})
