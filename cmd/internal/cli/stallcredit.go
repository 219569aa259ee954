package cli

import (
	"time"

	"github.com/loopline/loopline/contest/config"
	"github.com/loopline/loopline/internal/rangecheck"
)

// stallCredit is the value of --stall-credit.
type stallCredit struct {
	most time.Duration
	void bool // a game whose verdict hangs on credit is void
}

// String implements pflag.Value.
func (c *stallCredit) String() string {
	if c.void {
		return "void"
	}
	return c.most.String()
}

// Type implements pflag.Value.
func (c *stallCredit) Type() string { return "duration" }

// Set implements pflag.Value: a time, or void.
func (c *stallCredit) Set(text string) (err error) {
	if text == "void" {
		*c = stallCredit{config.DefaultCredit, true}
		return nil
	}
	c.void = false
	c.most, err = rangecheck.ParseDuration(text)
	return err
}
