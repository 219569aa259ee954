package sim

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/sandbox"
	"github.com/loopline/loopline/sim/coverage"
	"github.com/loopline/loopline/sim/internal/pinout"
	"github.com/loopline/loopline/sim/lint"
	"github.com/loopline/loopline/sim/model"
	"github.com/loopline/loopline/sim/simtest"
	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/sources/sourcestest"
)

// hostileDesign is an attack by a design: docs/security-testing.md says how to add
// one.
type hostileDesign struct {
	name  string
	tries string // in words

	// Files are the design's, by name. In names and texts SECRET stands for a file
	// with a secret outside the folder, and MARKER for one that a program of the
	// design's would make. Lay lays out what is no file.
	files map[string]string
	lay   func(t *testing.T, dir string)

	options string // of the address
	costly  bool   // laying it out takes a while: it runs in isolation alone
	lint    bool   // it is read by lint, not built and run

	// Isolated is what has to come of it in isolation; bare what holds without,
	// under --isolation none. A nil bare says that nothing does: then it is not
	// run so. Where there is no isolation and --isolation none was not said, no
	// design is read.
	isolated, bare designVerdict
}

// outcome is what came of a design.
type outcome struct {
	err  error
	said string // all that people would read
	took time.Duration
}

// designVerdict wants something of what came of a design.
type designVerdict func(t *testing.T, o *outcome)

// refusedAs wants an error that says why.
func refusedAs(pattern string) designVerdict {
	return func(t *testing.T, o *outcome) {
		require.Error(t, o.err)
		require.Regexp(t, regexp.MustCompile(pattern), o.err.Error())
	}
}

// saysNot wants a design that runs, or is read, and does not say that it succeeded.
func saysNot(pattern string) designVerdict {
	return func(t *testing.T, o *outcome) {
		require.NoError(t, o.err)
		require.NotRegexp(t, regexp.MustCompile(pattern), o.said)
	}
}

// saysThat wants a design that runs to say something.
func saysThat(pattern string) designVerdict {
	return func(t *testing.T, o *outcome) {
		require.NoError(t, o.err)
		require.Regexp(t, regexp.MustCompile(pattern), o.said)
	}
}

// board is the text of a board that holds items of Verilog.
func hostileBoard(items string) map[string]string {
	return map[string]string{"board.v": "module board (input clk, input rx, output tx);\n  assign tx = 1'b1;\n" + items + "\nendmodule\n"}
}

// with adds files to others.
func with(files map[string]string, pairs ...string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		files[pairs[i]] = pairs[i+1]
	}
	return files
}

// opens is Verilog that opens a file and says what is in it.
func opens(name, how string) string {
	return fmt.Sprintf(`  integer f, n; reg [8*200:1] line;
  initial begin
    f = $fopen("%s", "%s");
    if (f != 0) begin
      $display("OPENED");
      n = $fgets(line, f);
      while (n > 0) begin $display("%%0s", line); n = $fgets(line, f); end
    end
  end`, name, how)
}

// linkTo lays a link.
func linkTo(name, target string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, name)))
	}
}

