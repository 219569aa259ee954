package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Credentials returns the possible tokens of a request, wherever contests put them:
// the header Authorization, bare or after a word such as Bearer, the header
// X-Api-Token, and ?token= in the address. Empty ones are left out.
//
// The list is empty while the source of the request is locked out: see [LockedOut].
func Credentials(r *http.Request) []string {
	if v, ok := r.Context().Value(visitorKey{}).(*visitor); ok {
		return v.credentials
	}
	return credentials(r)
}

// maxSecret is the length limit of a secret in bytes; longer
// ones are ignored.
const maxSecret = 256

// credentials returns the tokens of a request, each once.
func credentials(r *http.Request) (all []string) {
	header := strings.TrimSpace(r.Header.Get("Authorization"))
	_, behind, _ := strings.Cut(header, " ")
	for _, token := range []string{header, strings.TrimSpace(behind), r.Header.Get("X-Api-Token"), r.URL.Query().Get("token")} {
		if token != "" && len(token) <= maxSecret && !slices.Contains(all, token) {
			all = append(all, token)
		}
	}
	return all
}

// EqualConstantTime reports whether one of the credentials is the token. How long it takes
// tells nothing of where they differ. Nothing is the empty token.
func EqualConstantTime(token string, credentials []string) bool {
	want, found := sha256.Sum256([]byte(token)), 0
	for _, c := range credentials {
		is := sha256.Sum256([]byte(c))
		found |= subtle.ConstantTimeCompare(want[:], is[:])
	}
	return token != "" && found == 1
}

// Body reads the body of a request. The error says what is wrong with it: it is
// too large, or did not come in time.
func Body(r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, errTooLarge
	case err != nil:
		return nil, errors.New("the body did not come whole")
	}
	return text, nil
}

// JSON answers with a value as JSON.
func JSON(w http.ResponseWriter, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	Text(w, status, text)
}

// Text answers with JSON that is ready. It is on its way when Text returns: who has
// seen the end of a game may end the server.
func Text(w http.ResponseWriter, status int, text []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have gone
	_ = http.NewResponseController(w).Flush()
}
