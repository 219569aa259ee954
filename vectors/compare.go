package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Difference is a field of an answer that is not as it should be.
type Difference struct {
	Field string // such as "forced" or "back.width"
	Want  string // as JSON
	Got   string // as JSON; empty if the field is missing
}

// String returns a sentence.
func (d Difference) String() string {
	if d.Got == "" {
		return fmt.Sprintf("%s is missing, it should be %s", d.Field, d.Want)
	}
	return fmt.Sprintf("%s is %s, it should be %s", d.Field, d.Got, d.Want)
}

// Rules say when an answer is right that differs from the vector.
type Rules struct {
	// Unordered are the fields that are lists in any order.
	Unordered []string
	// Instead reports whether the answer is right as it is, by another rule
	// than field by field. It may take fields that are not to be compared out
	// of the want. Nil is never.
	Instead func(want, answer map[string]any) bool
}

// Compare checks a response, a JSON object, against the vector's want. Fields that
// outside the want are ignored. The error says that the answer isn't a JSON
// object.
func (r *Rules) Compare(want, answer json.RawMessage) ([]Difference, error) {
	var w, a map[string]any
	if err := decodeObject(want, &w); err != nil {
		return nil, fmt.Errorf("the vector: %w", err)
	}
	if err := decodeObject(answer, &a); err != nil {
		return nil, err
	}
	if r.Instead != nil && r.Instead(w, a) {
		return nil, nil
	}
	return r.compare("", w, a), nil
}

func decodeObject(text []byte, dst *map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(dst); err != nil || *dst == nil {
		return fmt.Errorf("%.80q is no JSON object", text)
	}
	return nil
}

func (r *Rules) compare(prefix string, want, got map[string]any) (all []Difference) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		w := want[name]
		g, ok := got[name]
		inner, isObject := w.(map[string]any)
		if object, both := g.(map[string]any); both && isObject {
			all = append(all, r.compare(prefix+name+".", inner, object)...)
			continue
		}
		if slices.Contains(r.Unordered, name) {
			w, g = sorted(w), sorted(g)
		}
		if !ok || !reflect.DeepEqual(w, g) {
			d := Difference{Field: prefix + name, Want: text(w)}
			if ok {
				d.Got = text(g)
			}
			all = append(all, d)
		}
	}
	return all
}

// sorted returns a list in the order of its texts; anything else as it is.
func sorted(v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return bytes.Compare([]byte(text(a)), []byte(text(b))) })
	return list
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(b)
}
