module brain import board_pkg::*; (
    input  logic  clk,
    input  logic  rst_n,
    input  beat_t in,
    input  logic  in_valid,
    output logic  in_ready,
    stream_if.source out
);
  state_e state, state_d;
  logic [7:0] q;
  logic [1:0] n;
  logic [7:0] line [4];
  logic take;

  assign take = in_valid && in_ready;

  always_comb begin
    state_d = state;
    in_ready = 1'b0;
    unique case (state)
      ST_IDLE: begin
        in_ready = 1'b1;
        if (take) state_d = ST_READ;
      end
      ST_READ: begin
        in_ready = 1'b1;
        if (take && in.last) state_d = ST_DECIDE;
      end
      ST_DECIDE: state_d = q == "B" ? ST_IDLE : ST_WRITE;
      ST_WRITE: if (out.ready && n == 3) state_d = ST_END;
      ST_END: if (out.ready) state_d = ST_IDLE;
      default: state_d = ST_IDLE;
    endcase
  end

  genvar g;
  generate
    for (g = 0; g < 2; g++) begin : gen_letter
      always_ff @(posedge clk)
        if (state == ST_DECIDE) line[g] <= q == "T" ? (g == 0 ? "S" : "V") : (g == 0 ? "@" : "0");
    end
  endgenerate
  always_ff @(posedge clk) begin
    line[2] <= "+";
    line[3] <= 8'h0a;
  end

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      state <= ST_IDLE;
      n <= 0;
      q <= 0;
    end else begin
      state <= state_d;
      if (take && !in.last && is_letter(in.data)) q <= in.data;
      case (state)
        ST_DECIDE: n <= 0;
        ST_WRITE: if (out.ready) n <= n + 1;
      endcase
    end

  assign out.data  = line[n];
  assign out.valid = (state == ST_WRITE && !(q == "T" && n == 2));
endmodule
