package vectors

// RuleAnswerer answers by the rules that a file was made from.
func RuleAnswerer(set *Set, h Header) (Answerer, error) {
	kind, err := set.Definition(h.Kind)
	if err != nil {
		return nil, err
	}
	board, err := set.ParseBoard(h.Board)
	if err != nil {
		return nil, err
	}
	return Oracle(kind, board), nil
}
