package command

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/loopline/loopline/farm/jobs"
	"github.com/loopline/loopline/farm/natsconn"
	"github.com/loopline/loopline/sandbox"
)

type workOptions struct {
	at, key, programs, name, dir string
	slots                        int
	untilOver                    bool
	mode                         sandbox.Mode
}

func newWorkCmd(e ErrorFuncs) *cobra.Command {
	var o workOptions
	cmd := &cobra.Command{
		Use:   "work --at URL --key FILE --programs LIST",
		Short: "Do the jobs of a farm",
		Long: `Work does jobs until it is stopped. It runs nothing but the programs of LIST, which
sha256sum prints, in isolation: a job sees its own folder, and no network. A job
that is interrupted is given back.`,
		Example: `  sha256sum loopline mybot > programs.txt
  loopline farm work --at tls://farm.example.org:4222 --key worker.access --programs programs.txt --slots 8`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return e.Usage(cmd.CommandPath(), err.Error())
			}
			return o.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.at, "at", "", "`URL` of the server: tls://host:port, several with commas")
	f.StringVar(&o.key, "key", "", "access `FILE`: worker.access of the server's keys")
	f.StringVar(&o.programs, "programs", "", "`LIST` of the programs that may be run, of sha256sum")
	f.StringVar(&o.name, "name", "", "what people call this worker (host and process)")
	f.StringVar(&o.dir, "dir", "", "`DIR` for the folders of jobs (the system's for temporary files)")
	f.IntVar(&o.slots, "slots", 1, "jobs at once")
	f.BoolVar(&o.untilOver, "exit-when-done", false, "end when the spec is done")
	f.Var(&o.mode, "isolation", "`MODE` in which programs are run: auto isolates them where that works, require always, none never")
	return cmd
}

// maxSlots bounds the jobs of one worker.
const maxSlots = 1024

func (o *workOptions) check() error {
	switch {
	case o.at == "":
		return errors.New("--at is missing: the URL that farm run prints")
	case o.key == "":
		return errors.New("--key is missing: worker.access, which farm init or farm run makes")
	case o.programs == "":
		return errors.New("--programs is missing, the list of programs that may run; make it: sha256sum loopline > programs.txt")
	case o.slots < 1 || o.slots > maxSlots:
		return fmt.Errorf("--slots %d is outside 1 to %d", o.slots, maxSlots)
	}
	return nil
}

func (o *workOptions) run(cmd *cobra.Command) error {
	say := notifier(cmd)
	access, err := natsconn.ReadAccess(o.key)
	if err != nil {
		return err
	}
	programs, err := jobs.ReadPrograms(o.programs)
	if err != nil {
		return err
	}
	conn, err := natsconn.Connect(cmd.Context(), natsconn.ConnectOptions{URL: o.at, Access: access, Name: "worker", Notify: say})
	if err != nil {
		return err
	}
	defer conn.Close()
	if o.name == "" {
		o.name = ownName()
	}
	iso := sandbox.New(o.mode, say)
	if _, err := iso.Available(); err != nil {
		return err
	}
	w := &jobs.Worker{
		Conn: conn, Key: access.Key(), Name: o.name, Slots: o.slots, Programs: programs, Dir: o.dir,
		Isolation: iso, ExitWhenDone: o.untilOver, Say: say,
	}
	say(fmt.Sprintf("%s works for %s", o.name, o.at))
	return w.Run(cmd.Context())
}

// ownName is the name of a worker that was given none.
func ownName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}
