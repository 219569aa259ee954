package main

import (
	"bufio"
	"sync"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/trax/gamefile"
	"github.com/loopline/loopline/trax/rtl"
)

func newSimReplayCmd() *cobra.Command {
	var o coreOptions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Replay games on a simulated core",
		Long:  rtl.ReplayHelp + gamefile.Help,
		Example: `  loopline sim replay game.trx
  loopline sim replay --json games.jsonl --core path/to/dir`,
		Args: wantArgs(1, -1, "the FILE to replay (- is standard input)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return &usageError{cmd.CommandPath(), err.Error()}
			}
			grow := !cmd.Flags().Changed("size") && o.dir == ""
			return simReplay(cmd, &o, args, asJSON, grow)
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a game")
	return cmd
}

func simReplay(cmd *cobra.Command, o *coreOptions, names []string, asJSON, grow bool) error {
	model, err := o.build(cmd, false)
	if err != nil {
		return err
	}
	cores := &rtl.Replayers{Model: model}
	if grow {
		large := *o
		large.size = 1 << rtl.MaxLogSize
		cores.Large = sync.OnceValues(func() (*rtl.CoreModel, error) { return large.build(cmd, false) })
	}
	defer cores.Close()
	answerer := func() gamefile.Answerer { return cores.New().Answerer(cmd.Context(), asJSON) }
	out := bufio.NewWriterSize(cmd.OutOrStdout(), outputBuffer)
	for _, name := range names {
		s, err := openGames(cmd, name)
		if err == nil {
			err = s.AnswerAll(cmd.Context(), out, answerer(), answerer)
			s.Close()
		}
		if err != nil {
			return flush(out, err)
		}
	}
	return flush(out, nil)
}
