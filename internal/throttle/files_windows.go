package throttle

import "math"

// Files is how many files this program may have open. Windows has no limit of them.
func Files() int { return math.MaxInt32 }
