package sandbox

import (
	"bytes"
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

// Namespaces leave doors open, which a filter on system calls closes. What is
// refused is answered with an error that programs know from other systems.
const (
	allow     = unix.SECCOMP_RET_ALLOW
	refuse    = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown   = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	noFamily  = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
	noType    = unix.SECCOMP_RET_ERRNO | uint32(unix.ESOCKTNOSUPPORT)
	noProcess = unix.SECCOMP_RET_ERRNO | uint32(unix.ESRCH)
	noSpace   = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSPC)
	pretend   = unix.SECCOMP_RET_ERRNO // answers 0 and does nothing
)

// machine holds the system call numbers of one architecture.
type machine struct {
	arch uint32 // of linux/audit.h

	// A number is -1 where there is no such call.
	socket, socketpair, ioctl, clone, setsid, setaffinity int

	setpgid, kill, fcntl, prctl, ptrace int

	shmget, semget int // sizes of whose objects are their second arguments

	uncounted []int // calls for memory that no process holds: files in memory, queues

	refused []int // new namespaces and mounts
	unknown []int // calls that libraries can do without
	loosens []int // calls by which a program gets around SIGSTOP
	signals []int // calls that send a signal, whose number is their second argument; of the last two the third
}

// newCalls have the same numbers everywhere: io_uring, which opens sockets past
// the filter; the new mount calls; clone3, whose flags a filter cannot see;
// pidfd_getfd.
var newCalls = []int{425, 426, 427, 428, 429, 430, 431, 432, 433, 435, 438, 442}

// machines returns the kinds of program that the processor runs, by Go's name.
func machines() []machine {
	switch runtime.GOARCH {
	case "amd64":
		return []machine{{
			arch: unix.AUDIT_ARCH_X86_64, socket: 41, socketpair: 53, ioctl: 16, clone: 56, setsid: 112, setaffinity: 203,
			setpgid: 109, kill: 62, fcntl: 72, prctl: 157,
			// mount umount2 pivot_root unshare setns
			refused: []int{165, 166, 155, 272, 308},
			// add_key request_key keyctl perf_event_open bpf userfaultfd open_by_handle_at
			unknown: []int{248, 249, 250, 298, 321, 323, 304},
			// timer_create mq_notify
			loosens: []int{222, 244}, ptrace: 101,
			// kill tkill rt_sigqueueinfo pidfd_send_signal tgkill rt_tgsigqueueinfo
			signals: []int{62, 200, 129, 424, 234, 297},
			shmget:  29, semget: 64,
			// memfd_create memfd_secret msgget mq_open
			uncounted: []int{319, 447, 68, 240},
		}, {
			arch: unix.AUDIT_ARCH_I386, socket: 359, socketpair: 360, ioctl: 54, clone: 120, setsid: 66, setaffinity: 241,
			setpgid: 57, kill: 37, fcntl: 221, prctl: 172,
			refused: []int{21, 52, 22, 217, 310, 346},
			// and socketcall, which hides what it is asked
			unknown: []int{286, 287, 288, 336, 357, 374, 342, 102},
			// and the older fcntl
			loosens: []int{259, 281, 55}, ptrace: 26,
			signals: []int{37, 238, 178, 424, 270, 335},
			shmget:  395, semget: 393,
			// and ipc, which hides what it is asked
			uncounted: []int{356, 447, 399, 277, 117},
		}}
	case "arm64":
		return []machine{{
			arch: unix.AUDIT_ARCH_AARCH64, socket: 198, socketpair: 199, ioctl: 29, clone: 220, setsid: 157, setaffinity: 122,
			setpgid: 154, kill: 129, fcntl: 25, prctl: 167,
			refused: []int{40, 39, 41, 97, 268},
			unknown: []int{217, 218, 219, 241, 280, 282, 265},
			loosens: []int{107, 184}, ptrace: 117,
			signals: []int{129, 130, 138, 424, 131, 240},
			shmget:  194, semget: 190,
			uncounted: []int{279, 447, 186, 180},
		}}
	}
	return nil
}

var hasFilter = len(machines()) > 0

// Offsets in struct seccomp_data.
const (
	seeNumber = 0
	seeArch   = 4
	seeArg0   = 16 // lower half; both are little endian machines
	seeArg1   = 24
	seeArg2   = 32
)

// rules are a filter that is being written.
type rules []unix.SockFilter

func (r *rules) load(offset uint32) {
	*r = append(*r, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset})
}

func (r *rules) answer(what uint32) {
	*r = append(*r, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what})
}

// unless skips the next n instructions if what was loaded is not k.
func (r *rules) unless(k uint32, n uint8) {
	*r = append(*r, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: n})
}

// unlessSet skips the next n instructions if no bit of k is set.
func (r *rules) unlessSet(k uint32, n uint8) {
	*r = append(*r, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: k, Jf: n})
}

func (r *rules) on(call int, what uint32) {
	if call >= 0 {
		r.unless(uint32(call), 1)
		r.answer(what)
	}
}

// restrictions selects restrictions beyond those of every program.
type restrictions struct {
	pinned bool // to its processors
	sealed bool // to its process group, and to standing still while that is stopped

	counted bool // to memory that the host can count by looking at its processes
}

// Limits of shared memory that no process maps, where the host counts memory itself:
// the size of a segment, and of a set of semaphores. The system allows 4096 segments
// and 32,000 sets.
const (
	maxSegment    = 64 << 10
	maxSemaphores = 64
)