// hostileDesigns are the corpus.
func hostileDesigns() []hostileDesign {
	reads := hostileBoard(`  reg [7:0] m [0:63]; initial begin $readmemh("weights.hex", m); $display("%h", m[0]); end`)
	isLink := refusedAs(`is a link, which a design may not have`)
	listed := func(list string, more ...string) map[string]string {
		return with(with(hostileBoard(""), "files.f", list), more...)
	}
	option := refusedAs(`more\.f:1: the option --pipe-filter(.|\n)*--trust-rtl`)
	const filter = `--pipe-filter "touch MARKER"`
	corpus := []hostileDesign{
		{name: "list: --pipe-filter", tries: "to run a program in a build", files: listed("board.v\n" + filter + "\n"),
			isolated: refusedAs(`files\.f:2: the option --pipe-filter(.|\n)*--trust-rtl`), bare: refusedAs(`the option --pipe-filter`)},
		{name: "list: -f of another with --pipe-filter", tries: "the same", files: listed("board.v -f more.f\n", "more.f", filter),
			isolated: option, bare: option},
		{name: "list: -F of another with --pipe-filter", tries: "the same", files: listed("-F a/more.f\n", "a/more.f", filter),
			isolated: option, bare: option},
		{name: "list: -f three deep", tries: "the same", files: listed("-f a.f\n", "a.f", "-f b.f", "b.f", "-f more.f", "more.f", filter),
			isolated: option, bare: option},
		{name: "list: quoted and escaped", tries: "the same", files: listed("board.v\n\"-\"\\-pipe-fil\"ter\" 'touch MARKER'\n"),
			isolated: refusedAs(`the option --pipe-filter`), bare: refusedAs(`the option --pipe-filter`)},
		{name: "list: -f of itself", tries: "to read for ever", files: listed("-f files.f\n"),
			isolated: refusedAs(`names itself`), bare: refusedAs(`names itself`)},
		{name: "list: -f outside", tries: "to read a list outside", files: listed("-f ../more.f\n"),
			isolated: refusedAs(`outside the folder`), bare: refusedAs(`outside the folder`)},
		{name: "list: a file outside", tries: "to show a secret in an error", files: listed("board.v SECRET\n"),
			isolated: refusedAs(`outside the folder`), bare: refusedAs(`outside the folder`)},
		{name: "list: +incdir+ outside", tries: "to include a secret", files: listed("+incdir+sub+/etc\nboard.v\n"),
			isolated: refusedAs(`outside the folder`), bare: refusedAs(`outside the folder`)},
		{name: "list: a variable of the environment", tries: "to read the environment", files: listed("$HOSTILE_SECRET\nboard.v\n"),
			isolated: refusedAs(`characters that tools may take`), bare: refusedAs(`characters that tools may take`)},
		{name: "list: -D with $c", tries: "to put C++ into the model", files: with(with(hostileBoard("  initial `RUN(\"abort();\");"), "files.f", "+define+RUN=$c\nboard.v\n")),
			isolated: refusedAs(`without \$`), bare: refusedAs(`without \$`)},
		{name: "list: 30,000 words", tries: "to take memory", files: listed(strings.Repeat("board.v\n", 30_000)),
			isolated: refusedAs(`more than 20000 words`), bare: refusedAs(`more than 20000 words`)},
		{name: "include above", tries: "to read outside by ../", files: hostileBoard("`include \"../../../../../../etc/passwd\""),
			isolated: refusedAs(`Cannot find include file|board/board.v:3`)},
		{name: "include of a secret", tries: "to show a secret in an error", files: hostileBoard("`include \"SECRET\""),
			isolated: refusedAs(`Cannot find include file`)},
		{name: "$readmemh of a secret", tries: "to read a file outside",
			files: hostileBoard(`  reg [7:0] m [0:63]; initial begin $readmemh("SECRET", m); $display("%h", m[0]); end`), isolated: saysNot("(?i)12ab")},
		{name: "$fopen of a secret", tries: "to print a file outside", files: hostileBoard(opens("SECRET", "r")), isolated: saysNot("OPENED")},
		{name: "$fopen of a file of its own", tries: "nothing: honest designs do so", files: with(hostileBoard(opens("own.txt", "r")), "own.txt", "mine\n"),
			isolated: saysThat("OPENED(.|\n)*mine"), bare: saysThat("OPENED(.|\n)*mine")},
		{name: "macro: $c", tries: "to put C++ into the model", files: hostileBoard("`define C c\n  initial $`C(\"abort();\");"),
			isolated: refusedAs(`\$ that a macro completes|\$c, made by a macro`), bare: refusedAs(`\$ that a macro completes|\$c, made by a macro`)},
		{name: "macro: $c in a list's definition", tries: "the same", files: with(hostileBoard("  initial `RUN;"), "files.f", "\"+define+RUN=\\$c(\\\"abort();\\\")\" board.v"),
			isolated: refusedAs(`without \$`), bare: refusedAs(`without \$`)},
		{name: "lint: DPI", tries: "to have Yosys call a function of C", lint: true,
			files: with(hostileBoard("  import \"DPI-C\" function int getpid();\n  localparam P = getpid();")), isolated: refusedAs("DPI"), bare: refusedAs("DPI")},
		{name: "lint: a folder that is a command of Yosys", tries: "to run a program in lint", lint: true,
			files:    with(hostileBoard(""), "x; exec -- touch MARKER; cd /h.vh", "// header\n"),
			isolated: refusedAs("rename it"), bare: refusedAs("rename it")},
		{name: "VHDL: file_open of /etc/passwd", tries: "to read a file outside into a constant", options: "top=board",
			files: map[string]string{"board.vhd": hostileVHDL}, isolated: refusedAs("cannot open file|passwd|board.vhd:")},
		{name: "a name with a dash", tries: "to be taken for an option", files: with(map[string]string{}, "-CFLAGS.v", hostileBoard("")["board.v"]),
			isolated: refusedAs("rename it"), bare: refusedAs("rename it")},
		{name: "a name with a line end", tries: "to be two names", files: with(hostileBoard(""), "x\ny.v", "module y; endmodule\n"),
			isolated: refusedAs("rename it"), bare: refusedAs("rename it")},
		{name: "a name of a shell's", tries: "to run a program", files: with(map[string]string{}, "$(touch x).v", hostileBoard("")["board.v"]),
			isolated: refusedAs("rename it"), bare: refusedAs("rename it")},
		{name: "10,000 files", costly: true, tries: "to take memory", files: hostileBoard(""), lay: manyFiles(10_000),
			isolated: refusedAs("holds more than 5000 files"), bare: refusedAs("holds more than 5000 files")},
		{name: "21,000 hidden files", costly: true, tries: "to take time", files: hostileBoard(""), lay: hiddenFiles(21_000),
			isolated: refusedAs("holds more than"), bare: refusedAs("holds more than")},
		{name: "a deep folder", tries: "to exhaust the stack", files: with(hostileBoard(""), strings.Repeat("d/", 100)+"x.v", ""),
			isolated: refusedAs("more than 32 deep"), bare: refusedAs("more than 32 deep")},
		{name: "a giant file", tries: "to take memory", files: hostileBoard(""), lay: giantFile("weights.hex", 1<<40),
			isolated: refusedAs("64 MiB"), bare: refusedAs("64 MiB")},
		{name: "a giant file of HDL", tries: "to take time", files: hostileBoard(""), lay: giantFile("x.v", 32<<20),
			isolated: refusedAs("more than 16 MiB of HDL"), bare: refusedAs("more than 16 MiB of HDL")},
		{name: "modules without end", tries: "to take time of what looks for tops", files: with(hostileBoard(""), "x.v", strings.Repeat("module m(input x);\n", 30_000)),
			isolated: refusedAs("is in the HDL more than"), bare: refusedAs("is in the HDL more than")},
		{name: "a million comments", tries: "to take time of what looks for requests", files: hostileBoard(strings.Repeat("//\n", 1_000_000)),
			isolated: saysNot("x"), bare: saysNot("x")},
		{name: "a million requests", tries: "the same", files: hostileBoard(strings.Repeat("// $fopen\n", 10) + "`ifdef NEVER\n" + strings.Repeat("$fopen\n", 300_000) + "\n$system(\"id\");\n`endif\n"),
			isolated: refusedAs(`\$system`), bare: refusedAs(`\$system`)},
	}
	for name, target := range map[string]string{
		"/etc/shadow": "/etc/shadow", "a secret": "SECRET", "/proc/self/environ": "/proc/self/environ", "/proc/kmsg": "/proc/kmsg",
		"/dev/zero": "/dev/zero", "/dev/stdin": "/dev/stdin", "a file of the folder": "board.v", "nothing": "none", "itself": "weights.hex", "a folder": "/etc",
	} {
		corpus = append(corpus, hostileDesign{name: "link to " + name, tries: "to read what it leads to", files: reads,
			lay: linkTo("weights.hex", target), isolated: isLink, bare: isLink})
	}
	for name, verdict := range map[string]designVerdict{
		"files.f": isLink, "board2.v": saysNot(hostileSecret), "x.vhd": saysNot(hostileSecret), "x.vh": saysNot(hostileSecret), "notes": saysNot(hostileSecret),
	} {
		corpus = append(corpus, hostileDesign{name: "link by the name " + name, tries: "the same", files: hostileBoard(""),
			lay: linkTo(name, "SECRET"), isolated: verdict, bare: verdict})
	}
	for name, mode := range map[string]uint32{"named pipe": unix.S_IFIFO, "device": unix.S_IFCHR, "socket": unix.S_IFSOCK} {
		want := refusedAs("is a " + name)
		corpus = append(corpus, hostileDesign{name: "a " + name, tries: "to have the host wait", files: hostileBoard(""),
			lay: special("x.v", mode), isolated: want, bare: want})
	}
	reach := []string{
		"/proc/self/environ", "/proc/self/fd/1", "/proc/self/fd/3", "/proc/self/fd/100", "/proc/self/fd/101", "/proc/1/environ", "/proc/self/mem", "/proc/cpuinfo",
		"/dev/fd/1", "/dev/fd/3", "/dev/stdout", "/dev/null", "/dev/tty", "/etc/passwd", "/etc/hostname", "/root/.bashrc", "/usr/bin/id", "/usr/share/doc",
		"/bin/ls", "/sys/kernel/notes", "/run/utmp", "SECRET", "../model", "../model.sha256", "./../model",
		"/proc/self/cmdline", "/proc/self/exe", "/proc/self/maps", "/proc/self/mountinfo",
	}
	for _, how := range []string{"r", "w"} {
		names := reach
		if how == "w" {
			names = append(names, "board.v", "new", "/tmp/new", "/new", "/usr/lib/new", "/dev/shm/new")
		}
		items := "  integer f;\n  initial begin\n"
		for _, name := range names {
			items += fmt.Sprintf("    f = $fopen(\"%s\", \"%s\"); if (f != 0) $display(\"OPENED %s\");\n", name, how, name)
		}
		d := hostileDesign{name: "$fopen of the host's files: " + how, tries: "to reach files, pipes and its own model",
			files: hostileBoard(items + "  end"), isolated: saysNot("OPENED .*")}
		if how == "r" {
			d.bare = d.isolated
		}
		corpus = append(corpus, d)
	}
	plusargs := "  reg [8*200:1] word;\n  initial begin\n"
	for _, name := range []string{"verilator+seed+%s", "power-up=%s", "cycle-ns=%s", "bit=%s", "coverage=%s", "wave=%s", "%s"} {
		plusargs += fmt.Sprintf("    if ($value$plusargs(\"%s\", word)) $display(\"SEES %s: %%0s\", word);\n", name, strings.ReplaceAll(name, "%", "%%"))
	}
	corpus = append(corpus, hostileDesign{name: "$value$plusargs of the host's", tries: "to tell a check's power-up states apart, and find files",
		files: hostileBoard(plusargs + "  end"), isolated: saysNot("SEES .*"), bare: saysNot("SEES .*")})
	for _, name := range []string{"/proc/kmsg", "/dev/stdin", "/proc/self/fd/0", "/dev/zero"} {
		corpus = append(corpus, hostileDesign{name: "$fopen of " + name, tries: "to have the host wait, or to take its memory",
			files: hostileBoard(opens(name, "r")), isolated: saysNot("OPENED")})
	}
	for name, c := range map[string]struct{ rounds, want string }{
		"a loop of 2e9 rounds in one clock cycle":   {"2000000000", "stands still inside one clock cycle"},
		"a loop of 1e6 rounds in every clock cycle": {"1000000", "took more than 100µs of processor time a clock cycle"},
	} {
		corpus = append(corpus, hostileDesign{name: name, tries: "to think where no time runs",
			files:    hostileBoard("  reg [31:0] n = 0, x = 1; integer i;\n  always @(posedge clk) begin n <= n + 1; if (n > 100) for (i = 0; i < " + c.rounds + "; i = i + 1) x = x * 3 + (x >> 7) + i; if (x == 5) $display(\"%d\", x); end"),
			isolated: refusedAs(c.want), bare: refusedAs(c.want)})
	}
	const stdin = "  integer c, f = 32'h8000_0000;\n  always @(posedge clk) begin c = $fgetc(f); if (c >= 0) $display(\"GOT %d\", c); end"
	corpus = append(corpus,
		hostileDesign{name: "read standard input", tries: "to take the host's requests, so that it waits",
			files: hostileBoard(stdin), isolated: saysNot("GOT"), bare: saysNot("GOT")},
		hostileDesign{name: "write standard output", tries: "to forge answers",
			files:    hostileBoard("  always @(posedge clk) $fwrite(32'h8000_0001, \"%s\", {100{8'hff}});"),
			isolated: saysNot("x{9}"), bare: saysNot("x{9}")},
		hostileDesign{name: "much work in every clock cycle", tries: "nothing: honest boards of some size do so",
			files:    hostileBoard("  reg [31:0] x = 1; integer i;\n  always @(posedge clk) begin for (i = 0; i < 2000; i = i + 1) x = x * 3 + (x >> 7) + i; end\n  initial $display(\"BEGAN\");"),
			isolated: saysThat("BEGAN"), bare: saysThat("BEGAN")})
	return corpus
}

