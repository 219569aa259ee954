package jobs

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"
)

// protocol is the version of these messages. Coordinator and worker have the
// same.
const protocol = 2

// subjectFind is the subject on which workers find coordinators.
const subjectFind = "job.find"

// subject returns the subject of a verb of a spec for the owner of a key: only that key
// may publish there. The key * matches all.
func subject(spec, verb, key string) string { return "job." + spec + "." + verb + "." + key }

// keyOf is the key of who said something.
func keyOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// inboxPrefix is the prefix of allowed reply subjects. Otherwise a worker could have the
// coordinator write to any subject.
const inboxPrefix = "_INBOX_"

// The verbs.
const (
	verbTake   = "take"
	verbRenew  = "renew"
	verbFail   = "fail"
	verbResult = "result"
)

// coordinatorInfo is the answer to find.
type coordinatorInfo struct {
	Protocol int    `json:"protocol"`
	Spec     string `json:"spec"`
	Who      string `json:"who"` // process and machine, human-readable
}

// request is a worker's message. With a result it comes as headers, since the body is
// the result.
type request struct {
	Protocol int      `json:"protocol"`
	Worker   string   `json:"worker"` // its name, once it is read with its key before it: lab1/host-17
	Number   int      `json:"number"`
	Lease    uint64   `json:"lease"`
	Programs []string `json:"programs,omitempty"` // that the worker has; of take
	Why      string   `json:"why,omitempty"`      // of fail
	Release  bool     `json:"release,omitempty"`  // of fail: it is given back
}

// answer is the coordinator's reply.
type answer struct {
	Job   *Job          `json:"job,omitempty"`
	Lease uint64        `json:"lease,omitempty"`
	For   time.Duration `json:"for,omitempty"`  // how long the lease is, or how long to wait
	OK    bool          `json:"ok,omitempty"`   // the lease is kept; the result is here to stay
	Over  bool          `json:"over,omitempty"` // nothing is left to do
	Error string        `json:"error,omitempty"`
}

const headerRequest = "Loopline-Request"

// Limits of the fields of a message.
const (
	maxWorker   = 200
	maxWhy      = 2000
	maxPrograms = 10_000
)

// readRequest reads what a worker says.
func readRequest(m *nats.Msg) (*request, error) {
	text := m.Data
	if header := m.Header.Get(headerRequest); header != "" {
		text = []byte(header)
	}
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("a message is not a request: %w", err)
	}
	switch {
	case r.Protocol != protocol:
		return nil, fmt.Errorf("worker %.40q speaks version %d of the farm, and this coordinator %d; use one version of Loopline",
			r.Worker, r.Protocol, protocol)
	case !strings.HasPrefix(m.Reply, inboxPrefix):
		return nil, fmt.Errorf("a request of worker %.40q wants its answer at %.40q, which is not an inbox", r.Worker, m.Reply)
	case strings.ContainsFunc(r.Worker, unicode.IsControl):
		return nil, fmt.Errorf("the name %.40q of a worker has characters that cannot be shown", r.Worker)
	case r.Worker == "" || len(r.Worker) > maxWorker || len(r.Why) > maxWhy || len(r.Programs) > maxPrograms:
		return nil, fmt.Errorf("a request of worker %.40q is too long, or without a name", r.Worker)
	}
	r.Worker = keyOf(m.Subject) + "/" + r.Worker
	return &r, nil
}

func respond(m *nats.Msg, a any) {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // of our own types
	}
	if strings.HasPrefix(m.Reply, inboxPrefix) {
		_ = m.Respond(text) // who asked asks again
	}
}

// readInfo reads what a coordinator says of itself.
func readInfo(text []byte) (*coordinatorInfo, error) {
	var info coordinatorInfo
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, fmt.Errorf("a coordinator's answer is invalid: %w", err)
	}
	if info.Protocol != protocol {
		return nil, fmt.Errorf("the coordinator, %.80q, speaks version %d of the farm, and this worker %d; use one version of Loopline",
			info.Who, info.Protocol, protocol)
	}
	return &info, nil
}
