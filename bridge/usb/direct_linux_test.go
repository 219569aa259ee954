package usb

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// fakeQueue is a kernel that does as it is told.
type fakeQueue struct {
	fakePipe // for control requests

	mu        sync.Mutex
	submitted []*usbfsURB
	done      []*usbfsURB
	end       syscall.Errno // what reap answers when nothing is done; 0 is EAGAIN
	refuse    syscall.Errno // of submit
	discarded []*usbfsURB
	closed    bool

	taken  []byte          // by bulk
	takes  []syscall.Errno // how bulk ends, in turn; then well
	wake   chan struct{}
	halted chan struct{}
}

func newFakeQueue() *fakeQueue {
	return &fakeQueue{fakePipe: *newFakePipe(), wake: make(chan struct{}, 100), halted: make(chan struct{})}
}

func (f *fakeQueue) control(kind, request uint8, value, index uint16, data []byte, _ time.Duration) (int, error) {
	return f.fakePipe.control(kind, request, value, index, data)
}

func (f *fakeQueue) bulk(_ uint8, data []byte, timeout time.Duration) (int, syscall.Errno) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.takes) > 0 {
		errno := f.takes[0]
		f.takes = f.takes[1:]
		return 0, errno
	}
	f.taken = append(f.taken, data...)
	return len(data), 0
}

func (f *fakeQueue) submit(u *usbfsURB) syscall.Errno {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuse == 0 {
		f.submitted = append(f.submitted, u)
	}
	return f.refuse
}

func (f *fakeQueue) reap() (*usbfsURB, syscall.Errno) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.done) > 0 {
		u := f.done[0]
		f.done = f.done[1:]
		return u, 0
	}
	if f.end != 0 {
		return nil, f.end
	}
	return nil, unix.EAGAIN
}

func (f *fakeQueue) discard(u *usbfsURB) { f.discarded = append(f.discarded, u) }

func (f *fakeQueue) wait(try func() bool) error {
	for !try() {
		select {
		case <-f.wake:
		case <-f.halted:
			return os.ErrDeadlineExceeded
		}
	}
	return nil
}

func (f *fakeQueue) halt() { close(f.halted) }

func (f *fakeQueue) close() error {
	f.closed = true
	return nil
}

// finish ends the oldest transfer.
func (f *fakeQueue) finish(status syscall.Errno, data string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	u := f.submitted[0]
	f.submitted = f.submitted[1:]
	copy(unsafe.Slice((*byte)(u.buffer), u.length), data)
	u.status, u.actual = -int32(status), int32(len(data))
	f.done = append(f.done, u)
	f.wake <- struct{}{}
}

// vanish lets the device be gone.
func (f *fakeQueue) vanish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.end = unix.ENODEV
	f.wake <- struct{}{}
}

var fakeEnds = ends{configuration: 1, in: endpoint{address: 0x81, packet: 64}, out: endpoint{address: 2, packet: 64}}

func mustDirect(t *testing.T, q *fakeQueue) *direct {
	t.Helper()
	d, err := newDirect(q, fakeEnds)
	require.NoError(t, err)
	return d
}

// TestDirectReads wants bytes in their order, and as many transfers in flight as
// before after each.
func TestDirectReads(t *testing.T) {
	q := newFakeQueue()
	d := mustDirect(t, q)
	buf := make([]byte, 512)
	require.Len(t, q.submitted, readTransfers)
	for round := range 3 * readTransfers {
		text := string(rune('a' + round))
		q.finish(0, text)
		n, err := d.read(buf)
		require.NoError(t, err)
		require.Equal(t, text, string(buf[:n]))
	}
	q.finish(0, "1")
	q.finish(0, "")
	q.finish(0, "2")
	for _, want := range []string{"1", "", "2"} {
		n, err := d.read(buf)
		require.NoError(t, err)
		require.Equal(t, want, string(buf[:n]))
	}
	waiting := make(chan string)
	go func() {
		n, _ := d.read(buf)
		waiting <- string(buf[:n])
	}()
	require.Eventually(t, func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.submitted) == readTransfers
	}, 10*time.Second, time.Millisecond)
	q.finish(0, "late")
	require.Equal(t, "late", <-waiting)

	order := append([]*usbfsURB(nil), q.submitted...)
	require.NoError(t, d.close())
	require.Equal(t, order, q.discarded, "one by one, the oldest first")
	require.True(t, q.closed)
}

