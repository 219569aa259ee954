package trax

type cache struct{}

func (c *cache) find(p *Position, depth int, total *Count) (key [2]uint64, known bool) {
	return key, false
}
func (c *cache) store(key [2]uint64, depth int, total Count) {}
