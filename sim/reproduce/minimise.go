package reproduce

import "context"

// Minimise returns a part of the numbers from 0 to n-1, in order, that still shows
// something, and of which no single number can be left out: delta debugging. All of them
// must show it. Shows is called at most tries times.
func Minimise(ctx context.Context, n, tries int, shows func(ctx context.Context, kept []int) (bool, error)) ([]int, error) {
	kept := make([]int, n)
	for i := range kept {
		kept[i] = i
	}
	for parts := 2; len(kept) > 0 && tries > 0; {
		parts = min(parts, len(kept))
		shorter := false
		for part := 0; part < parts && tries > 0; part++ {
			from, to := part*len(kept)/parts, (part+1)*len(kept)/parts
			rest := append(append([]int(nil), kept[:from]...), kept[to:]...)
			tries--
			ok, err := shows(ctx, rest)
			if err != nil {
				return kept, err
			}
			if ok {
				kept, shorter = rest, true
				parts = max(2, parts-1)
				break
			}
		}
		switch {
		case shorter:
		case parts >= len(kept):
			return kept, nil
		default:
			parts *= 2
		}
	}
	return kept, nil
}
