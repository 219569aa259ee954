package trax

// cache remembers the size of subtrees by the class of their root and their
// depth. A nil cache remembers nothing. It overwrites what is in the way.
type cache struct {
	entries []cacheEntry // a power of two
}

type cacheEntry struct {
	key   key
	count Count
}

// minCachedDepth is the depth from which finding a class costs clearly less
// than counting the subtree again.
const minCachedDepth = 2

// newCache returns a cache of at most size bytes, or nil if that is less than
// a few entries.
func newCache(size uint64) *cache {
	n := uint64(1)
	for n*2*32 <= size {
		n *= 2
	}
	if n < 16 {
		return nil
	}
	return &cache{make([]cacheEntry, n)}
}

// find returns the key of p's subtree of the given depth and, if it is known,
// its count.
func (c *cache) find(p *Position, depth int) (k key, count Count, known bool) {
	if c == nil || depth < minCachedDepth {
		return k, count, false
	}
	k = p.classKey()
	k[1] ^= mix(uint64(depth))
	e := &c.entries[k[0]&uint64(len(c.entries)-1)]
	return k, e.count, e.key == k
}

// store remembers a subtree under the key that find gave.
func (c *cache) store(k key, depth int, count Count) {
	if c != nil && depth >= minCachedDepth {
		c.entries[k[0]&uint64(len(c.entries)-1)] = cacheEntry{k, count}
	}
}
