package sandbox

// Policy is a program's part in the host's work. It selects the row of [Policies] that confines the
// program; no other property of the program does.
type Policy uint8

// The policies. The zero value is PolicyPlayer.
const (
	PolicyPlayer Policy = iota // plays a match
	PolicyCheck                // a player that is tried out, perhaps beside games in play
	PolicyBuild                // makes a player of what an entrant handed in, by the entrant's own commands
	PolicyTool                 // the host's own program, which reads an entrant's design or prepares a board
	PolicyModel                // was made of an entrant's design
)

// String returns the policy's name.
func (p Policy) String() string { return p.row().Name }

func (p Policy) row() *PolicyRow {
	rows := Policies()
	return &rows[min(int(p), len(rows)-1)]
}

// View is the set of the host's files that a program sees, besides those of its [Program]. It can
// write to none of them.
type View uint8

const (
	ViewHost      View = iota // all that the user may read; with Program.Visible only ViewSystem
	ViewSystem                // the system's programs and libraries
	ViewLibraries             // the system's libraries: no programs, no /proc and no /dev
)

// String names what is seen.
func (v View) String() string {
	return [...]string{"the host's files, or the system's programs and its own folder", "the system's programs and its own folder",
		"the system's libraries and its own folder"}[v]
}

// Priority is whom a program yields the processors to.
type Priority uint8

const (
	BelowHost    Priority = iota // Nice below the host, which may have raised itself
	BelowPlayers                 // Nice below what the host began with
	Last                         // the highest niceness: below everybody who has not asked for that
	Idle                         // runs when nothing else wants the processor; under load it may hardly run
)

// PolicyRow is the confinement of one policy's programs. All have namespaces, a read-only file
// system, no network, the filter on system calls and, where the host may make one, a control group of
// their own.
type PolicyRow struct {
	Policy   Policy
	Name     string
	What     string // runs under it
	View     View
	Priority Priority

	// Stands reports whether a program stands still between Stop and Continue whatever it does.
	// Where no control group freezes it the filter keeps it in its process group, and refuses what
	// would continue it: timers, tracing, SIGCONT.
	Stands bool

	// Limits hold where a Program's own are zero.
	Limits Limits
}

// Policies returns the table of policies, in their order.
func Policies() []PolicyRow {
	tools := Limits{Memory: 16 << 30, Processes: 256, Scratch: 2 << 30, File: MaxModel, DeepStack: true}
	builds := tools
	builds.Total = buildMemory
	players := Limits{Total: PlayerMemory}
	return []PolicyRow{
		{PolicyPlayer, "player", "`exec:`; a program that was handed in", ViewHost, BelowHost, true, players},
		{PolicyCheck, "check", "the same, tried out at the desk", ViewHost, Last, true, players},
		{PolicyBuild, "build", "the build of what was handed in", ViewSystem, Idle, true, builds},
		{PolicyTool, "tool", "compilers, simulators; programmers of boards; jobs of a farm", ViewHost, BelowPlayers, false, tools},
		{PolicyModel, "model", "the model of a design", ViewLibraries, BelowHost, true,
			Limits{Total: modelMemory, Memory: 8 << 30, Processes: 64}},
	}
}

// yieldsToAll reports whether a busy machine may hardly run the policy's programs. The first process of their
// namespace is not of their priority: it ends with the host and ends them, which must not wait for a processor.
func (r *PolicyRow) yieldsToAll() bool { return r.Priority == Last || r.Priority == Idle }

const (
	buildMemory = 2 << 30
	modelMemory = 4 << 30
)

// limits returns the limits of the program: its own, or the policy's.
func (p *Program) limits() Limits {
	l, policy := p.Limits, p.Policy.row().Limits
	for _, field := range [...]struct{ own, policy *int64 }{
		{&l.Total, &policy.Total}, {&l.Memory, &policy.Memory}, {&l.Processes, &policy.Processes},
		{&l.Files, &policy.Files}, {&l.CPU, &policy.CPU}, {&l.File, &policy.File}, {&l.Scratch, &policy.Scratch},
	} {
		*field.own = orDefault(*field.own, *field.policy)
	}
	l.DeepStack = l.DeepStack || policy.DeepStack
	return l
}
