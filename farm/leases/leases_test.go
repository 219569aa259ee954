package leases

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const lease = time.Minute

// A silent worker's job is given again, first, and its result counts all the same,
// once.
func TestSilentWorker(t *testing.T) {
	l := New(2, Options{Lease: lease})
	a, ok := l.Acquire(1, "a")
	require.True(t, ok)
	require.Equal(t, 0, a.Job)
	require.True(t, l.Renew(a.Until-1, a.Job, a.ID, "a"))
	now := a.Until + lease - 1 // the end of the renewed lease
	b, ok := l.Acquire(now, "b")
	require.True(t, ok)
	require.Equal(t, 0, b.Job, "the job of the silent one")
	require.NotEqual(t, a.ID, b.ID)
	require.False(t, l.Renew(now, a.Job, a.ID, "a"), "it is another's")
	require.Equal(t, Accepted, l.Submit(now, a.Job, "a", "x"))
	l.Commit(now, a.Job, "a", "x")
	require.False(t, l.Renew(now, b.Job, b.ID, "b"), "it is done")
	require.Equal(t, Duplicate, l.Submit(now, b.Job, "b", "x"))
	l.Commit(now, b.Job, "b", "x")
	c := l.Counts()
	require.Equal(t, Counts{Jobs: 2, Done: 1, Expired: 1, Late: 1}, c)
	require.Equal(t, []Worker{{Name: "a", Done: 1, Expired: 1, LastSeen: now}, {Name: "b", LastSeen: now}}, l.Workers())
	require.False(t, l.Over())
}

// A second result that differs is a contradiction, where jobs are deterministic.
func TestContradiction(t *testing.T) {
	for deterministic, want := range map[bool]SubmitStatus{true: Conflict, false: Duplicate} {
		l := New(1, Options{Deterministic: deterministic})
		l.Commit(1, 0, "a", "x")
		require.Equal(t, want, l.Submit(2, 0, "b", "y"))
		require.Equal(t, Duplicate, l.Submit(2, 0, "b", "x"))
		require.True(t, l.Over())
		sum, ok := l.Done(0)
		require.True(t, ok)
		require.Equal(t, "x", sum)
	}
}

// A job that fails goes to another worker, and after three times to none.
func TestFailures(t *testing.T) {
	l := New(1, Options{})
	a, _ := l.Acquire(1, "a")
	_, ok := l.Acquire(1, "b")
	require.False(t, ok)
	require.False(t, l.Fail(2, a.Job, a.ID, "a", "no memory"))
	require.False(t, l.Fail(2, a.Job, a.ID, "a", "said twice"))
	_, ok = l.Acquire(3, "a")
	require.False(t, ok, "another worker should try")
	for i, who := range []string{"b", "a"} {
		next, ok := l.Acquire(4, who)
		require.True(t, ok)
		require.Equal(t, i == 1, l.Fail(5, next.Job, next.ID, who, "no disk"))
	}
	numbers, why := l.Failed()
	require.Equal(t, []int{0}, numbers)
	require.Equal(t, []string{"no disk"}, why)
	require.True(t, l.Over())
	_, ok = l.Acquire(6, "c")
	require.False(t, ok)
	l.Commit(7, 0, "a", "x") // a result that comes after all
	require.Equal(t, Counts{Jobs: 1, Done: 1, Failed: 3}, l.Counts())
}

// A job that failed goes to the same worker again where no other was heard of for a
// lease: the other may never come back.
func TestFailureAlone(t *testing.T) {
	l := New(1, Options{Lease: lease})
	_, ok := l.Acquire(1, "gone")
	require.True(t, ok)
	l.Release(1, 0, 1, "gone")
	a, ok := l.Acquire(2, "a")
	require.True(t, ok)
	require.False(t, l.Fail(2, a.Job, a.ID, "a", "no memory"))
	_, ok = l.Acquire(1+lease, "a")
	require.False(t, ok)
	_, ok = l.Acquire(2+lease, "a")
	require.True(t, ok)
}

// A lease is of the worker that has it: others neither lengthen nor end it.
func TestForeignLease(t *testing.T) {
	l := New(1, Options{Lease: lease})
	a, _ := l.Acquire(1, "a")
	require.False(t, l.Renew(2, a.Job, a.ID, "b"))
	require.False(t, l.Fail(2, a.Job, a.ID, "b", "no"))
	l.Release(2, a.Job, a.ID, "b")
	require.Equal(t, Counts{Jobs: 1, Leased: 1}, l.Counts())
	require.True(t, l.Renew(2, a.Job, a.ID, "a"))
	require.True(t, l.Admits("c"))
}

// After a restart what is kept is done, who still works goes on, and who gives
// back is not blamed.
func TestRestart(t *testing.T) {
	l := New(3, Options{FirstLease: 1000})
	l.Recover(0, "x")
	l.Recover(0, "x")
	require.True(t, l.Renew(1, 1, 7, "a"), "a lease of before")
	require.False(t, l.Renew(1, 1, 8, "b"), "which another had lost then")
	c, ok := l.Acquire(2, "c")
	require.True(t, ok)
	require.Equal(t, Lease{2, 1001, 2 + DefaultLease}, c)
	l.Release(3, 1, 7, "a")
	l.Release(3, 1, 7, "a")
	require.Equal(t, Counts{Jobs: 3, Done: 1, Leased: 1}, l.Counts())
	again, ok := l.Acquire(4, "a")
	require.True(t, ok)
	require.Equal(t, 1, again.Job)
}

// Numbers of no job change nothing.
func TestUnknown(t *testing.T) {
	l := New(1, Options{})
	for _, number := range []int{-1, 1, 1 << 40} {
		require.False(t, l.Renew(1, number, 1, "a"))
		require.Equal(t, UnknownJob, l.Submit(1, number, "a", "x"))
		require.False(t, l.Fail(1, number, 1, "a", "x"))
		l.Release(1, number, 1, "a")
		_, ok := l.Done(number)
		require.False(t, ok)
	}
	require.Equal(t, Counts{Jobs: 1}, l.Counts())
	require.Empty(t, l.Workers())
}

// What takes far longer than usual is named, with who has it.
func TestSlow(t *testing.T) {
	l := New(5, Options{Lease: time.Hour})
	slow, _ := l.Acquire(1, "tortoise")
	for range 3 {
		next, _ := l.Acquire(2, "hare")
		l.Commit(2+time.Minute, next.Job, "hare", "x")
	}
	require.Equal(t, time.Minute, l.Median())
	numbers, _ := l.Stragglers(2 + 2*time.Minute)
	require.Empty(t, numbers)
	numbers, workers := l.Stragglers(2 + 4*time.Minute)
	require.Equal(t, []int{slow.Job}, numbers)
	require.Equal(t, []string{"tortoise"}, workers)
}
