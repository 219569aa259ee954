package host_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// talk is a line that says some lines and then fails.
type talk struct {
	says []string
	err  error
	said []string
}

func (k *talk) Send(_ context.Context, text string) (sent, drained time.Time, err error) {
	k.said = append(k.said, text)
	return
}

func (k *talk) Receive(context.Context) (text string, first, last time.Time, err error) {
	if len(k.says) == 0 {
		err = k.err
		return
	}
	text, k.says = k.says[0], k.says[1:]
	return
}

func TestRespond(t *testing.T) {
	odd := errors.New("odd")
	for name, c := range map[string]struct {
		line talk
		want error
		said []string
	}{
		"closed":         {talk{says: []string{"a ", "quiet", "b"}, err: io.EOF}, nil, []string{"A", "B"}},
		"broken":         {talk{says: []string{"a"}, err: odd}, odd, []string{"A"}},
		"no answer here": {talk{says: []string{"a", "stop", "b"}, err: io.EOF}, odd, []string{"A"}},
	} {
		err := host.Respond(t.Context(), &c.line, strings.TrimSpace, func(_ context.Context, text string) (string, error) {
			switch text {
			case "quiet":
				return "", nil
			case "stop":
				return "", odd
			}
			return strings.ToUpper(text), nil
		})
		require.Equal(t, c.want, err, name)
		require.Equal(t, c.said, c.line.said, name)
	}
}
