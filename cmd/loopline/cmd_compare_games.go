package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/games"
	"github.com/loopline/loopline/games/advice"
	"github.com/loopline/loopline/internal/stream"
)

// ofAnotherGame reports whether the game to compare is another than Trax: the
// one of --game, or of the record.
func (o *compareOptions) ofAnotherGame(cmd *cobra.Command, subject string, live bool) (bool, error) {
	if err := o.gameOptions.check(); err != nil {
		return false, err
	}
	if !live && subject != "-" {
		s, err := openGames(cmd, subject)
		if err != nil {
			return false, nil // whoever reads it says why
		}
		o.name = games.Named(s, o.name)
		s.Close()
		if err := o.gameOptions.check(); err != nil {
			return false, err
		}
	}
	if o.game.Name == games.Default {
		return false, nil
	}
	return true, cmp.Or(o.refuse("suite", "record", "is", "depth", "box", "plies", "no-team"), o.checkAnother(subject, live))
}

// checkAnother finds mistakes in what is said of another game.
func (o *compareOptions) checkAnother(subject string, live bool) (err error) {
	if o.unset("bot") {
		o.bot = o.game.Bots[0]
	}
	if o.only, err = o.game.CheckCompare(o.bot, o.seat); err != nil || !live {
		return err
	}
	return cmp.Or(o.checkTested(subject, "compared"), o.Check())
}

// runAnother compares and reports. What was compared is reported whatever ended
// it.
func (o *compareOptions) runAnother(cmd *cobra.Command, subject string, live bool) error {
	out := &stream.FirstError{W: cmd.OutOrStdout()}
	r := &advice.Report{Out: out, JSON: o.asJSON, Bot: o.bot, Seats: o.game.Seats, Only: o.only}
	err := o.compareAnother(cmd, subject, live, r)
	r.Finish()
	var foul *games.PlayerError
	if errors.As(err, &foul) {
		err = &foundError{foul.What}
	}
	if err == nil && r.Moves() == 0 {
		err = fmt.Errorf("%s: there is no move to compare", subject)
	}
	return errors.Join(err, out.Err())
}

func (o *compareOptions) compareAnother(cmd *cobra.Command, subject string, live bool, r *advice.Report) error {
	if live {
		t := o.test(cmd, subject, o.Limits, o.Connect, &o.trust)
		t.Seed = o.Seed
		return o.game.ComparePlayer(cmd.Context(), t, cmp.Or(o.Games, 2), r)
	}
	s, err := openGames(cmd, subject)
	if err != nil {
		return err
	}
	defer s.Close()
	return o.game.CompareFile(cmd.Context(), s, r)
}
