//go:build linux

package qemutest_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/qemutest"
)

// nobody is a user who may nothing.
const nobody = 65534

// TestFiveSteps does what docs/hardware.md says, as who has a new board would.
func TestFiveSteps(t *testing.T) {
	b := newFullBench(t)
	b.plugBot(t, "a")
	b.tty(t, "SNa")
	var address string
	for line := range strings.Lines(b.run(t, 0, "ports").Stdout) {
		if fields := strings.Fields(line); strings.Contains(line, "SNa") {
			address = fields[len(fields)-1] // "the last column is its address"
		}
	}
	require.Equal(t, "serial:sn=SNa", address)
	wants(t, b.doctor(t).Stdout, "/dev/ttyUSB")
	wants(t, b.run(t, 0, "check", address, "--games", "1", "--move-time", "20s").Stdout, " 0 failed")
	const bot = "bot:search?time=200ms"
	wants(t, b.play(t, 0, address, bot).Stdout, " wins by ")
	wants(t, b.play(t, 0, address+"?low_latency=1", bot).Stdout, " wins by ")
}

// TestBusy opens ports that another process has, each way over each.
func TestBusy(t *testing.T) {
	b := newFullBench(t)
	far := b.plug(t, qemutest.Adapter{ID: "a", Serial: "SNa"})
	seat(t, far, "silent", firstLegal())
	b.tty(t, "SNa")
	for _, first := range []string{"serial:sn=SNa", "usb:0403:6001?sn=SNa"} {
		p := b.start(t, 0, playArgs(first, "bot:random", "--handshake", "1m")...)
		busy := b.await(t, "a port in use", func(p port) bool {
			return p.SerialNumber == "SNa" && len(p.BusyBy) > 0
		})
		require.Equal(t, p.PID, busy.BusyBy[0].PID)
		for _, second := range []string{"serial:" + or(busy.Device, "/dev/ttyUSB0"), "usb:0403:6001?sn=SNa"} {
			r := b.run(t, 1, playArgs(second, "bot:random")...)
			if strings.HasPrefix(second, "serial:") && busy.Device == "" {
				wants(t, r.Stderr, "no such device")
				continue
			}
			wants(t, r.Stderr, "in use", fmt.Sprintf("pid %d (loopline)", p.PID))
		}
		require.NoError(t, p.Signal(syscall.SIGTERM))
		_, err := p.Wait(b.context(t))
		require.NoError(t, err)
		b.tty(t, "SNa")
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// TestPermission is refused a port and told what to type.
func TestPermission(t *testing.T) {
	b := newFullBench(t)
	b.plugBot(t, "a")
	device := b.tty(t, "SNa")
	for _, address := range []string{"serial:" + device, "usb:0403:6001?sn=SNa"} {
		p := b.start(t, nobody, playArgs(address, "bot:random")...)
		r, err := p.Wait(b.context(t))
		require.NoError(t, err)
		require.Equal(t, 1, r.Status)
		wants(t, r.Stderr, "no permission", "udev rule")
	}
	p := b.start(t, nobody, "doctor")
	r, err := p.Wait(b.context(t))
	require.NoError(t, err)
	require.Equal(t, 3, r.Status, r.Stdout)
	wants(t, r.Stdout, "you may not open it", `ATTRS{idVendor}=="0403"`, "sudo udevadm control --reload")
	b.tty(t, "SNa")
}

// TestLatencyTimer reads the timer, sets it for a match and finds it as it was.
func TestLatencyTimer(t *testing.T) {
	b := newFullBench(t)
	b.plugBot(t, "a")
	device := b.tty(t, "SNa")
	file := "/sys/bus/usb-serial/devices/" + strings.TrimPrefix(device, "/dev/") + "/latency_timer"
	ctx := b.context(t)
	require.NoError(t, b.Write(ctx, file, "16"))
	wants(t, b.doctor(t).Stdout, "the latency timer is 16 ms", "tee "+file)
	for _, address := range []string{"serial:sn=SNa?low_latency=1", "usb:0403:6001?sn=SNa&low_latency=1"} {
		r := b.play(t, 0, address, "bot:random")
		wants(t, r.Stderr, "latency timer 1 ms, was 16 ms")
		b.tty(t, "SNa")
		now, err := b.Read(ctx, file)
		require.NoError(t, err)
		require.Equal(t, "16\n", string(now))
	}
	p := b.start(t, 0, playArgs("serial:sn=SNa?low_latency=1", "bot:search?time=2s")...)
	require.NoError(t, p.Await(ctx, "latency timer 1 ms"))
	now, err := b.Read(ctx, file)
	require.NoError(t, err)
	require.Equal(t, "1\n", string(now), "while the match is on")
}

// TestKilled kills a host that plays by raw USB: the kernel gets its driver back
// all the same.
func TestKilled(t *testing.T) {
	b := newFullBench(t)
	seat(t, b.plug(t, qemutest.Adapter{ID: "a", Serial: "SNa"}), "silent", firstLegal())
	b.tty(t, "SNa")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		p := b.start(t, 0, playArgs("usb:0403:6001?sn=SNa", "bot:random")...)
		b.await(t, "a port used by raw USB", func(p port) bool { return p.Driver == "usbfs" })
		require.NoError(t, p.Signal(signal))
		_, err := p.Wait(b.context(t))
		require.NoError(t, err)
		b.tty(t, "SNa")
	}
}

// TestBadPlayers plays against players that misbehave, over both wires.
func TestBadPlayers(t *testing.T) {
	b := newFullBench(t)
	ends := map[string]string{
		"cheat": `: illegal `, "silent": `: silent `, "babble": `: illegal `, "flood": `: illegal `,
		"long-line": `: garbled `, "nul": `: garbled `, "crash": `: gone `, "half-line": `: gone `,
		"drip": ` wins by `, "crlf": ` wins by `, "trailing-space": ` wins by `, "banner": ` wins by `,
		// Whether it is waited for depends on how busy this computer is.
		"late": `: (late|silent) `,
		// The first byte comes in time and the last does not, whatever is busy.
		"begun": `: late \(unfinished\)`,
	}
	for player, want := range ends {
		for _, address := range []string{"serial:sn=SNbad", "usb:0403:6001?sn=SNbad"} {
			t.Run(player+" "+address[:3], func(t *testing.T) {
				script, name := patientScript(), player
				if player == "begun" {
					name, script.Drip = "drip", 4*time.Second
				}
				seat(t, b.plug(t, qemutest.Adapter{ID: "bad", Serial: "SNbad"}), name, script)
				b.tty(t, "SNbad")
				r := b.run(t, 0, "play", "--white", address, "--red", "bot:random",
					"--move-time", "5s", "--handshake", "20s")
				require.Regexp(t, want, r.Stdout)
				require.NoError(t, b.Unplug("bad"))
				awaitGone(t, b.context(t), b, "SNbad")
			})
		}
	}
}

// TestListing lists and diagnoses without end while a match is on, and shows
// what there is.
func TestListing(t *testing.T) {
	b := newFullBench(t)
	b.plugBot(t, "a")
	b.plugBot(t, "b")
	b.tty(t, "SNa")
	b.tty(t, "SNb")
	const listedGames, fewestLooks = 120, 24
	match := b.start(t, 0, playArgs("serial:sn=SNa", "usb:0403:6001?sn=SNb",
		"--games", fmt.Sprint(listedGames), "--record", "/tmp/listed.jsonl")...)
	require.NoError(t, match.Await(b.context(t), "ply 1 "))
	looks := 0
	for done := false; !done; {
		for _, command := range []string{"ports", "doctor"} {
			r, err := b.Run(b.context(t), "loopline", command, "--json")
			require.NoError(t, err)
			require.NotEqual(t, 1, r.Status, r.Stderr)
			looks++
		}
		select {
		case <-match.Done():
			done = true
		default:
		}
	}
	r, err := match.Wait(b.context(t))
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
	require.Equal(t, listedGames, strings.Count(r.Stdout, " wins by "), r.Stdout)
	require.NotContains(t, r.Stdout, "loses at")
	require.NotContains(t, r.Stdout, "unasked")
	b.run(t, 0, "verify", "/tmp/listed.jsonl")
	t.Logf("looked %d times during a match of %d games", looks, listedGames)
	require.GreaterOrEqual(t, looks, fewestLooks)
	text := b.run(t, 0, "ports").Stdout
	wants(t, text, "ftdi_sio", "0403:6001", "QEMU emulates (sure)", "serial:sn=SNa", "serial:sn=SNb")
	started := time.Now()
	b.doctor(t)
	t.Logf("doctor takes %v in the emulated machine, its start included", time.Since(started))
}

// TestTwins tells boards apart that have one serial number, and bears with serial
// numbers that were made to confuse.
func TestTwins(t *testing.T) {
	b := newFullBench(t)
	b.join(t, b.plug(t, qemutest.Adapter{ID: "a", Serial: "TWIN"}))
	b.join(t, b.plug(t, qemutest.Adapter{ID: "b", Serial: "TWIN"}))
	odd := `"../../sn'; rm -rf /$(x)&?#`
	b.join(t, b.plug(t, qemutest.Adapter{ID: "c", Serial: odd}))
	b.tty(t, odd)
	b.await(t, "two boards of one serial number", func(port) bool {
		count := 0
		for _, p := range b.ports(t) {
			if p.SerialNumber == "TWIN" && p.Device != "" {
				count++
			}
		}
		return count == 2
	})
	for _, address := range []string{"serial:sn=TWIN", "usb:0403:6001?sn=TWIN"} {
		wants(t, b.run(t, 1, playArgs(address, "bot:random")...).Stderr, "several", "path=")
	}
	wants(t, b.doctor(t).Stdout, "2 boards have the serial number", "path=")
	var paths []string
	for _, p := range b.ports(t) {
		paths = append(paths, p.USBPath)
	}
	require.Len(t, paths, 3)
	wants(t, b.play(t, 0, "serial:path="+paths[0], "usb:0403:6001?path="+paths[1]).Stdout, " wins by ")
	for _, p := range b.ports(t) {
		if p.SerialNumber == odd {
			wants(t, b.play(t, 0, "usb:0403:6001?path="+p.USBPath, "bot:random").Stdout, " wins by ")
		}
	}
}

// TestVanish pulls a board out at forty instants from the start of a program to
// its first question: before the port is listed, between that and its opening,
// while it is opened and after.
func TestVanish(t *testing.T) {
	b := newFullBench(t)
	const instants = 40
	for _, address := range []string{"serial:sn=SNv", "usb:0403:6001?sn=SNv"} {
		whole := b.vanish(t, address, -1, func(qemutest.Result) {})
		ends := make(map[string]int)
		for n := range instants / 2 {
			b.vanish(t, address, whole*time.Duration(n)/(instants/2), func(r qemutest.Result) {
				require.Contains(t, []int{0, 1}, r.Status, r.Stderr)
				require.NotContains(t, r.Stderr, "goroutine")
				if r.Status == 0 {
					require.Regexp(t, "loses .* gone ", r.Stdout)
				} else {
					require.NotEmpty(t, r.Stderr)
				}
				ends[how(r)]++
			})
		}
		t.Logf("%s: %v until the first question; %v", address, whole, ends)
		require.Greater(t, len(ends), 1, "only %v", ends)
	}
}

// how is the end of what was said, numbers left out.
func how(r qemutest.Result) string {
	if r.Status == 0 {
		return "a verdict"
	}
	text := strings.TrimSpace(r.Stderr)
	if _, rest, found := strings.Cut(text, "SNv: "); found {
		text = rest
	}
	text, _, _ = strings.Cut(text, ";")
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '#'
		}
		return r
	}, text)
}

