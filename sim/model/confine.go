package model

import (
	"fmt"

	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// An UnconfinedError reports that an untrusted design isn't built, because this
// machine can't isolate tools and models.
type UnconfinedError struct {
	Source string // name of the design, for people
	Why    error  // what is missing, and the remedy
}

// Error names the design, the cause and both remedies.
func (e *UnconfinedError) Error() string {
	return fmt.Sprintf("%s: a design is read, built and run in isolation alone, and this machine has none: %v. "+
		"If you trust who wrote the design, add --isolation none.", e.Source, e.Why)
}

// Unwrap returns why nothing isolates here.
func (e *UnconfinedError) Unwrap() error { return e.Why }

// Confine refuses an untrusted design where nothing isolates it.
func (b *Builder) Confine(s sources.Source) error {
	i := b.isolation()
	if s.Embedded() || i.Mode() == sandbox.None {
		return nil
	}
	if _, err := i.Available(); i.Mode() == sandbox.Require && err != nil {
		return err
	}
	if why := i.Unavailable(); why != nil {
		return &UnconfinedError{s.Name, why}
	}
	return nil
}

// isolation returns the builder's isolation; without one, an isolation of mode auto.
func (b *Builder) isolation() *sandbox.Isolation {
	b.once.Do(func() {
		if b.Isolation == nil {
			b.Isolation = sandbox.New(sandbox.Auto, nil)
		}
	})
	return b.Isolation
}

// Tools runs tools in the isolation of the builder, with its trust in designs. Verilator and a compiler are not looked for.
func (b *Builder) Tools() tooling.Toolchain {
	return tooling.Toolchain{Isolation: b.isolation(), Trusts: b.TrustRTL, Compiled: &b.compiled}
}

// Toolchain looks for Verilator and a compiler.
func (b *Builder) Toolchain() (tooling.Toolchain, error) {
	t := b.Tools()
	err := t.Find()
	if t.Trusts {
		t.Versions += "trusted\n" // what was built so is not for others
	}
	return t, err
}
