package host

import "context"

type gameKey struct{}

// WithGame returns a context for opening the players of one game: the key is that game's
// alone, so that players that are opened one by one can tell that they meet.
func WithGame(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, gameKey{}, key)
}

// GameOf returns the key of the game that players are opened for; empty if it isn't known.
func GameOf(ctx context.Context) string {
	key, _ := ctx.Value(gameKey{}).(string)
	return key
}

// PollingActionLine is the format of the line in a polling client's log that says how long after
// the beginning of its turn it acted last, and how long it may take. Its answer takes the
// whole turn, whenever it acted.
const PollingActionLine = "action after %v of %v"
