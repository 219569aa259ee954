package sim

import (
	"fmt"

	"github.com/loopline/loopline/sandbox"
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

// confine refuses an untrusted design where nothing isolates it.
func (b *Builder) confine(s Source) error {
	i := b.isolation()
	if s.embedded() || i.Mode() == sandbox.None {
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

// tools are what runs tools for the builder.
func (b *Builder) tools() toolchain {
	return toolchain{isolation: b.isolation(), trusts: b.TrustRTL, compiled: &b.compiled}
}

// toolchain looks for Verilator and a compiler.
func (b *Builder) toolchain() (toolchain, error) {
	t := b.tools()
	err := t.find()
	if t.trusts {
		t.versions += "trusted\n" // what was built so is not for others
	}
	return t, err
}