// hostileVHDL reads a file while it is made into hardware.
const hostileVHDL = `library ieee; use ieee.std_logic_1164.all; use std.textio.all;
entity board is port (clk : in std_logic; rx : in std_logic; tx : out std_logic); end entity;
architecture a of board is
  impure function first return integer is
    file f : text; variable l : line; variable c : character; variable s : file_open_status;
  begin
    file_open(f, "/etc/passwd", read_mode); readline(f, l); read(l, c); return character'pos(c);
  end function;
  constant K : integer := first;
begin
  tx <= '1' when K > 3 else rx;
end architecture;
`

func manyFiles(n int) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		for i := range n {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("m%d.v", i)), nil, 0o644))
		}
	}
}

func hiddenFiles(n int) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		for i := range n {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf(".h%d", i)), nil, 0o644))
		}
	}
}

func giantFile(name string, size int64) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
		require.NoError(t, os.Truncate(filepath.Join(dir, name), size))
	}
}

func special(name string, mode uint32) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		err := unix.Mknod(filepath.Join(dir, name), mode|0o644, int(unix.Mkdev(1, 5)))
		if err != nil && mode == unix.S_IFCHR {
			t.Skipf("who is not root makes no device: %v", err)
		}
		require.NoError(t, err)
	}
}

// hostileSecret is what no attack may see. Its first letters are a number.
const hostileSecret = "12ab34cd-loopline-secret"