// vanish plugs a board in, starts a match with it, pulls it out after a time, or
// if that is below 0 when the first question came, and tells how the match ended.
// It answers how long the question took.
func (b *bench) vanish(t *testing.T, address string, after time.Duration, end func(qemutest.Result)) time.Duration {
	t.Helper()
	far := b.plug(t, qemutest.Adapter{ID: "v", Serial: "SNv"})
	b.tty(t, "SNv")
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		far.Read(make([]byte, 1))
	}()
	started := time.Now()
	p := b.start(t, 0, "play", "--white", address, "--red", "bot:random", "--handshake", "20s")
	if after < 0 {
		select {
		case <-asked:
		case <-p.Done():
		}
	} else {
		time.Sleep(after - time.Since(started))
	}
	took := time.Since(started)
	require.NoError(t, b.Unplug("v"))
	r, err := p.Wait(b.context(t))
	require.NoError(t, err)
	end(r)
	<-asked
	b.awaitBare(t)
	return took
}

// TestWatch is told of a board that comes and goes.
func TestWatch(t *testing.T) {
	b := newFullBench(t)
	p := b.start(t, 0, "ports", "--watch", "--json")
	ctx := b.context(t)
	require.NoError(t, p.Await(ctx, `"added"`))
	b.plugBot(t, "w")
	require.NoError(t, p.Await(ctx, `"serial_number":"SNw"`))
	require.NoError(t, b.Unplug("w"))
	require.NoError(t, p.Await(ctx, `"removed"`))
}

