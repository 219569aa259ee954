package natsconn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/minio/highwayhash"

	"github.com/loopline/loopline/internal/durable"
)

// The store of a server has the messages of a stream in blocks, NAME/msgs/N.blk, and
// each message is a record:
//
//	length(4) sequence(8) time(8) subject length(2) subject header length(4) header body sum(8)
//
// with the highest bit of the length where there is a header, as in each of ours; without
// one its length is left out too. The sum is HighwayHash under a key of the stream's name and the number
// of the block. It leaves out the lengths. nats-server 2.15 believes a record before it
// has looked at its sum: one flipped bit in a sequence has it count to 2^56, and it ends
// neither with an error nor at all. So we look first.

// Sizes of a record, in bytes.
const (
	recordHead   = 22
	recordSum    = 8
	recordLength = 4
	mostRecord   = 32 << 20 // which the server takes for broken
	headed       = 1 << 31
)

// How the header of a message begins and ends.
const (
	headerBegins = "NATS/1.0"
	headerEnds   = "\r\n\r\n"
)

// span is a part of a block, from a byte to another.
type span struct{ from, to int }

// block reads the records of a block.
type block struct {
	text []byte
	sum  hash.Hash64
}

func newBlock(stream string, number int, text []byte) (*block, error) {
	key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", stream, number))
	sum, err := highwayhash.New64(key[:])
	return &block{text, sum}, err
}

// spans are the parts of the block that are whole records, and those that are not.
func (b *block) spans() (whole, damaged []span) {
	for at := 0; at < len(b.text); {
		if end, ok := b.record(at); ok {
			whole = append(whole, span{at, end})
			at = end
			continue
		}
		from := at
		for at++; at < len(b.text); at++ {
			if _, ok := b.record(at); ok {
				break
			}
		}
		damaged = append(damaged, span{from, at})
	}
	return whole, damaged
}

// record reports whether there is a whole record at a byte, and where it ends.
func (b *block) record(at int) (end int, ok bool) {
	text := b.text[at:]
	if len(text) < recordHead+recordSum {
		return 0, false
	}
	length, subject := binary.LittleEndian.Uint32(text), int(binary.LittleEndian.Uint16(text[recordHead-2:]))
	size := int(length &^ headed)
	if size > len(text) || size > mostRecord || size < recordHead+subject+recordSum {
		return 0, false
	}
	message := text[recordHead : size-recordSum]
	if !isSubject(message[:subject]) {
		return 0, false
	}
	b.sum.Reset()
	_, _ = b.sum.Write(text[recordLength : recordHead-2])
	if length&headed != 0 {
		rest, ok := cutHeader(message[subject:])
		if !ok {
			return 0, false
		}
		_, _ = b.sum.Write(message[:subject])
		message = rest
	}
	_, _ = b.sum.Write(message)
	return at + size, bytes.Equal(b.sum.Sum(nil), text[size-recordSum:size])
}

// cutHeader takes the length of a header off, if a header of this length follows.
func cutHeader(message []byte) (rest []byte, ok bool) {
	if len(message) < recordLength {
		return nil, false
	}
	length := int64(binary.LittleEndian.Uint32(message))
	rest = message[recordLength:]
	if length > int64(len(rest)) {
		return nil, false
	}
	header := rest[:length]
	end := bytes.Index(header, []byte(headerEnds))
	return rest, bytes.HasPrefix(header, []byte(headerBegins)) && int64(end+len(headerEnds)) == length
}

// subject returns the subject of the message at a damaged part, as far as it can be read, to
// report it.
func (b *block) subject(s span) string {
	text := b.text[s.from:s.to]
	if len(text) < recordHead {
		return ""
	}
	text = text[recordHead:]
	text = text[:min(len(text), int(binary.LittleEndian.Uint16(b.text[s.from+recordHead-2:])))]
	if !isSubject(text) {
		return ""
	}
	return string(text)
}

// isSubject reports whether a text can be a subject of ours, or that of a record that has
// none.
func isSubject(text []byte) bool {
	return !bytes.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' })
}

