package jobs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// store keeps the first result of each job of a spec on the disks of the servers. Only
// coordinators write; of two the first wins.
type store struct {
	js     jetstream.JetStream
	stream jetstream.Stream
	spec   string
}

// storeTime bounds the storing of one result. While a cluster elects a leader the
// worker sends the result again.
const storeTime = 5 * time.Second

// shortest is the shortest time for which servers look for messages that come twice, which
// they need not do here: a subject takes one.
const shortest = 100 * time.Millisecond

// Headers of a stored result.
const (
	headerWorker = "Loopline-Worker"
	headerSum    = "Loopline-Sum"
)

// openStore opens the store of a spec, replicated on the given number of servers, or
// makes it.
func openStore(ctx context.Context, conn *nats.Conn, spec string, replicas int) (*store, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	stream, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: "results-" + spec, Subjects: []string{"result." + spec + ".*"},
		Storage: jetstream.FileStorage, Replicas: max(1, replicas),
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		Duplicates: shortest, // a server that starts reads all messages of that time again
	})
	if err != nil {
		return nil, fmt.Errorf("store of results: %w", err)
	}
	return &store{js, stream, spec}, nil
}

// subjectOf returns the subject of a job's result.
func subjectOf(spec string, number int) string { return "result." + spec + "." + strconv.Itoa(number) }

// storedResult is a result that is in the store.
type storedResult struct {
	Worker, Sum string
	Body        []byte
}

// errExists says that there is a result already.
var errExists = errors.New("there is a result already")

// errFull says that the servers can keep no more.
var errFull = errors.New("the store of results is full; free some space on the servers' disks")

// errSilent says that the servers do not answer.
var errSilent = errors.New("the store of results does not answer: the disk of a server is full, or a cluster chooses who leads it; " +
	"the servers say which")

// errLost says that the store had a result, and cannot give it.
var errLost = errors.New("the store of results has lost it, or it is damaged there; a server that is started again sets aside what is damaged")

// putIfAbsent stores a result if its job has none, else it returns errExists: an idempotent
// commit, so that a job that ran twice counts once.
func (s *store) putIfAbsent(ctx context.Context, number int, k storedResult) error {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	m := &nats.Msg{Subject: subjectOf(s.spec, number), Data: k.Body, Header: nats.Header{
		headerWorker: {k.Worker}, headerSum: {k.Sum},
	}}
	_, err := s.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0), jetstream.WithRetryAttempts(10))
	var api *jetstream.APIError
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoStreamResponse):
		return errSilent
	case !errors.As(err, &api):
		return err
	case api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || strings.Contains(api.Description, "maximum messages per subject"):
		return errExists
	case api.Code == 503 && strings.Contains(api.Description, "insufficient"), strings.Contains(api.Description, "maximum bytes"):
		return fmt.Errorf("%w (%s)", errFull, api.Description)
	}
	return err
}

// get returns the result of a job. One that is there no more is errLost.
func (s *store) get(ctx context.Context, number int) (storedResult, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	m, err := s.stream.GetLastMsgForSubject(ctx, subjectOf(s.spec, number))
	if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, nats.ErrBadHeaderMsg) {
		err = fmt.Errorf("%w (%w)", errLost, err)
	}
	if err != nil {
		return storedResult{}, fmt.Errorf("result of job %d: %w", number, err)
	}
	return storedResult{m.Header.Get(headerWorker), m.Header.Get(headerSum), m.Data}, nil
}

// numbers lists the jobs that have a result.
func (s *store) numbers(ctx context.Context) ([]int, error) {
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter("result."+s.spec+".*"))
	if err != nil {
		return nil, fmt.Errorf("store of results: %w", err)
	}
	numbers := make([]int, 0, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		number, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
		if err != nil {
			return nil, fmt.Errorf("store of results: what is %q", subject)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}
