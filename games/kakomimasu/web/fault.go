package web

import (
	"net/http"

	"github.com/loopline/loopline/games/httpapi"
)

// fault is an error of the interface: its codes come from the contest's
// server.
type fault struct {
	status  int
	code    int
	message string
}

// Error is the message.
func (f *fault) Error() string { return f.message }

// with is the fault with words that say more.
func (f *fault) with(words string) *fault {
	return &fault{f.status, f.code, f.message + ": " + words}
}

// The faults. All are answered with status 400 but those of a missing or wrong
// token.
var (
	faultContentType   = &fault{http.StatusBadRequest, 2, "invalid content-type"}
	faultSyntax        = &fault{http.StatusBadRequest, 3, "invalid syntax"}
	faultUnauthorized  = &fault{http.StatusUnauthorized, 4, "unauthorized"}
	faultNotFound      = &fault{http.StatusBadRequest, 5, "not found"}
	faultRequest       = &fault{http.StatusBadRequest, 6, "invalid request"}
	faultNoGame        = &fault{http.StatusBadRequest, 100, "can not find game"}
	faultNotFree       = &fault{http.StatusBadRequest, 101, "game is not free"}
	faultNoAI          = &fault{http.StatusBadRequest, 102, "can not find ai"}
	faultAction        = &fault{http.StatusBadRequest, 104, "invalid action"}
	faultTransition    = &fault{http.StatusBadRequest, 105, "during the transition step"}
	faultStream        = &fault{http.StatusBadRequest, 106, "invalid query parameter"}
	faultAuthorization = &fault{http.StatusUnauthorized, 207, "invalid user authorization"}
	faultBoard         = &fault{http.StatusBadRequest, 400, "invalid board name"}
)

// answer answers with the fault.
func (f *fault) answer(w http.ResponseWriter) {
	if f.code == faultTransition.code {
		httpapi.Usual(w)
	}
	if f.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="token_required"`)
	}
	httpapi.JSON(w, f.status, struct {
		Code    int    `json:"errorCode"`
		Message string `json:"message"`
	}{f.code, f.message})
}