// hostileVariant is how designs are built and run.
type hostileVariant struct {
	name      string
	isolation func(say func(string)) *sandbox.Isolation
	verdict   func(c *hostileDesign) designVerdict
}

// TestHostileDesigns runs the corpus in isolation, without it under --isolation
// none, and where there is none and nothing was said. It logs what ran.
func TestHostileDesigns(t *testing.T) {
	tier.Rest(t)
	t.Setenv("HOSTILE_SECRET", hostileSecret)
	who := map[bool]string{true: "root", false: "an ordinary user"}[os.Getuid() == 0]
	mode := func(m sandbox.Mode) func(func(string)) *sandbox.Isolation {
		return func(say func(string)) *sandbox.Isolation { return sandbox.New(m, say) }
	}
	for _, v := range []hostileVariant{
		{"with bubblewrap", mode(sandbox.Require), func(c *hostileDesign) designVerdict { return c.isolated }},
		{"without bubblewrap, with --isolation none", mode(sandbox.None), func(c *hostileDesign) designVerdict { return c.bare }},
		{"without bubblewrap", mode(sandbox.Auto), func(*hostileDesign) designVerdict {
			return refusedAs("in isolation alone, and this machine has none: bwrap is not installed; type: apt-get install -y bubblewrap(.|\n)*--isolation none")
		}},
		{"without bubblewrap, with --isolation require", mode(sandbox.Require), func(*hostileDesign) designVerdict {
			return refusedAs("--isolation require: bwrap is not installed")
		}},
	} {
		t.Run(v.name, func(t *testing.T) {
			if v.name == "with bubblewrap" {
				if err := sandbox.New(sandbox.Require, nil).Unavailable(); err != nil {
					t.Skipf("as %s: %v", who, err)
				}
			} else if strings.HasPrefix(v.name, "without bubblewrap") {
				t.Setenv("PATH", toolsWithoutBwrap(t))
			}
			ran, open := 0, 0
			for _, c := range hostileDesigns() {
				want := v.verdict(&c)
				if c.costly && v.name != "with bubblewrap" {
					continue
				}
				if want == nil {
					open++
					continue
				}
				ran++
				t.Run(c.name, func(t *testing.T) {
					o := c.run(t, v.isolation)
					want(t, o)
					require.NotContains(t, o.said, hostileSecret)
					require.NotContains(t, o.said, "root:", "/etc/passwd, or /etc/shadow")
					require.Less(t, o.took, 5*time.Minute)
				})
			}
			t.Logf("hostile designs: %s, %s: %d cases ran, %d that nothing defends against here did not", who, v.name, ran, open)
		})
	}
}