// TestCDC plays over a CDC-ACM device: the kernel's own gadget on a controller
// that it emulates. The board is a bot in the guest, on the gadget's side.
func TestCDC(t *testing.T) {
	b := newFullBench(t)
	// The kernel would ask for the function's module by itself, but for that
	// there is no modprobe here.
	b.load(t, controllers(), []string{"usb_f_acm"}, []string{"g_serial", "use_acm=1"})
	acm := b.await(t, "a CDC-ACM device", func(p port) bool { return p.Driver == "cdc_acm" })
	b.start(t, 0, "bridge", "serial:/dev/ttyGS0", "exec:/bin/loopline bot random")
	b.await(t, "a bot on the gadget", func(p port) bool { return p.Driver == "cdc_acm" })
	r := b.play(t, 0, "serial:"+acm.Device, "bot:random")
	wants(t, r.Stdout, " wins by ")
	r = b.play(t, 0, "usb:0525:a4a7?path="+acm.USBPath, "bot:random")
	wants(t, r.Stdout, " wins by ")
	b.await(t, "the kernel's driver", func(p port) bool { return p.Driver == "cdc_acm" && p.Device != "" })
}

// TestRoundTrip compares the round trip of -T by raw USB with that by the
// kernel's driver, on one device: 1,000 each.
func TestRoundTrip(t *testing.T) {
	b := newFullBench(t)
	b.answerTeam(t, b.plug(t, qemutest.Adapter{ID: "r", Serial: "SNr"}))
	b.tty(t, "SNr")
	const kernel, raw, libusb = "serial:sn=SNr", "usb:0403:6001?sn=SNr", "usb:0403:6001?sn=SNr&libusb=1"
	addresses := []string{kernel, raw}
	if b.libusb {
		addresses = append(addresses, libusb)
	}
	// In turns, for the computer is not equally busy all the time.
	trips := make(map[string][]float64)
	for range 10 {
		for _, address := range addresses {
			r, err := b.Run(b.context(t), b.program(t, "rttprobe", []string{address}), address, "100")
			require.NoError(t, err)
			require.Zero(t, r.Status, r.Stderr)
			var round []float64
			require.NoError(t, json.Unmarshal([]byte(r.Stdout), &round), r.Stdout)
			trips[address] = append(trips[address], round...)
			t.Logf("%-30s %v", address, distribution(round))
			b.tty(t, "SNr")
		}
	}
	for _, address := range addresses {
		t.Logf("%d by %-30s %v", len(trips[address]), address, distribution(trips[address]))
	}
	require.LessOrEqual(t, distribution(trips[raw]).median, distribution(trips[kernel]).median)
}

