// SPDX-License-Identifier: Apache-2.0
//
// Reads the learned weights from a serial flash at start, and writes them to a load port. The image
// begins with a magic number and ends with a CRC-32, see docs/rtl/windows.md. It is read twice: the
// first time it is only checked, so that nothing is written of another one.
//
// Latency:    done_o is high from the end on. With ok_o, after 4 * (16 * Words + 96) + 3 *
//             2^RestDepth clock cycles or a few more, where Words = 2^WindowDepth + 2^TrackDepth;
//             else as soon as a bit of the magic or of the CRC differs: without a flash, before
//             3 * 2^RestDepth.
// Throughput: a word in 32 clock cycles.
// Handshake:  load_o writes a word for one cycle. Its address and data hold in the next cycle, too.
//             SPI mode 0: mosi_o changes when sck_o falls, miso_i is taken when it rises. The
//             flash is woken (AB), and read (03) at half the clock's rate.
// Reset:      synchronous, for one cycle at least: it begins anew.
//
//   load_address_o   counts the words: the windows', and after them the tracks'
//   ok_o             with done_o: all words are written, and the CRC is right
//
// Parameters
//   Address      of the image in the flash, 0 to 2^24 - 1
//   RestDepth    binary logarithm of the clock cycles before a command, 4 to 16, and no more than
//                WindowDepth + 6: the flash needs some microseconds to wake up
//   WindowDepth  binary logarithm of the words of windows, 2 to 16
//   TrackDepth   binary logarithm of the words of tracks, 1 to WindowDepth - 1
`default_nettype none

module ll_flash_loader #(
    parameter int Address = 1 << 20,
    parameter int RestDepth = 11,
    parameter int WindowDepth = 16,
    parameter int TrackDepth = 10
) (
    input  logic                 clk_i,
    input  logic                 rst_i,
    // the flash
    output logic                 sck_o,
    output logic                 cs_no,
    output logic                 mosi_o,
    input  logic                 miso_i,
    // the words
    output logic                 load_o,
    output logic [WindowDepth:0] load_address_o,
    output logic [         15:0] load_data_o,
    output logic                 done_o,
    output logic                 ok_o
);
  if (Address < 0 || Address >= 1 << 24) begin : gen_check_address
    ll_flash_loader_Address_must_be_0_to_16777215 u_error ();
  end
  if (RestDepth < 4 || RestDepth > 16 || RestDepth > WindowDepth + 6) begin : gen_check_rest
    ll_flash_loader_RestDepth_must_be_4_to_16_and_WindowDepth_plus_6_at_most u_error ();
  end
  if (WindowDepth < 2 || WindowDepth > 16) begin : gen_check_windows
    ll_flash_loader_WindowDepth_must_be_2_to_16 u_error ();
  end
  if (TrackDepth < 1 || TrackDepth >= WindowDepth) begin : gen_check_tracks
    ll_flash_loader_TrackDepth_must_be_1_to_below_WindowDepth u_error ();
  end

  localparam logic [7:0] Wake = 8'hAB;
  localparam logic [31:0] Read = {8'h03, Address[23:0]};
  localparam logic [31:0] Magic = "LRW1";
  localparam logic [31:0] Polynomial = 32'h04C11DB7;

  typedef enum logic [2:0] {
    StRest,     // the flash is not selected
    StWake,
    StCommand,
    StMagic,
    StWords,
    StCrc,
    StDone
  } state_e;

  // What is done after a rest.
  typedef enum logic [1:0] {
    DoWake,
    DoCheck,
    DoWrite
  } pass_e;

  // A bit takes two cycles, in the second of which sck_o is high. count_q counts bits. The last bit of a
  // word is followed by 16 times its number.
  localparam int CountWidth = WindowDepth + 5;
  localparam int First = -80;  // before the words, their magic and the command, less a word
  localparam int Begin = First - (1 << (RestDepth - 1));
  localparam int LastWord = (1 << WindowDepth) + (1 << TrackDepth) - 1;
  localparam int LastBit = 16 * LastWord - 1;

  state_e state_q, state_d;
  pass_e pass_q, pass_d;
  logic half_q;  // the second cycle of a bit
  logic [CountWidth-1:0] count_q;
  logic miso_q;
  logic [31:0] crc_q;
  logic [15:0] word_q;
  logic cs_nq, sck_q, load_q, ok_q;

  // The end of each state, given that count_q only grows in it.
  localparam int BeforeFirst = First - 1;
  localparam logic [RestDepth-2:0] RestEnd = BeforeFirst[RestDepth-2:0];
  localparam logic [CountWidth-1:0] WordsEnd = LastBit[CountWidth-1:0];
  logic rest_ends, wake_ends, block_ends, words_end;
  assign rest_ends = count_q[RestDepth-2:0] == RestEnd;
  assign wake_ends = &count_q[2:0];
  assign block_ends = count_q[4:0] == 5'd15;
  assign words_end = count_q == WordsEnd;

  logic expected, wrong;
  assign expected = state_q == StMagic ? Magic[~(count_q[4:0] ^ 5'd16)] : crc_q[31];
  assign wrong = (state_q == StMagic || state_q == StCrc) && miso_q != expected;

  always_comb begin
    state_d = state_q;
    pass_d  = pass_q;
    if (half_q) begin
      case (state_q)
        StRest:
        if (rest_ends) begin
          if (pass_q == DoWake) state_d = StWake;
          else state_d = StCommand;
        end
        StWake:
        if (wake_ends) begin
          state_d = StRest;
          pass_d  = DoCheck;
        end
        StCommand: if (block_ends) state_d = StMagic;
        StMagic: if (wrong) state_d = StDone; else if (block_ends) state_d = StWords;
        StWords: if (words_end) state_d = StCrc;
        StCrc:
        if (wrong || (block_ends && pass_q == DoWrite)) begin
          state_d = StDone;
        end else if (block_ends) begin
          state_d = StRest;
          pass_d  = DoWrite;
        end
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    half_q <= ~half_q;
    miso_q <= miso_i;
    state_q <= state_d;
    pass_q <= pass_d;
    cs_nq <= state_d == StRest || state_d == StDone;
    sck_q <= ~half_q & ~cs_nq;
    load_q <= half_q && state_q == StWords && pass_q == DoWrite && &count_q[3:0];
    if (half_q) begin
      count_q <= count_q + 1'b1;
      word_q  <= {word_q[14:0], miso_q};
      crc_q   <= {crc_q[30:0], 1'b0} ^ ({32{crc_q[31] ^ miso_q}} & Polynomial);
      if (state_q == StCrc && state_d == StDone) ok_q <= ~wrong;
    end
    if (state_q == StCommand) crc_q <= {32{1'b1}};
    if (state_d == StRest && state_q != StRest) count_q <= Begin[CountWidth-1:0];
    if (rst_i) begin
      state_q <= StRest;
      pass_q  <= DoWake;
      count_q <= Begin[CountWidth-1:0];
      half_q  <= 1'b0;
      cs_nq   <= 1'b1;
      sck_q   <= 1'b0;
      load_q  <= 1'b0;
      ok_q    <= 1'b0;
    end
  end

  assign sck_o = sck_q;
  assign cs_no = cs_nq;
  assign mosi_o = state_q == StWake ? Wake[~count_q[2:0]] : state_q == StCommand && Read[~(count_q[4:0] ^ 5'd16)];
  assign load_o = load_q;
  assign load_address_o = count_q[CountWidth-1:4];
  assign load_data_o = word_q;
  assign done_o = state_q == StDone;
  assign ok_o = ok_q;
endmodule

`default_nettype wire
