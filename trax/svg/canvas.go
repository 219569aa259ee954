package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// canvas collects a picture in memory, so that nothing is written unless all
// of it can be.
type canvas struct{ bytes.Buffer }

// line writes a line of markup.
func (c *canvas) line(format string, args ...any) {
	fmt.Fprintf(c, format, args...)
	c.WriteByte('\n')
}

// escape returns s as character data; what XML cannot hold is replaced.
func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes all
	return b.String()
}
