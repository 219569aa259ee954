package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// SumOf returns the start of the SHA-256 of a text, by which browsers know it.
func SumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// KeepForever is for what has its sum in its address.
const KeepForever = "public, max-age=31536000, immutable"

// minZip is the shortest text that is compressed.
const minZip = 1 << 10

// Send answers with a text: nothing when the browser has it, compressed when it
// can read that. Cache is the value of Cache-Control.
func Send(w http.ResponseWriter, r *http.Request, text []byte, cache string) {
	h := w.Header()
	tag := `"` + SumOf(text) + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", cache)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(30 * time.Second)) // some writers have none
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if len(text) < minZip || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		_, _ = w.Write(text) // who does not read it has gone
		return
	}
	h.Set("Content-Encoding", "gzip")
	if h.Get("Vary") == "" {
		h.Set("Vary", "Accept-Encoding")
	}
	z := zips.Get().(*gzip.Writer)
	z.Reset(w)
	_, _ = z.Write(text)
	_ = z.Close()
	zips.Put(z)
}

var zips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// SendZipped answers with what is compressed by gzip already, as Send does with a text of that sum.
func SendZipped(w http.ResponseWriter, r *http.Request, zipped []byte, sum, cache string) {
	h := w.Header()
	tag := `"` + sum + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", cache)
	h.Set("Vary", "Accept-Encoding")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)) // some writers have none
	switch {
	case r.Header.Get("If-None-Match") == tag:
		w.WriteHeader(http.StatusNotModified)
	case strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"):
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(zipped) // who does not read it has gone
	default:
		plain, err := gzip.NewReader(bytes.NewReader(zipped))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = io.Copy(w, plain) // it is our own
	}
}
