package grade

import "slices"

// Alike is another student whose design is built like this one's.
type Alike struct {
	Name  string
	Share float64 // of what the two have beyond the class, from 0 to 1
}

// How designs are compared.
const (
	alikeShare  = 0.9 // from which it is said
	fewestOwn   = 40  // pieces beyond the class's of a design that is compared
	commonShare = 0.5 // of the class that has a piece, from which it is the class's
	fewestClass = 4   // designs that can be compared
)

// compare looks for designs that are alike beyond what all have from the starter, and what most
// of the class has, such as the solutions of the pages.
func compare(students []Student, starter map[uint64]int) {
	has := make(map[uint64]int)
	designs := 0
	for _, s := range students {
		if len(s.Shapes) > 0 {
			designs++
		}
		for shape := range s.Shapes {
			has[shape]++
		}
	}
	if designs < fewestClass {
		return // nobody can tell what the class has in common
	}
	common := func(shape uint64) bool { return float64(has[shape]) > commonShare*float64(designs) }
	own := make([]map[uint64]int, len(students))
	sizes := make([]int, len(students))
	for i, s := range students {
		own[i] = make(map[uint64]int)
		for shape, n := range s.Shapes {
			if n -= starter[shape]; n > 0 && !common(shape) {
				own[i][shape] = n
				sizes[i] += n
			}
		}
	}
	for i := range students {
		for j := range i {
			if sizes[i] < fewestOwn || sizes[j] < fewestOwn {
				continue
			}
			shared := 0
			for shape, n := range own[i] {
				shared += min(n, own[j][shape])
			}
			share := float64(shared) / float64(sizes[i]+sizes[j]-shared)
			if share >= alikeShare {
				students[i].Alike = append(students[i].Alike, Alike{students[j].Name, share})
				students[j].Alike = append(students[j].Alike, Alike{students[i].Name, share})
			}
		}
	}
	for i := range students {
		slices.SortFunc(students[i].Alike, func(a, b Alike) int {
			if a.Name < b.Name {
				return -1
			}
			return 1
		})
	}
}
