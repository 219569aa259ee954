package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/internal/tier"
)

// onlyEcho is what a player is told that sends back what it gets.
const onlyEcho = "it sends back what it gets: the wire and the rate are right, the player is missing"

// TestEchoIsTold: a program and a serial line that send back what they get are told so by each command that asks them,
// in each game in which the host speaks first.
func TestEchoIsTold(t *testing.T) {
	tier.NoRace(t)
	for _, name := range games.Names() {
		if name == "chaser" {
			continue // its players speak first
		}
		t.Run(name, func(t *testing.T) {
			out, status := saidBy(t, "check", "exec:cat", "--game", name, "--handshake", "1s", "--step", "2")
			require.Equal(t, statusFound, status, out)
			require.Contains(t, out, onlyEcho)
			require.NotContains(t, out, "no-byte")
			require.NotContains(t, out, "no byte")
		})
	}
	for _, command := range [][]string{
		{"check", "SERIAL", "--handshake", "1s", "--step", "2"},
		{"play", "--white", "SERIAL", "--red", "bot:random", "--handshake", "1s"},
		{"report", "SERIAL", "-o", filepath.Join(t.TempDir(), "out"), "--handshake", "1s", "--positions", "1", "--answers", "1", "--match-games", "0"},
	} {
		t.Run("serial "+command[0], func(t *testing.T) {
			serial := bridgetest.StartPlayer(t, "serial", "good", "echo", bridgetest.Scripts{"echo": bridgetest.Echo})
			for i, word := range command {
				command[i] = strings.Replace(word, "SERIAL", serial, 1)
			}
			out, _ := saidBy(t, command...)
			if command[0] == "report" {
				page, err := os.ReadFile(filepath.Join(command[3], "report.html"))
				require.NoError(t, err)
				out = string(page)
			}
			require.Contains(t, out, onlyEcho)
			require.NotContains(t, out, "no-byte")
		})
	}
	out, _ := saidBy(t, "check", "exec:cat", "--handshake", "1s", "--step", "2", "--lang", "ja")
	require.Contains(t, out, "受け取ったものをそのまま送り返しています。接続とレートは正しく、プレイヤーがまだありません")
}

// TestEchoBoardIsTold: simulated boards that send back what they get are told so by each command too.
func TestEchoBoardIsTold(t *testing.T) {
	tier.NoRace(t)
	tier.Rest(t)
	board := uartFolder(t)
	require.NoError(t, os.WriteFile(filepath.Join(board, "parrot.v"), []byte(`
module parrot(input clk, input rst, input rx, output tx);
  wire valid, busy;
  wire [7:0] data;
  uart_rx #(.CLKS(104)) r (.clk(clk), .rst(rst), .rx(rx), .valid(valid), .data(data));
  uart_tx #(.CLKS(104)) t (.clk(clk), .rst(rst), .go(valid), .data(data), .busy(busy), .tx(tx));
endmodule
`), 0o600))
	connected := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(connected, "loop.v"), []byte("module loop(input clk, input rx, output tx); assign tx = rx; endmodule\n"), 0o600))
	const loop = "tx follows rx at any rate: they are connected, and nothing receives"
	for _, c := range []struct {
		board, want string
		command     []string
	}{
		{board, onlyEcho, []string{"sim", "check", "BOARD", "--step", "2"}},
		{board, onlyEcho, []string{"check", "sim:BOARD", "--step", "3", "--no-team"}},
		{board, onlyEcho, []string{"play", "--white", "sim:BOARD", "--red", "bot:random"}},
		{board, onlyEcho, []string{"sim", "check", "BOARD", "--game", "chaser", "--step", "2"}},
		{connected, loop, []string{"sim", "check", "BOARD", "--step", "2"}},
		{connected, loop, []string{"play", "--white", "sim:BOARD", "--red", "bot:random"}},
	} {
		address := c.board + "?clk=12000000&baud=115200"
		if c.board == connected {
			address += "&rst=none"
		}
		for i, word := range c.command {
			c.command[i] = strings.Replace(word, "BOARD", address, 1)
		}
		out, _ := saidBy(t, append(c.command, "--handshake", "100ms")...)
		require.Contains(t, out, c.want, c.command)
		require.NotContains(t, out, "no-byte", c.command)
		if c.want == loop {
			require.NotContains(t, out, "rate are right", c.command)
		}
	}
}