// toolsWithoutBwrap is a PATH with all tools but bwrap.
func toolsWithoutBwrap(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			if e.Name() != "bwrap" {
				_ = os.Symlink(filepath.Join(folder, e.Name()), filepath.Join(bin, e.Name())) // the first of a name counts
			}
		}
	}
	return bin
}

// run lays a design out and has it built and run, or read.
func (c *hostileDesign) run(t *testing.T, with func(func(string)) *sandbox.Isolation) *outcome {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "hostile")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	secret, marker := filepath.Join(dir, "secret.txt"), filepath.Join(dir, "ran")
	require.NoError(t, os.WriteFile(secret, []byte(hostileSecret+"\n"), 0o644))
	design := filepath.Join(dir, "board")
	place := strings.NewReplacer("HOSTILE_SECRET", "HOSTILE_SECRET", "SECRET", secret, "MARKER", marker)
	require.NoError(t, os.Mkdir(design, 0o755))
	for name, text := range c.files {
		name = filepath.Join(design, place.Replace(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(place.Replace(text)), 0o644))
	}
	if c.lay != nil {
		c.lay(t, design)
		if link := filepath.Join(design, "weights.hex"); readsLink(link) == "SECRET" {
			require.NoError(t, os.Remove(link))
			require.NoError(t, os.Symlink(secret, link))
		}
	}
	o := &outcome{}
	began := time.Now()
	o.err = c.play(t, design, with, o)
	o.took = time.Since(began)
	if o.err != nil {
		o.said += "\n" + o.err.Error()
	}
	require.NoFileExists(t, marker, "a program of the design ran")
	return o
}