// bound keeps a program to memory that the host can count.
func (r *rules) bound(m *machine) {
	for _, call := range m.uncounted {
		r.on(call, unknown)
	}
	r.onLarge(m.shmget, maxSegment)
	r.onLarge(m.semget, maxSemaphores)
}

// onLarge refuses a call whose second argument is more than a bound; then the call's number
// is loaded again.
func (r *rules) onLarge(call int, bound uint32) {
	r.unless(uint32(call), 6)
	r.load(seeArg1 + 4)
	r.unless(0, 2) // more than 32 bits are more than any bound
	r.load(seeArg1)
	*r = append(*r, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K, K: bound, Jf: 1})
	r.answer(noSpace)
	r.load(seeNumber)
}

// argument is a value of an argument of a call, of the bits of a mask.
type argument struct{ offset, mask, value uint32 }

// seal keeps a program in its process group, by which it is stopped where there is no
// control group. It also keeps processes inside from continuing it: by a signal, an
// exit, a timer, a file, or ptrace. A signal to the whole group, which would hit bwrap,
// goes nowhere.
func (r *rules) seal(m *machine) {
	const all = ^uint32(0)
	for _, call := range m.loosens {
		r.on(call, unknown)
	}
	r.on(m.ptrace, noProcess)
	r.on(m.setpgid, pretend)
	r.onArguments(m.kill, pretend, argument{seeArg0, all, 0})
	for i, call := range m.signals {
		at := uint32(seeArg1)
		if i >= len(m.signals)-2 {
			at = seeArg2
		}
		r.onArguments(call, refuse, argument{at, all, uint32(unix.SIGCONT)})
	}
	r.onArguments(m.clone, refuse, argument{seeArg0, endSignal, uint32(unix.SIGCONT)})
	r.onArguments(m.fcntl, refuse, argument{seeArg1, all, unix.F_SETSIG})
	r.onArguments(m.prctl, refuse, argument{seeArg0, all, unix.PR_SET_PDEATHSIG},
		argument{seeArg1, all, uint32(unix.SIGCONT)})
}

// endSignal are the bits of clone's flags that say which signal the parent is sent when
// the child ends.
const endSignal = 0xff

// onArguments answers a call that has certain arguments; then the call's number is
// loaded again.
func (r *rules) onArguments(call int, what uint32, wanted ...argument) {
	const each = 3 // instructions
	rest := uint8(each*len(wanted) + 1)
	r.unless(uint32(call), rest+1)
	for _, a := range wanted {
		r.load(a.offset)
		*r = append(*r, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: a.mask})
		rest -= each
		r.unless(a.value, rest)
	}
	r.answer(what)
	r.load(seeNumber)
}

// body returns the filter for one kind of program; the call's number is loaded.
func (m *machine) body(b restrictions) rules {
	var r rules
	for _, call := range m.refused {
		r.on(call, refuse)
	}
	for _, call := range append(m.unknown, newCalls...) {
		r.on(call, unknown)
	}
	// Linux gives each session a share of the processors of its own: with a
	// few of them a program would get past its priority.
	r.on(m.setsid, pretend)
	if b.pinned {
		r.on(m.setaffinity, refuse)
	}
	if b.sealed {
		r.seal(m)
	}
	if b.counted {
		r.bound(m)
	}
	r.unless(uint32(m.clone), 4)
	r.load(seeArg0)
	r.unlessSet(unix.CLONE_NEWUSER|unix.CLONE_NEWNS|unix.CLONE_NEWPID|unix.CLONE_NEWNET, 1)
	r.answer(refuse)
	r.answer(allow)

	r.unless(uint32(m.ioctl), 6)
	r.load(seeArg1)
	r.unless(unix.TIOCSTI, 1)
	r.answer(refuse)
	r.unless(unix.TIOCLINUX, 1)
	r.answer(refuse)
	r.answer(allow)

	// Sockets in the file system lead to other programs: a terminal
	// multiplexer, a message bus.
	r.unless(uint32(m.socket), 8)
	r.load(seeArg0)
	for _, family := range []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK} {
		r.on(int(family), allow)
	}
	r.answer(noFamily)
	r.onPair(m.socketpair)
	r.answer(allow)
	return r
}

// socketTypes are the bits of a socket's type that say which it is; others are flags.
const socketTypes = 0xf

// onPair answers a pair of sockets. One of datagrams is refused, and SOCK_RAW, which
// is the same: each end can be connected, or can send, to any other socket. The ends of
// a connection stay with each other.
func (r *rules) onPair(call int) {
	r.unless(uint32(call), 9)
	r.load(seeArg0)
	r.unless(unix.AF_UNIX, 6)
	r.load(seeArg1)
	*r = append(*r, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: socketTypes})
	r.on(unix.SOCK_STREAM, allow)
	r.on(unix.SOCK_SEQPACKET, allow)
	r.answer(noType)
}

// filter returns the whole filter as the system reads it.
func filter(b restrictions) []byte {
	var all rules
	all.load(seeArch)
	for _, m := range machines() {
		body := m.body(b)
		all.unless(m.arch, 1)
		all = append(all, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: 1})
		all = append(all, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(body) + 3)})
		all.load(seeNumber)
		all = append(all, unix.SockFilter{
			Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, K: 0x40000000, Jf: 1,
		})
		all.answer(unknown) // the numbers of x32 and unassigned ones
		all = append(all, body...)
		all.load(seeArch)
	}
	all.answer(unknown) // another kind of program
	var text bytes.Buffer
	_ = binary.Write(&text, binary.NativeEndian, all)
	return text.Bytes()
}