// repairStore looks at all that a store keeps before a server opens it. A block that is
// damaged is set aside, and its whole records are kept on. Of a cluster it is an error:
// the other servers have what is damaged here.
func (o *ServerOptions) repairStore() error {
	if o.Store == "" {
		return nil
	}
	names, err := o.blocks()
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	var failed error
	var mu sync.Mutex // of failed, and of repairs: one at a time
	var group sync.WaitGroup
	next := make(chan string)
	for range min(blockReaders, len(names)) {
		group.Go(func() { // ends when next is closed
			var space bytes.Buffer
			for name := range next {
				if err := o.repairBlock(name, &space, &mu); err != nil {
					mu.Lock()
					failed = errors.Join(failed, fmt.Errorf("store: %w", err))
					mu.Unlock()
				}
			}
		})
	}
	for _, name := range names {
		next <- name
	}
	close(next)
	group.Wait()
	return failed
}

// blockReaders is the number of blocks that a start reads at once, each of some
// megabytes.
const blockReaders = 4

// blocks are the files of the store that have messages.
func (o *ServerOptions) blocks() (names []string, err error) {
	err = filepath.WalkDir(o.Store, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && name == filepath.Join(o.Store, asideFolder):
			return fs.SkipDir
		}
		if _, ok := blockNumber(name); ok && entry.Type().IsRegular() {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// blockNumber is the number of a block by the name of its file.
func blockNumber(name string) (int, bool) {
	text, ok := strings.CutSuffix(filepath.Base(name), ".blk")
	if !ok || filepath.Base(filepath.Dir(name)) != "msgs" {
		return 0, false
	}
	number, err := strconv.Atoi(text)
	return number, err == nil
}

// asideFolder is the folder of damaged files in a store.
const asideFolder = "damaged"

// stateFile has what the server knows of a stream's blocks.
const stateFile = "index.db"

// repairBlock looks at a block, which it reads into space. It holds mu while it repairs.
func (o *ServerOptions) repairBlock(name string, space *bytes.Buffer, mu *sync.Mutex) error {
	number, _ := blockNumber(name)
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	space.Reset()
	_, err = space.ReadFrom(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	text := space.Bytes()
	b, err := newBlock(filepath.Base(filepath.Dir(filepath.Dir(name))), number, text)
	if err != nil {
		return err
	}
	whole, damaged := b.spans()
	if len(damaged) == 0 {
		return nil
	}
	mu.Lock()
	defer mu.Unlock()
	of := ""
	if subject := b.subject(damaged[0]); subject != "" {
		of = fmt.Sprintf(", of %q,", subject)
	}
	if o.Cluster != nil {
		return fmt.Errorf("%s%s is damaged at byte %d; move %s away and start this server again: it gets all of it from the others of the cluster",
			name, of, damaged[0].from, o.Store)
	}
	aside, err := o.setAside(name, text)
	if err != nil {
		return err
	}
	var kept []byte
	for _, s := range whole {
		kept = append(kept, text[s.from:s.to]...)
	}
	if err := durable.Write(name, kept); err != nil {
		return err
	}
	o.notify(fmt.Sprintf("%s%s is damaged, or was cut short, at byte %d: it is set aside as %s, and its %d whole messages are kept; "+
		"results without another copy are computed again", name, of, damaged[0].from, aside, len(whole)))
	return nil
}

// setAside moves a damaged block out of the store, unchanged. The server's index moves
// too; the server rebuilds it.
func (o *ServerOptions) setAside(name string, text []byte) (string, error) {
	below, err := filepath.Rel(o.Store, name)
	if err != nil {
		return "", err
	}
	var aside string
	for n := 1; ; n++ {
		aside = filepath.Join(o.Store, asideFolder, strconv.Itoa(n), below)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err := os.MkdirAll(filepath.Dir(aside), 0o700); err != nil {
		return "", err
	}
	if err := durable.Write(aside, text); err != nil {
		return "", err
	}
	err = os.Rename(filepath.Join(filepath.Dir(name), stateFile), filepath.Join(filepath.Dir(aside), stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return aside, err
}