// TestDirectEnds wants each way in which a transfer fails to be told.
func TestDirectEnds(t *testing.T) {
	for name, c := range map[string]struct {
		fail  func(*fakeQueue)
		is    error
		words string
	}{
		"gone":       {func(q *fakeQueue) { q.vanish() }, errGone, ""},
		"taken back": {func(q *fakeQueue) { q.finish(unix.ENOENT, "") }, errGone, ""},
		"shut down":  {func(q *fakeQueue) { q.finish(unix.ESHUTDOWN, "") }, errGone, ""},
		"a stall":    {func(q *fakeQueue) { q.finish(unix.EPIPE, "") }, errStall, ""},
		"a cable":    {func(q *fakeQueue) { q.finish(unix.EPROTO, "") }, unix.EPROTO, "failed on the way"},
		"a hub":      {func(q *fakeQueue) { q.finish(unix.EILSEQ, "") }, unix.EILSEQ, "failed on the way"},
		"babble":     {func(q *fakeQueue) { q.finish(unix.EOVERFLOW, "") }, unix.EOVERFLOW, "more than fits"},
		"halted":     {func(q *fakeQueue) { q.halt() }, errStopped, ""},
		"no sense":   {func(q *fakeQueue) { q.end = unix.EIO; q.wake <- struct{}{} }, unix.EIO, ""},
	} {
		t.Run(name, func(t *testing.T) {
			q := newFakeQueue()
			d := mustDirect(t, q)
			q.finish(0, "before")
			buf := make([]byte, 512)
			n, err := d.read(buf)
			require.NoError(t, err)
			require.Equal(t, "before", string(buf[:n]))
			c.fail(q)
			_, err = d.read(buf)
			require.ErrorIs(t, err, c.is)
			require.ErrorContains(t, err, c.words)
			require.NoError(t, d.close())
		})
	}
}

// TestDirectLast reads what came before the device went.
func TestDirectLast(t *testing.T) {
	q := newFakeQueue()
	d := mustDirect(t, q)
	q.finish(0, "last")
	q.vanish()
	buf := make([]byte, 512)
	n, err := d.read(buf)
	require.NoError(t, err)
	require.Equal(t, "last", string(buf[:n]))
	_, err = d.read(buf)
	require.ErrorIs(t, err, errGone)
}

func TestDirectWrites(t *testing.T) {
	q := newFakeQueue()
	d := mustDirect(t, q)
	data := make([]byte, 150)
	q.takes = []syscall.Errno{unix.ETIMEDOUT, unix.EINTR}
	n, err := d.write(nil, data)
	require.NoError(t, err, "a packet that was not taken at first")
	require.Equal(t, 150, n)
	require.Equal(t, data, q.taken)

	stopped := make(chan struct{})
	close(stopped)
	q.takes = []syscall.Errno{unix.ETIMEDOUT}
	n, err = d.write(stopped, data)
	require.ErrorIs(t, err, errStopped)
	require.Zero(t, n)

	for errno, want := range map[syscall.Errno]error{
		unix.ENODEV: errGone, unix.EPIPE: errStall, unix.EPROTO: unix.EPROTO,
	} {
		q.takes = []syscall.Errno{errno}
		_, err = d.write(nil, data)
		require.ErrorIs(t, err, want)
	}
}

// TestDirectRefused wants to be told a kernel that takes no transfers from one
// that has no device.
func TestDirectRefused(t *testing.T) {
	for errno, want := range map[syscall.Errno]error{
		unix.ENOTTY: errNoDirect, unix.EINVAL: errNoDirect, unix.ENODEV: errGone,
	} {
		q := newFakeQueue()
		q.refuse = errno
		_, err := newDirect(q, fakeEnds)
		require.ErrorIs(t, err, want)
		require.Equal(t, want == errNoDirect, errors.Is(err, errNoDirect))
		require.True(t, q.closed)
	}
}

// TestNoSuchEndpoint wants an endpoint that the kernel does not know of, because the
// device described it wrongly, to be told from a device that is not there: that would be
// waited for.
func TestNoSuchEndpoint(t *testing.T) {
	q := newFakeQueue()
	q.refuse = unix.ENOENT
	_, err := newDirect(q, fakeEnds)
	require.ErrorContains(t, err, "describes itself wrongly")
	require.NotErrorIs(t, err, os.ErrNotExist)
	require.True(t, q.closed)
}

func TestNoNode(t *testing.T) {
	_, err := openNode("/none")
	require.ErrorContains(t, err, "is not there")
	require.ErrorIs(t, err, os.ErrNotExist)
	for errno, want := range map[syscall.Errno]struct {
		is    error
		words string
	}{
		unix.ENODEV: {os.ErrNotExist, "the board was unplugged"},
		unix.EACCES: {os.ErrPermission, "loopline doctor prints the udev rule"},
		unix.EPERM:  {os.ErrPermission, "loopline doctor prints the udev rule"},
		unix.EMFILE: {unix.EMFILE, "too many open files"},
	} {
		err := nodeError("/dev/bus/usb/001/002", errno)
		require.ErrorIs(t, err, want.is)
		require.ErrorContains(t, err, want.words)
	}
}