func readsLink(name string) string {
	target, _ := os.Readlink(name)
	return target
}

// play builds and runs a design, or reads it, and gathers what is said.
func (c *hostileDesign) play(t *testing.T, dir string, with func(func(string)) *sandbox.Isolation, o *outcome) error {
	var mu sync.Mutex
	say := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		o.said += text + "\n"
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	a, err := ParseAddress(strings.TrimSuffix(dir+"?rst=none&clk=1e6&"+c.options, "&"))
	require.NoError(t, err)
	if a.Board.Source, err = sources.DirSource(a.Dir); err != nil {
		return err
	}
	a.Board.OnDisplay = func(text string, _ bool) { say(text) }
	b := &model.Builder{Quick: true, Isolation: with(nil)}
	if c.lint {
		report, err := lint.Board(ctx, b, a.Board.Design())
		if err == nil {
			for _, f := range report.Findings {
				say(f.Text)
			}
		}
		return err
	}
	m, err := BuildBoard(ctx, b, a.Board)
	if err != nil {
		return err
	}
	say(strings.Join(m.Notes(), "\n"))
	board, err := m.Start(ctx)
	if err != nil {
		return err
	}
	for range 20 {
		if _, _, err = board.Run(nil, 10_000, 0); err != nil {
			break
		}
	}
	board.Close() // what it printed has been read then
	mu.Lock()
	defer mu.Unlock()
	return err
}

// TestADesignWritesNoCounts: the file for the counts of what ran is not the design's to find or to write.
func TestADesignWritesNoCounts(t *testing.T) {
	tier.Rest(t)
	if err := sandbox.New(sandbox.Require, nil).Unavailable(); err != nil {
		t.Skip(err)
	}
	c, err := coverage.New()
	require.NoError(t, err)
	defer c.Close()
	var mu sync.Mutex
	said := ""
	board := BoardConfig{Clock: 1e6, Pins: pinout.Pins{Reset: "none"}, OnDisplay: func(text string, _ bool) {
		mu.Lock()
		defer mu.Unlock()
		said += text + "\n"
	}}
	items := "  integer f; reg [8*200:1] name;\n  initial begin\n    if ($value$plusargs(\"coverage=%s\", name)) begin\n" +
		"      $display(\"NAME %0s\", name); f = $fopen(name, \"w\"); if (f != 0) $display(\"WRITES\");\n    end\n" +
		"    f = $fopen(\"" + c.Dir + "/1\", \"w\"); if (f != 0) $display(\"WRITES ITS NAME\");\n    $display(\"BEGAN\");\n  end"
	board.Source = sourcestest.Files("board.v", hostileBoard(items)["board.v"])
	m, err := BuildBoard(t.Context(), (&model.Builder{Quick: true, Coverage: c, Isolation: sandbox.New(sandbox.Require, nil)}), board)
	require.NoError(t, err)
	b, err := m.Start(t.Context())
	require.NoError(t, err)
	_, _, err = b.Run(nil, 1000, 0)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, "BEGAN\n", said)
	points, err := c.Points()
	require.NoError(t, err)
	require.NotEmpty(t, points, "the harness itself writes them")
}

