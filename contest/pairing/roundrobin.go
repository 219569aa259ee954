package pairing

// RoundRobin are the rounds in which each of n entrants meets each other once, by
// Berger's tables (FIDE Handbook C.05, annex 1); twice when double is set, with the
// seats exchanged. With an odd n one is free in each round.
func RoundRobin(n int, double bool) (rounds [][]Pair) {
	even := n + n%2
	for r := range even - 1 {
		rounds = append(rounds, berger(even, r, n))
	}
	if !double {
		return rounds
	}
	for _, round := range rounds {
		var back []Pair
		for _, p := range round {
			back = append(back, Pair{p.Second, p.First})
		}
		rounds = append(rounds, back)
	}
	return rounds
}

// berger is one round for an even number of places, of which those from n on are
// empty. The last place meets the one at the centre, the others meet across it.
func berger(even, round, n int) (pairs []Pair) {
	circle := even - 1
	centre := round * (even / 2) % circle
	add := func(first, second int) {
		if first < n && second < n {
			pairs = append(pairs, Pair{first, second})
		}
	}
	if round%2 == 0 {
		add(centre, circle)
	} else {
		add(circle, centre)
	}
	for i := 1; i < even/2; i++ {
		add((centre+i)%circle, (centre-i+circle)%circle)
	}
	return pairs
}

// Gauntlet are the rounds in which one entrant meets each other of n, twice with the
// seats exchanged when double is set. Who moves first alternates.
func Gauntlet(n, one int, double bool) (rounds [][]Pair) {
	for other := range n {
		switch {
		case other == one:
		case len(rounds)%2 == 0:
			rounds = append(rounds, []Pair{{one, other}})
		default:
			rounds = append(rounds, []Pair{{other, one}})
		}
	}
	if double {
		for _, round := range rounds {
			rounds = append(rounds, []Pair{{round[0].Second, round[0].First}})
		}
	}
	return rounds
}

// Groups deals n seeds into groups whose sizes differ by at most one, there and
// back again (1 to A, 2 to B, 3 to B, 4 to A, …), so that they are as strong.
func Groups(n, groups int) [][]int {
	all := make([][]int, groups)
	for seed := range n {
		row, column := seed/groups, seed%groups
		if row%2 == 1 {
			column = groups - 1 - column
		}
		all[column] = append(all[column], seed)
	}
	return all
}
