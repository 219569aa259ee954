// Package interrupt tells a wait with a deadline of simulated time from what ends it. The context of such
// a wait is over once the wall's clock has passed the deadline, and from then on says nothing of the
// context that it comes from, which may be cancelled later.
package interrupt

import "context"

type key struct{}

// With returns a context from which contexts with deadlines may be derived: Of finds ctx in each.
func With(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, ctx) }

// Of returns the context that was given to With last, or nil.
func Of(ctx context.Context) context.Context {
	from, _ := ctx.Value(key{}).(context.Context)
	return from
}