// TestLinksToADesign: the folder that a person names may be named by a link.
func TestLinksToADesign(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(dir+"/real", 0o755))
	require.NoError(t, os.WriteFile(dir+"/real/echo.v", []byte(simtest.EchoBoard), 0o644))
	require.NoError(t, os.Symlink("real", dir+"/link"))
	s, err := sources.DirSource(dir + "/link")
	require.NoError(t, err)
	read, err := s.Read()
	require.NoError(t, err)
	require.Len(t, read, 1)
	require.Equal(t, "echo.v", read[0].Name)
}

// TestLinksByWords: a link stops a design that names it by a whole word, outside comments.
func TestLinksByWords(t *testing.T) {
	for link, lines := range map[string]map[string]bool{
		"x.vhd":       {"": false, "wire [7:0] axis, x_y = 8'hx1;": false, "// x\n/* x */": false, "x u (rx);": true},
		"Pll.vhdl":    {"wire pll_locked;": false, "PLL u (clk);": true},
		"fifo.sv":     {"fifo2 u (clk);": false, "FIFO u (clk);": false, "fifo#(2) u (clk);": true},
		"weights.hex": {`initial $readmemh("old_weights.hex", m);`: false, `initial $readmemh("weights.hexa", m);`: false, `initial $readmemh("rom/weights.hex", m);`: true},
		"notes":       {"reg notes2, keynotes;": false, `initial $fopen("notes");`: true},
	} {
		for line, needed := range lines {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(dir+"/board.v", []byte(hostileBoard(line)["board.v"]), 0o644))
			require.NoError(t, os.Symlink("/etc/passwd", dir+"/"+link))
			s, err := sources.DirSource(dir)
			require.NoError(t, err)
			_, err = s.Read()
			if needed {
				require.ErrorContains(t, err, link, line)
			} else {
				require.NoError(t, err, "%s: %s", link, line)
			}
		}
	}
}

// TestSwappedForALink: a file that becomes a link while the design is read leads
// nowhere outside its folder.
func TestSwappedForALink(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Symlink("/etc/passwd", dir+"/x.v"))
	require.NoError(t, unix.Mkfifo(dir+"/pipe.v", 0o644))
	_, err := sources.RootedFS(dir).Open("x.v")
	require.Error(t, err)
	f, err := sources.RootedFS(dir).Open("pipe.v")
	require.NoError(t, err, "at once")
	require.NoError(t, f.Close())
}

// TestOwnDesignsNeedNoIsolation: the reference design is built where a stranger's is not.
func TestOwnDesignsNeedNoIsolation(t *testing.T) {
	t.Setenv("PATH", toolsWithoutBwrap(t))
	_, err := exec.LookPath("bwrap")
	require.Error(t, err)
	b := simtest.Quick()
	require.NoError(t, b.Confine(simtest.OurRTL()))
	var unconfined *model.UnconfinedError
	require.ErrorAs(t, b.Confine(teamRTL()), &unconfined)
	b.Isolation = sandbox.New(sandbox.None, nil)
	require.NoError(t, b.Confine(teamRTL()))
}

// TestForgedNumbers: a model that writes to the pipe of its harness, which no design
// can, says what cannot be, and takes neither memory nor time of the host.
func TestForgedNumbers(t *testing.T) {
	tier.Rest(t)
	for name, forge := range map[string]string{
		"times":   "for (int i = 0; i < 54; i++) fputc(255, f);",
		"a count": "for (int i = 0; i < 50; i++) fputc(0, f); for (int i = 0; i < 4; i++) fputc(255, f);",
		"a byte":  "for (int i = 0; i < 50; i++) fputc(0, f); fputc(1, f); for (int i = 0; i < 3; i++) fputc(0, f); for (int i = 0; i < 26; i++) fputc(255, f);",
	} {
		t.Run(name, func(t *testing.T) {
			err := spy(t, `$c("char m[2] = {119, 0}; FILE* f = fdopen(101, m); `+forge+` fflush(f);");`)
			require.ErrorContains(t, err, "says what cannot be")
		})
	}
}
