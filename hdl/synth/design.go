package main

// A design is a module that is measured, with its parameters.
type design struct {
	name       string // in tables and on the command line
	top        string
	parameters map[string]string
	page       string // in hdl/blocks, that shows it; empty for a board
	board      *board // if it is one
	everywhere bool   // measured for all families, not only for iCE40
}

// designs are all that is measured, in the order of the tables.
func designs() []design {
	list := []design{
		{name: "ll_core", top: "ll_core", page: "core", everywhere: true},
		{name: "ll_core, 16x16", top: "ll_core", parameters: logSize("4"), page: "core", everywhere: true},
		{name: "ll_core, 64x64", top: "ll_core", parameters: logSize("6"), page: "core", everywhere: true},
		{name: "ll_turn", top: "ll_turn", page: "core"},
		{name: "ll_movegen", top: "ll_movegen", page: "core"},
		{name: "ll_fit", top: "ll_fit", page: "core"},
		{name: "ll_forced", top: "ll_forced", page: "core"},
		{name: "ll_uart_tx", top: "ll_uart_tx", page: "uart"},
		{name: "ll_uart_rx", top: "ll_uart_rx", page: "uart"},
		{name: "ll_uart_tx, 868", top: "ll_uart_tx", parameters: divider("868"), page: "uart"},
		{name: "ll_uart_rx, 868", top: "ll_uart_rx", parameters: divider("868"), page: "uart"},
		{name: "ll_line_rx", top: "ll_line_rx", page: "uart"},
		{name: "ll_move_decode", top: "ll_move_decode", page: "notation"},
		{name: "ll_move_encode", top: "ll_move_encode", page: "notation"},
		{name: "ll_question", top: "ll_question", page: "player"},
		{name: "ll_chooser", top: "ll_chooser", page: "player"},
		{name: "ll_lfsr", top: "ll_lfsr", page: "player"},
		{name: "ll_player", top: "ll_player", page: "player"},
		{name: "ll_board", top: "ll_board", page: "player", everywhere: true},
	}
	for _, b := range boards() {
		list = append(list, design{name: b.top, top: b.top, board: &b})
	}
	return list
}

func logSize(n string) map[string]string { return map[string]string{"LogSize": n} }

func divider(n string) map[string]string { return map[string]string{"Divider": n} }

// A board is one for which bitstreams are made.
type board struct {
	name  string // of its folder in hdl/boards
	title string
	top   string
	pcf   string // from the root
	chip  chip
	clock float64 // in MHz
}

func boards() []board {
	return []board{
		{
			name: "hx8k", title: "iCE40HX-8K Breakout Board", top: "ll_top_hx8k",
			pcf: "hdl/boards/hx8k/hx8k.pcf", chip: hx8k(), clock: 12,
		},
		{
			name: "icebreaker", title: "iCEBreaker", top: "ll_top_icebreaker",
			pcf: "hdl/boards/icebreaker/icebreaker.pcf", chip: up5k(), clock: 12,
		},
	}
}
