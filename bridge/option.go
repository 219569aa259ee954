package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// option is one key=value after the question mark of an address. Values are
// taken as written; there is no escaping.
type option struct{ key, value string }

type options []option

// splitOptions cuts target?key=value&key=value.
func splitOptions(s string) (string, *options, *AddressError) {
	target, query, found := strings.Cut(s, "?")
	opts := &options{}
	if !found {
		return target, opts, nil
	}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" || value == "" {
			return "", nil, fault(fmt.Sprintf("option %q", pair),
				"has no value", "write key=value")
		}
		if _, twice := opts.get(key); twice {
			return "", nil, fault("option "+key, "is given twice",
				"leave one of them")
		}
		*opts = append(*opts, option{key, value})
	}
	return target, opts, nil
}

func (o *options) get(key string) (string, bool) {
	for _, opt := range *o {
		if opt.key == key {
			return opt.value, true
		}
	}
	return "", false
}

// take answers the value of key and removes it.
func (o *options) take(key string) (string, bool) {
	value, ok := o.get(key)
	if ok {
		*o = slices.DeleteFunc(*o, func(opt option) bool {
			return opt.key == key
		})
	}
	return value, ok
}

// refuseRest reports an option nobody took.
func (o *options) refuseRest(scheme string, known ...string) *AddressError {
	if len(*o) == 0 {
		return nil
	}
	remedy := scheme + " has no options"
	if scheme == SchemeListen {
		known = []string{"allow"}
	}
	if len(known) > 0 {
		remedy = scheme + " knows " + strings.Join(known, ", ")
	}
	return fault(fmt.Sprintf("option %q", (*o)[0].key), "is not known", remedy)
}

// takeInt reads a whole number between low and high, or leaves *n alone.
func (o *options) takeInt(key string, n *int, low, high int) *AddressError {
	text, ok := o.take(key)
	if !ok {
		return nil
	}
	v, err := strconv.ParseUint(text, 10, 31)
	if err != nil || int(v) < low || int(v) > high {
		return fault(fmt.Sprintf("%s %q", key, text), "is no usable number",
			fmt.Sprintf("write a number from %d to %d", low, high))
	}
	*n = int(v)
	return nil
}

// takeWord reads one of the allowed words, or leaves *s alone.
func (o *options) takeWord(key string, s *string, allowed ...string) *AddressError {
	text, ok := o.take(key)
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
