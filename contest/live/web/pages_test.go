package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page of an unknown address is in the language of who asks, and says so to caches; the language that is chosen there is
// kept.
func TestNothing(t *testing.T) {
	p := New(Options{Title: "Cup"})
	for lang, want := range map[string]string{"en": "English", "ja": "日本語"} {
		w := httptest.NewRecorder()
		p.Nothing(w, httptest.NewRequest(http.MethodGet, "/x?lang="+lang, nil))
		require.Equal(t, http.StatusNotFound, w.Code)
		require.Contains(t, w.Body.String(), `<html lang="`+lang+`">`)
		require.NotContains(t, w.Body.String(), ">"+want+"<", "the link leads to the other")
		require.Contains(t, w.Result().Header.Get("Vary"), "Accept-Language")
		require.Contains(t, w.Result().Header.Get("Set-Cookie"), "lang="+lang)
	}
}