// spread says how times are distributed, in microseconds.
type spread struct{ least, tenth, median, ninetieth float64 }

func distribution(times []float64) spread {
	sorted := slices.Sorted(slices.Values(times))
	at := func(percent int) float64 { return sorted[len(sorted)*percent/100] }
	return spread{sorted[0], at(10), at(50), at(90)}
}

// String is what a log shows.
func (s spread) String() string {
	return fmt.Sprintf("least %.0f, 10th %.0f, median %.0f, 90th %.0f µs", s.least, s.tenth, s.median, s.ninetieth)
}

// answerTeam answers every line at once.
func (b *bench) answerTeam(t *testing.T, far io.ReadWriteCloser) {
	t.Helper()
	var answering sync.WaitGroup
	answering.Go(func() {
		for lines := bufio.NewScanner(far); lines.Scan(); {
			if _, err := io.WriteString(far, "FL\n"); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		far.Close()
		answering.Wait()
	})
}

// TestThousand plays a thousand games, or as many as -games says, in one match
// over two emulated adapters, and watches memory and descriptors.
func TestThousand(t *testing.T) {
	b := newFullBench(t)
	b.plugBot(t, "a")
	b.plugBot(t, "b")
	b.tty(t, "SNa")
	b.tty(t, "SNb")
	p := b.start(t, 0, playArgs("serial:sn=SNa", "usb:0403:6001?sn=SNb", "--games", fmt.Sprint(*games))...)
	const look = 2 * time.Second
	var sizes []usage
	for done := false; !done; {
		select {
		case <-p.Done():
			done = true
		case <-time.After(look):
			if size, ok := b.usage(t, p.PID); ok {
				sizes = append(sizes, size)
			}
		}
	}
	r, err := p.Wait(b.context(t))
	require.NoError(t, err)
	require.Zero(t, r.Status, r.Stderr)
	require.Equal(t, *games, strings.Count(r.Stdout, " wins by "))
	require.Greater(t, len(sizes), 4)
	for _, at := range []int{0, len(sizes) / 4, len(sizes) / 2, len(sizes) * 3 / 4, len(sizes) - 1} {
		t.Logf("after %v: %+v", time.Duration(at+1)*look, sizes[at])
	}
	// The first quarter is for what grows once.
	early, late := sizes[len(sizes)/4:len(sizes)/2], sizes[len(sizes)*3/4:]
	require.Less(t, most(late).RSS, most(early).RSS*5/4, "memory grows")
	require.LessOrEqual(t, most(late).Descriptors, most(early).Descriptors, "descriptors grow")
	require.Less(t, most(late).Threads, most(early).Threads+5, "threads grow")
}

// usage is what a process of the guest takes, memory in kB.
type usage struct{ RSS, Descriptors, Threads int }

// most is the most of each.
func most(all []usage) (m usage) {
	for _, u := range all {
		m = usage{max(m.RSS, u.RSS), max(m.Descriptors, u.Descriptors), max(m.Threads, u.Threads)}
	}
	return m
}

func (b *bench) usage(t *testing.T, pid int) (u usage, ok bool) {
	folder := fmt.Sprintf("/proc/%d", pid)
	text, err := b.Read(b.context(t), folder+"/status")
	if err != nil {
		return u, false
	}
	for line := range strings.Lines(string(text)) {
		for name, n := range map[string]*int{"VmRSS:": &u.RSS, "Threads:": &u.Threads} {
			if rest, found := strings.CutPrefix(line, name); found {
				fmt.Sscan(rest, n)
			}
		}
	}
	names, err := b.Read(b.context(t), folder+"/fd")
	if err != nil {
		return u, false
	}
	u.Descriptors = strings.Count(string(names), "\n")
	return u, u.RSS > 0 && u.Descriptors > 0
}
