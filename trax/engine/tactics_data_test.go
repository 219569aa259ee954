package engine_test

// tactics is data of TestTactics: the moves before, the best fate that the side
// to move can have, and how many of its moves have it.
var tactics = []struct {
	moves   string
	best    fate
	answers int
}{
	{`@0/ A2/ A0+ @3\ A2+ A0+ @3/`, wins, 2},                                             // of 34
	{`@0/ B1\ @1/ A0/ B1+ D2+ D3+ B0\ C1/ E2/ @1/ A3+`, wins, 2},                         // of 48
	{`@0+ A0+ A3+ @1+ C2/ @1/ A2/ E2+ A0+ E4/ D1+ C5\ B5/ E5+ @4+ A1+ B0/`, wins, 2},     // of 58
	{`@0/ @1/ C1\ A2/ @1/ D2\ B0\ C0+ E3\ A2\ D2/ B5/ A0/ D2+ A5+ @6+ F3+ B7\`, wins, 2}, // of 58
	{`@0+ A2+ B1\`, wins, 2},                                 // of 24
	{`@0/ A2\ @2\`, wins, 2},                                 // of 24
	{`@0/ A0\ A0/`, wins, 2},                                 // of 24
	{`@0+ @1+ B0/ C1+ B3+ C3+ D3+ A1+ @1\`, wins, 1},         // of 36
	{`@0/ @1/ B2+ B3\ @2+ @2/ D0+ E4\ B2+ F3/ C0\`, wins, 1}, // of 42
	{`@0+ B1+ A2+ B0/ @3+ C3\`, wins, 1},                     // of 28
	{`@0+ @1+ C1/ A0\ C3/ C1/ @1/ A0/ C1+ A0\ E3+ @1\ B0+ A3/ G6+ E2\ @2+ D6+ F1+`, wins, 1}, // of 58
	{`@0+ @1+ @1/ C2\ @1+ A0/ D1+ A0/ D1+ C2\ D5\ @3/ D5+ E0/ C1/ F1\`, wins, 1},             // of 56
	{`@0+ A0\ @1/ C1\ B0/ A3+ D3\`, holds, 2},                                                // of 30
	{`@0/ A2\ B1+ A3/ B2\ A0\ B5\ C5\ A0\ A7+ A8+ C3\ @8\ E7/ E8/`, holds, 2},                // of 66
	{`@0/ A0\ @2/ B0\ A1/ B4\ C1+ @2\`, holds, 2},                                            // of 40
	{`@0/ A2+ B2\ A0+ @3\ A4+ B4\ D3/ @4\ @4+ E1/ F4/ D0/ A4/ E6/`, holds, 2},                // of 48
	{`@0+ A2\ A3+ A0+ @4\ C4+ A5+ @5+ B6+ B1\ A3/ D5\ C6+`, holds, 2},                        // of 48
	{`@0/ A0+ @2+ C1+ A3/ C2\ B0+ @4+`, holds, 2},                                            // of 32
	{`@0+ A2/ B2+ C2+ A3\ A0/ @2\ @2/ A3/ @2/`, holds, 2},                                    // of 40
	{`@0/ B1/ B0/ C2+ B0/ A4\`, holds, 2},                                                    // of 38
}
