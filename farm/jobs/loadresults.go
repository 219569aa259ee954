package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/loopline/loopline/internal/humanize"
)

// loadResults finds out what is done: what the store of the servers has, or the folder of
// results. Each is given what the other has and it has not; what neither has any more is
// named, and done again.
func (c *Coordinator) loadResults(ctx context.Context) error {
	numbers, err := c.store.numbers(ctx)
	if err != nil {
		return err
	}
	numbers = slices.DeleteFunc(numbers, func(number int) bool { return number < 0 || number >= c.Spec.Jobs() })
	slices.Sort(numbers)
	if c.Kept == "" {
		for _, number := range numbers {
			c.table.Recover(number, "")
		}
		return nil
	}
	if c.files, err = openFiles(c.Kept, c.Spec.ID()); err != nil {
		return err
	}
	is, err := c.files.scan(c.Spec.Jobs())
	if err != nil {
		return err
	}
	lost, err := c.copyFromStore(ctx, numbers, is)
	if err != nil {
		return err
	}
	c.putBack(ctx, numbers, is)
	for number, sum := range is.sums {
		c.table.Recover(number, sum)
	}
	c.reportLost(is, lost)
	return nil
}

// copyFromStore copies to files the results that only the store has, and adds them to
// the scan. It returns the numbers that the store has lost.
func (c *Coordinator) copyFromStore(ctx context.Context, numbers []int, is *scanResult) (lost []int, err error) {
	var copied []int
	for _, number := range numbers {
		if _, whole := is.sums[number]; whole {
			continue
		}
		k, err := c.fromStore(ctx, number)
		if errors.Is(err, errLost) {
			lost = append(lost, number)
			continue
		}
		if err == nil {
			err = c.keepFile(number, k)
		}
		if err != nil {
			return nil, err
		}
		is.sums[number] = k.Sum
		copied = append(copied, number)
	}
	if len(copied) > 0 {
		c.Say(fmt.Sprintf("the results of %s were not in %s, or damaged there: they are whole in the store and were copied",
			jobsInWords(copied), c.files.dir))
	}
	return lost, nil
}

// putBack gives the store what only files have. Where it takes nothing the files count
// all the same.
func (c *Coordinator) putBack(ctx context.Context, numbers []int, is *scanResult) {
	var back []int
	for _, number := range c.files.numbers() {
		if _, there := slices.BinarySearch(numbers, number); there {
			continue
		}
		k, ok := c.files.get(number)
		if !ok {
			continue
		}
		if err := c.store.putIfAbsent(ctx, number, k); err != nil && !errors.Is(err, errExists) {
			c.Say(fmt.Sprintf("the result of job %d, which the store of results had lost, is whole in %s and counts: %v", number, c.files.dir, err))
			if ctx.Err() != nil || errors.Is(err, errSilent) {
				return
			}
			continue
		}
		back = append(back, number)
	}
	if len(back) > 0 {
		c.Say(fmt.Sprintf("the store had lost the results of %s: they are whole in %s and were put back", jobsInWords(back), c.files.dir))
	}
}

// reportLost names what neither the store nor a file has any more.
func (c *Coordinator) reportLost(is *scanResult, lost []int) {
	lost = append(lost, is.missing...)
	for number := range is.damaged {
		lost = append(lost, number)
	}
	slices.Sort(lost)
	lost = slices.DeleteFunc(slices.Compact(lost), func(number int) bool { _, whole := is.sums[number]; return whole })
	if len(lost) == 0 {
		return
	}
	aside := ""
	if is.damaged[lost[0]] != "" {
		aside = fmt.Sprintf(" (what is left of the first is in %s)", is.damaged[lost[0]])
	}
	c.Say(fmt.Sprintf("the results of %s are lost or damaged, in the store and in %s%s: %s given again",
		jobsInWords(lost), c.files.dir, aside, humanize.Plural(len(lost), "job is", "jobs are")))
}

// fromStore is the result of a job as the store has it. One that is to be copied to a file
// and is not what was kept is errLost.
func (c *Coordinator) fromStore(ctx context.Context, number int) (storedResult, error) {
	k, err := c.store.get(ctx, number)
	if err != nil || c.files == nil {
		return k, err
	}
	if sum, err := sumOf(k.Body, c.Spec.Kind == Pairs); err != nil || sum != k.Sum || k.Worker == "" {
		return k, fmt.Errorf("result of job %d: %w", number, errLost)
	}
	return k, nil
}

// keepFile keeps a result in a file, where there is a folder for them.
func (c *Coordinator) keepFile(number int, k storedResult) error {
	if c.files == nil {
		return nil
	}
	return c.files.write(number, k)
}

// get is the result of a job that is done.
func (c *Coordinator) get(ctx context.Context, number int) (storedResult, error) {
	if c.files == nil {
		return c.store.get(ctx, number)
	}
	if k, ok := c.files.get(number); ok {
		return k, nil
	}
	k, err := c.fromStore(ctx, number)
	if errors.Is(err, errLost) {
		return k, fmt.Errorf("%w, and %s is damaged or gone; start again, and the job is done again", err, c.files.name(number))
	}
	if err == nil {
		err = c.files.write(number, k)
	}
	return k, err
}

// numbers lists the jobs that have a result.
func (c *Coordinator) numbers(ctx context.Context) ([]int, error) {
	if c.files == nil {
		return c.store.numbers(ctx)
	}
	return c.files.numbers(), nil
}
