package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/bridge/addr"
	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/stream"
	"github.com/loopline/loopline/player"
)

type compareOptions struct {
	drillOptions
	seat   string
	bot    string
	asJSON bool
}

func newCompareCmd() *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare ADDR|RECORD",
		Short: "Compare a player's moves with a bot or a reference",
		Long: `Compare prints for each move of a player whether it is legal, which move a bot
would have played, and the evals of both moves by search: the chance to win of the
side that moves. An exclamation mark marks a loss of 20 % or more.

Of a RECORD, or games in any other format of "loopline replay", it compares the
moves of --seat, which is white, red, both, or the address of a seat. Of a player
at ADDR it compares the moves that it plays now: against our side of the built-in
suite, or of the games of --record FILE or --suite FILE, up to where the player deviates from
them, since the protocol has no other way to a position.

--reference ADDR says what the player is supposed to be: the reference board
(sim:reference), a bot with a bound that is not of time, or any other player that
plays the same again. It plays each game along; the first move that it would not
have played is a divergence, reported with its ply, the board and the moves that lead
there. From the second game on, the reference may also be one that was opened again.

With --json it prints JSON Lines: an object of type move for each move, divergence
and illegal where there is one, and summary. The status is 3 if a move is illegal
or diverges, or if the record was changed.

The RECORD of another game, and with --game NAME a player of one, is compared with
the bot of --bot alone.

` + player.AddressHelp,
		Example: `  loopline compare match.jsonl --seat white --reference sim:reference
  loopline compare serial:/dev/ttyUSB0 --bot search?depth=4
  loopline compare serial:/dev/ttyUSB0 --record match.jsonl --reference 'bot:greedy?seed=7'`,
		Args:              wantArgs(1, 1, "the ADDR of the player, or a RECORD"),
		ValidArgsFunction: completeAddress,
		RunE: func(cmd *cobra.Command, args []string) error {
			comparer, out, err := o.comparer(cmd, args[0])
			if err != nil {
				return &usageError{cmd.CommandPath(), say.TextOf(err)}
			}
			wrong, err := comparer.Run(cmd.Context())
			return cmp.Or(err, out.Err(), found(wrong))
		},
	}
	o.flags(cmd, 8)
	f := cmd.Flags()
	f.StringVar(&o.seat, "seat", descriptor.EverySeat, "whose moves of a RECORD: white, red, both, or an `ADDR`")
	f.StringVar(&o.bot, "bot", "search?depth=3", "the bot to compare with, as in bot:NAME; none leaves values out")
	f.BoolVar(&o.asJSON, "json", false, "print JSON Lines")
	return cmd
}

// comparer makes the comparison of a subject. The error stream keeps the first failed
// write.
func (o *compareOptions) comparer(cmd *cobra.Command, subject string) (descriptor.Comparer, *stream.FirstError, error) {
	live := addr.IsAddress(subject)
	if err := o.check(cmd, subject, live); err != nil {
		return nil, nil, err
	}
	if o.unset("bot") {
		o.bot = ""
	}
	out := &stream.FirstError{W: cmd.OutOrStdout()}
	c := o.game.Comparer(&descriptor.Comparison{
		Test: o.test(cmd, subject), Subject: subject, Live: live, Seat: o.seat, Bot: o.bot,
		Drill: o.Drill, Out: out, JSON: o.asJSON, Open: anyGamesOpener(cmd), Describe: describe,
	})
	return c, out, c.Check()
}

// check finds the game, that of --game or of the record, and checks the options of all
// games.
func (o *compareOptions) check(cmd *cobra.Command, subject string, live bool) error {
	if !live && subject != "-" {
		if s, err := anyGames(cmd, subject); err == nil { // else whoever reads it says why
			o.name = games.GameOf(s, o.name)
			s.Close()
		}
	}
	if err := o.find(); err != nil {
		return err
	}
	if err := o.refuse(); err != nil || !live {
		return err
	}
	return o.checkTested(subject, "compared")
}
