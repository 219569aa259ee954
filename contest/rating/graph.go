package rating

import "math"

// components are the groups of players that met, directly or through others.
func components(players int, results []Result) (group []int, groups int) {
	next := make([][]int, players)
	for _, r := range results {
		next[r.First] = append(next[r.First], r.Second)
		next[r.Second] = append(next[r.Second], r.First)
	}
	group = make([]int, players)
	for p := range group {
		group[p] = -1
	}
	for p := range group {
		if group[p] >= 0 {
			continue
		}
		group[p] = groups
		for stack := []int{p}; len(stack) > 0; {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, q := range next[at] {
				if group[q] < 0 {
					group[q] = groups
					stack = append(stack, q)
				}
			}
		}
		groups++
	}
	return group, groups
}

// strongComponents are the sets of players of which everybody scored, directly
// or through others, against everybody else. Only inside one does the
// likelihood have a maximum (Ford, 1957).
func strongComponents(players int, results []Result) []int {
	beat := make([][]int, players)
	beaten := make([][]int, players)
	score := func(by, against int) {
		beat[by] = append(beat[by], against)
		beaten[against] = append(beaten[against], by)
	}
	for _, r := range results {
		if r.Score > 0 {
			score(r.First, r.Second)
		}
		if r.Score < 1 {
			score(r.Second, r.First)
		}
	}
	// Kosaraju: the reverse order in which walks end, then walks backwards.
	var order []int
	seen := make([]bool, players)
	for p := range players {
		walk(p, beat, seen, func(at int) { order = append(order, at) })
	}
	component := make([]int, players)
	seen = make([]bool, players)
	for i := len(order) - 1; i >= 0; i-- {
		root := order[i]
		walk(root, beaten, seen, func(at int) { component[at] = root })
	}
	return component
}

// walk calls left with each player that is reached from p and was not seen, in
// the order in which the walk leaves them for good.
func walk(p int, next [][]int, seen []bool, left func(int)) {
	if seen[p] {
		return
	}
	type visit struct{ at, edge int }
	seen[p] = true
	for stack := []visit{{p, 0}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.edge == len(next[top.at]) {
			left(top.at)
			stack = stack[:len(stack)-1]
			continue
		}
		q := next[top.at][top.edge]
		top.edge++
		if !seen[q] {
			seen[q] = true
			stack = append(stack, visit{q, 0})
		}
	}
}

// invert inverts a matrix by elimination with pivots.
func invert(m [][]float64) (inverse [][]float64, ok bool) {
	n := len(m)
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, 2*n)
		copy(a[i], m[i])
		a[i][n+i] = 1
	}
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(a[pivot][c]) < 1e-12 {
			return nil, false
		}
		a[c], a[pivot] = a[pivot], a[c]
		scale := 1 / a[c][c]
		for j := range a[c] {
			a[c][j] *= scale
		}
		for r := range n {
			if factor := a[r][c]; r != c && factor != 0 {
				for j := range a[r] {
					a[r][j] -= factor * a[c][j]
				}
			}
		}
	}
	inverse = make([][]float64, n)
	for i := range inverse {
		inverse[i] = a[i][n:]
	}
	return inverse, true
}
