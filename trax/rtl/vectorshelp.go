package rtl

// VectorsHelp is what people read of loopline sim vectors.
const VectorsHelp = `Vectors has RTL answer the vectors of a file (loopline vectors gen, JSON Lines)
and compares. ll_core answers turn and moves vectors, ll_move_decode notation,
ll_uart_tx and ll_uart_rx uart; the vectors of other games name the game, whose
module in docs/rtl/kernels.md answers. Each turn is tried, played and taken back, and
the board that the traces add up to is compared by its checksum. A core that
cannot do everything yet answers by what it can: --without undo,try,gen leaves
NEW and PLAY, and the gen ports need not exist then.

The first difference ends it with exit status 3: it is drawn, with the moves
that lead there. Otherwise the clock cycles of the commands are summed up.`
