// The reference RTL, in the order in which tools read it: packages, then modules.
//
//   verilator --lint-only -Wall -F hdl/rtl/files.f --top-module ll_board
//   cd hdl/rtl && iverilog -g2012 -Wall -f files.f -s ll_board -tnull
//   cd hdl/rtl && yosys -p "read_verilog -sv $(grep -v // files.f | xargs); hierarchy -check -top ll_board"
battle2048/ll_battle2048_pkg.sv
trax/ll_trax_pkg.sv
battle2048/ll_battle2048_answer.sv
battle2048/ll_battle2048_board.sv
battle2048/ll_battle2048_line.sv
battle2048/ll_battle2048_player.sv
battle2048/ll_battle2048_search.sv
battle2048/ll_slide.sv
battle2048/ll_slide_row.sv
chaser/ll_chaser_board.sv
chaser/ll_chaser_chooser.sv
chaser/ll_chaser_line.sv
chaser/ll_chaser_player.sv
chaser/ll_view.sv
grid/ll_flood.sv
serial/ll_line_rx.sv
serial/ll_line_tx.sv
serial/ll_serial_shell.sv
serial/ll_uart_rx.sv
serial/ll_uart_tx.sv
trax/ll_bbox.sv
trax/ll_board.sv
trax/ll_board_ram.sv
trax/ll_board_search.sv
trax/ll_chooser.sv
trax/ll_chooser_core.sv
trax/ll_core.sv
trax/ll_eval.sv
trax/ll_eval_rom.sv
trax/ll_forced.sv
trax/ll_lfsr.sv
trax/ll_line_decode.sv
trax/ll_move_decode.sv
trax/ll_move_encode.sv
trax/ll_movegen.sv
trax/ll_player.sv
trax/ll_ram.sv
trax/ll_search.sv
trax/ll_search_core.sv
trax/ll_tile_fit.sv
trax/ll_turn.sv
trax/ll_undo_stack.sv
