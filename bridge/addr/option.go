package addr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/loopline/loopline/internal/addropts"
)

// options holds the options of an address that were not parsed yet.
type options struct{ addropts.Options }

// splitOptions cuts target?key=value&key=value.
func splitOptions(s string) (string, *options, *Error) {
	target, opts, err := addropts.Split(s)
	var wrong *addropts.Error
	switch {
	case !errors.As(err, &wrong):
		return target, &options{opts}, nil
	case wrong.Twice:
		return "", nil, fault("option "+wrong.Option, "is given twice", "leave one of them")
	}
	return "", nil, fault(fmt.Sprintf("option %q", wrong.Option), "has no value", "write key=value")
}

// refuseRest reports an option that the scheme doesn't know.
func (o *options) refuseRest(scheme string, known ...string) *Error {
	if len(o.Options) == 0 {
		return nil
	}
	remedy := scheme + " has no options"
	if scheme == SchemeListen {
		known = []string{"allow", "team"}
	}
	if len(known) > 0 {
		remedy = scheme + " knows " + strings.Join(known, ", ")
	}
	return fault(fmt.Sprintf("option %q", o.Options[0].Key), "is not known", remedy)
}

// takeInt reads a whole number between low and high, or leaves *n alone.
func (o *options) takeInt(key string, n *int, low, high int) *Error {
	text, ok := o.Take(key)
	if !ok {
		return nil
	}
	v, err := strconv.ParseUint(text, 10, 31)
	if err != nil || int(v) < low || int(v) > high {
		return fault(fmt.Sprintf("%s %q", key, text), "is not a usable number",
			fmt.Sprintf("write a number from %d to %d", low, high))
	}
	*n = int(v)
	return nil
}

// takeWord reads one of the allowed words, or leaves *s alone.
func (o *options) takeWord(key string, s *string, allowed ...string) *Error {
	text, ok := o.Take(key)
	if !ok {
		return nil
	}
	if !slices.Contains(allowed, text) {
		return fault(fmt.Sprintf("%s %q", key, text), "is not known",
			"write "+key+"="+strings.Join(allowed, " or "+key+"="))
	}
	*s = text
	return nil
}
