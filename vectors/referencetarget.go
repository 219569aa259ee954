package vectors

// ReferenceTarget answers by the rules that a file was made from.
func ReferenceTarget(set *Set, h Header) (Target, error) {
	kind, err := set.Definition(h.Kind)
	if err != nil {
		return nil, err
	}
	board, err := set.ParseGridSize(h.Grid)
	if err != nil {
		return nil, err
	}
	return OracleTarget(kind, board), nil
}
