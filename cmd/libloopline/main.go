//go:build cgo

// Command libloopline is the rules of Loopline as a C library, for testbenches that
// compare a design with them: loopline.h has what it offers.
//
//	go build -buildmode=c-shared -o libloopline.so ./cmd/libloopline
//	go build -buildmode=c-archive -o libloopline.a ./cmd/libloopline
//
// The functions of loopline.h are in loopline.c. They reject null pointers, and call
// those here, whose names begin with llgo_.
package main

// #cgo CFLAGS: -I${SRCDIR}/../../bindings/c
// #include "loopline.h"
import "C"

import (
	"unsafe"

	"github.com/loopline/loopline/internal/version"
)

func main() {} // a library has none, but Go wants it

//export llgo_version
func llgo_version(text *C.char, size C.size_t) (n C.int64_t) {
	defer caught64(&n)
	return give(text, size, version.Read().String())
}

// give writes a text into a buffer, as much as fits, with a zero byte behind it, and
// returns the length of the text.
func give[T string | []byte](to *C.char, size C.size_t, text T) C.int64_t {
	if size > 0 {
		room := unsafe.Slice((*byte)(unsafe.Pointer(to)), min(uint64(size), uint64(len(text))+1))
		room[copy(room[:len(room)-1], text)] = 0
	}
	return C.int64_t(len(text))
}

// list is the caller's memory for a list, and no more of it than n entries.
func list[T any](to *T, count C.size_t, n int) []T {
	if count == 0 || n == 0 {
		return nil
	}
	return unsafe.Slice(to, min(uint64(count), uint64(n)))
}

// text is the caller's bytes, which must not be kept.
func text(from *C.char, length C.size_t) []byte {
	if length == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(from)), length)
}
