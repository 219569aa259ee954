package battle2048

import "github.com/loopline/loopline/games/jsonvalue"

// Script is the lines of a game that Replay takes, in the order in which they
// are played: start cells, then turns. Of raw lines the times are left out, and
// the game ends where one player has no more.
func Script(question []byte) ([]string, error) {
	v, err := jsonvalue.Object(question)
	if err != nil {
		return nil, err
	}
	var lines []string
	switch {
	case v.Has("commands"):
		lines = logged(v)
	case v.Has("moves") || !v.Has("init"):
		lines = v.Key("moves").Texts()
	default:
		init := v.Key("init").ListOf(2)
		p0, p1 := v.Key("p0").Texts(), v.Key("p1").Texts()
		if v.Err() == nil {
			lines = append(lines, init[0].Text(), init[1].Text())
			lines = alternate(lines, p0, p1)
		}
	}
	if v.Err() != nil {
		return nil, v.Err()
	}
	return lines, nil
}

// alternate appends lines by turns, until whose turn it is has none.
func alternate(lines, p0, p1 []string) []string {
	for i := range p0 {
		_, line := slept(p0[i])
		if lines = append(lines, line); i == len(p1) {
			break
		}
		_, line = slept(p1[i])
		lines = append(lines, line)
	}
	return lines
}
