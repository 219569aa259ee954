package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"
)

// element is an element of a picture, or a text between two.
type element struct {
	name     string // "" is text
	text     string
	attrs    map[string]string
	children []*element
}

// parse reads a picture into its root element.
func parse(picture []byte) (*element, error) {
	in := xml.NewDecoder(bytes.NewReader(picture))
	root := &element{}
	open := []*element{root}
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading the picture: %w", err)
		}
		last := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: make(map[string]string, len(t.Attr))}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			last.children = append(last.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.children = append(last.children, &element{text: string(t)})
		}
	}
	for _, e := range root.children {
		if e.name == "svg" {
			return e, nil
		}
	}
	return nil, errors.New("the picture has no svg element")
}

// ids collects the elements that have an id.
func (e *element) ids(known map[string]*element) {
	if id := e.attrs["id"]; id != "" {
		known[id] = e
	}
	for _, c := range e.children {
		c.ids(known)
	}
}

// number returns a length; absent is 0.
func (e *element) number(name string) (float64, error) {
	text, ok := e.attrs[name]
	if !ok {
		return 0, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("<%s %s=%q>: not a number", e.name, name, text)
	}
	return f, nil
}

// numbers returns lengths; absent are 0.
func (e *element) numbers(names ...string) ([]float64, error) {
	all := make([]float64, len(names))
	for i, name := range names {
		var err error
		if all[i], err = e.number(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// at returns e as its animations have it at a share of the whole, 0 to 1: a copy without
// them, or e itself where it has none.
func (e *element) at(share float64) (*element, error) {
	still := e
	for _, c := range e.children {
		if c.name != "animate" {
			continue
		}
		values, times, err := c.steps()
		if err != nil {
			return nil, err
		}
		if still == e {
			still = &element{name: e.name, attrs: maps.Clone(e.attrs), children: e.children}
		}
		for i, t := range times {
			if t <= share {
				still.attrs[c.attrs["attributeName"]] = values[i]
			}
		}
	}
	return still, nil
}

// steps returns the values of an animation and from when each holds. A value that
// changes gradually counts as there from the beginning of the change.
func (e *element) steps() (values []string, times []float64, err error) {
	values = strings.Split(e.attrs["values"], ";")
	for text := range strings.SplitSeq(e.attrs["keyTimes"], ";") {
		t, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, nil, fmt.Errorf("keyTimes=%q: %w", e.attrs["keyTimes"], err)
		}
		times = append(times, t)
	}
	if len(values) != len(times) {
		return nil, nil, fmt.Errorf("an animation has %d values and %d times", len(values), len(times))
	}
	if e.attrs["calcMode"] != "discrete" {
		values, times = values[1:], times[:len(times)-1]
	}
	return values, times, nil
}

// moments collects when something changes, as shares of the whole, and how long that is.
func (e *element) moments(shares map[float64]bool) (seconds float64, err error) {
	if e.name == "animate" {
		values, times, err := e.steps()
		if err != nil {
			return 0, err
		}
		for i, t := range times {
			if i == 0 || values[i] != values[i-1] {
				shares[t] = true
			}
		}
		return strconv.ParseFloat(strings.TrimSuffix(e.attrs["dur"], "s"), 64)
	}
	for _, c := range e.children {
		s, err := c.moments(shares)
		if err != nil {
			return 0, err
		}
		seconds = max(seconds, s)
	}
	return seconds, nil
}
