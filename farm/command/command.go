// Package command is the commands of loopline-farm that loopline does not have:
// work for many machines. A command is flags, options, a call and what it prints.
package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/internal/stream"
)

// ErrorFuncs make the errors that decide the exit status of the program.
type ErrorFuncs struct {
	Usage func(command, problem string) error // a mistake in the command line
	Found func(problem string) error          // it ran, and found something wrong
}

// Farm returns the command "loopline farm" with its subcommands.
func Farm(e ErrorFuncs) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "farm",
		Short: "Run rating games and RTL regressions on many machines",
		Long: `Farm does the jobs of a spec on many machines. "farm run" gives the jobs, with a
NATS server inside unless --at names one; "farm work" does them, wherever it runs.
A job is given again when its worker is silent, and its result is kept once.
docs/farm.md has the form of a spec, how large a farm is worth while, and clusters.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newInitCmd(e), newRunCmd(e), newWorkCmd(e), newServerCmd(e))
	return cmd
}

// notifier returns a function that prints messages for the user on standard error.
func notifier(cmd *cobra.Command) func(string) {
	return stream.NewNotifier(cmd.ErrOrStderr(), "loopline").Notify
}

// wantOne wants one argument.
func wantOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return fmt.Errorf("%s is missing", what)
		case 1:
			return nil
		}
		return fmt.Errorf("unexpected argument %.40q", args[1])
	}
}

func newInitCmd(e ErrorFuncs) *cobra.Command {
	var o natsconn.Init
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Make the keys of a farm: TLS, and an access file for each role",
		Long: `Init makes the keys of a farm in DIR: a certificate for the server, and a file for
each who may connect: coordinator.access for farm run, worker.access for farm work,
host.access for who plays with remote boards, agent-NAME.access for the board NAME.
worker-NAME.access for a worker with a key of its own: its work is listed by that name,
and its key can be revoked alone. Copy a file to where it is needed, and keep it secret.

Run again, init adds agents and workers, revokes keys, and makes a new certificate for
the server; the other files stay valid. A running server loads the changes by itself,
and disconnects programs with a revoked key.`,
		Example: `  loopline farm init keys --host farm.example.org --agent lab1 --worker alice,bob
  loopline farm init keys --revoke worker-bob`,
		Args: wantOne("the DIR of the keys"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for flag, names := range map[string][]string{"--agent": o.Agents, "--worker": o.Workers} {
				for _, name := range names {
					if err := natsconn.CheckName(name); err != nil {
						return e.Usage(cmd.CommandPath(), flag+": "+err.Error())
					}
				}
			}
			if err := natsconn.MakeKeys(args[0], o); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "keys are in %s\n", args[0])
			return err
		},
	}
	cmd.Flags().StringSliceVar(&o.Hosts, "host", nil, "`NAME` or address of the server as others call it")
	cmd.Flags().StringSliceVar(&o.Agents, "agent", nil, "`NAME` of a remote board")
	cmd.Flags().StringSliceVar(&o.Workers, "worker", nil, "`NAME` of a worker that has a key of its own")
	cmd.Flags().StringSliceVar(&o.Revoke, "revoke", nil, "`KEY` to revoke, such as worker-NAME; worker, host and coordinator get a new one")
	return cmd
}

type serverOptions struct {
	bus     natsconn.ServerOptions
	cluster natsconn.ClusterOptions
}

func newServerCmd(e ErrorFuncs) *cobra.Command {
	var o serverOptions
	cmd := &cobra.Command{
		Use:   "server --keys DIR --store DIR",
		Short: "Run a NATS server for farms, alone or clustered",
		Long: `Server runs a NATS server until it is stopped. Three of them with --cluster keep
every result on three disks, and work goes on when one of them is lost.`,
		Example: `  loopline farm server --keys keys --store store --listen 0.0.0.0:4222
  loopline farm server --keys keys --store s1 --listen :4222 --name n1 --cluster :6222 --peer h2:6222 --peer h3:6222`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return e.Usage(cmd.CommandPath(), err.Error())
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.bus.Keys, "keys", "", "`DIR` of the keys, as farm init makes it")
	f.StringVar(&o.bus.Store, "store", "", "`DIR` for stored results")
	f.StringVar(&o.bus.Listen, "listen", "127.0.0.1:4222", "`ADDRESS` for coordinators, workers and boards")
	f.StringVar(&o.cluster.Server, "name", "", "`NAME` of this server in a cluster")
	f.StringVar(&o.cluster.Listen, "cluster", "", "`ADDRESS` for the other servers of the cluster")
	f.StringSliceVar(&o.cluster.Peers, "peer", nil, "`ADDRESS` of another server of the cluster")
	return cmd
}

func (o *serverOptions) check() error {
	switch {
	case o.bus.Keys == "":
		return errors.New("--keys is missing")
	case o.bus.Store == "":
		return errors.New("--store is missing")
	case o.cluster.Listen == "" && (o.cluster.Server != "" || len(o.cluster.Peers) > 0):
		return errors.New("--name and --peer are of a cluster; --cluster says where this server listens for the others")
	case o.cluster.Listen != "" && (o.cluster.Server == "" || len(o.cluster.Peers) == 0):
		return errors.New("--cluster wants the --name of this server and a --peer for each other")
	}
	return nil
}

func (o *serverOptions) run(cmd *cobra.Command) error {
	if o.cluster.Listen != "" {
		o.bus.Cluster = &o.cluster
	}
	o.bus.Notify = notifier(cmd)
	s, err := natsconn.StartServer(o.bus)
	if err != nil {
		return err
	}
	defer s.Stop()
	o.bus.Notify("the server is at " + s.URL())
	<-cmd.Context().Done()
	return nil
}

// awaitServer connects to a server. It waits while none answers, as when the network is cut or the server is
// started later, and says so once.
func awaitServer(ctx context.Context, o natsconn.ConnectOptions) (*nats.Conn, error) {
	told := ""
	for {
		conn, err := natsconn.Connect(ctx, o)
		if !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) {
			return conn, err
		}
		if text := err.Error(); text != told {
			o.Notify(text + "; trying again")
			told = text
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}
