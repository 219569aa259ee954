package games

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/bridge/bridgetest"
	"github.com/loopline/loopline/games/descriptor"
	"github.com/loopline/loopline/internal/tier"
	"github.com/loopline/loopline/player"
)

// conversation is a client's side of a wire.
type conversation struct {
	conn io.ReadWriteCloser
	r    *bufio.Reader
	vars map[string]string // what answers have named
}

// transcript plays a client's part of a conversation over TCP, written as lines; see
// conversation.play.
func transcript(text string) error { return (&conversation{}).play(text) }

// transcriptTime bounds each step of a conversation.
const transcriptTime = 30 * time.Second

// play plays a client's part, written as lines:
//
//	connect ADDRESS         opens a TCP connection, and leaves the one before it open
//	> BYTES                 sends them, quoted as in Go; {NAME} is what an answer named
//	< BYTES                 wants them
//	until LINE              reads lines up to this one
//	status N PATTERN        reads an HTTP answer; its named groups give {NAME} later
//	await N PATTERN BYTES   sends a request until the answer has this status
//	close                   closes the connection
//	end                     wants the host to close it, after whatever it still sends
//	forever BYTES           sends a request again and again until the host closes the connection
//	refused                 wants new connections to be refused from some time on
//
// Anything else is a remark.
func (c *conversation) play(text string) error {
	for n, line := range strings.Split(text, "\n") {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if err := c.step(verb, rest); err != nil {
			return fmt.Errorf("line %d, %s: %w", n+1, line, err)
		}
	}
	return nil
}

func (c *conversation) step(verb, rest string) (err error) {
	if conn, ok := c.conn.(net.Conn); ok {
		_ = conn.SetDeadline(time.Now().Add(transcriptTime))
	}
	switch verb {
	case "connect":
		var conn net.Conn
		for range transcriptTime / (10 * time.Millisecond) {
			if conn, err = net.Dial("tcp", rest); err == nil {
				c.conn, c.r = conn, bufio.NewReader(conn)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	case ">":
		err = c.send(rest)
	case "<":
		var b string
		if b, err = strconv.Unquote(rest); err == nil {
			got := make([]byte, len(b))
			if _, err = io.ReadFull(c.r, got); err == nil && string(got) != b {
				err = fmt.Errorf("got %q", got)
			}
		}
	case "until":
		for got := ""; err == nil && strings.TrimRight(got, "\r\n") != rest; {
			got, err = c.r.ReadString('\n')
		}
	case "status":
		var got bool
		if got, err = c.answer(rest); err == nil && !got {
			err = io.ErrUnexpectedEOF
		}
	case "await":
		fields := strings.SplitN(rest, " ", 3)
		for got, until := false, time.Now().Add(transcriptTime); !got; time.Sleep(10 * time.Millisecond) {
			if err = c.send(fields[2]); err != nil {
				break
			}
			if got, err = c.answer("? " + fields[0] + " " + fields[1]); err == nil && !got && time.Now().After(until) {
				err = fmt.Errorf("no such answer in %v", transcriptTime)
			}
			if err != nil {
				break
			}
		}
	case "close":
		err = c.conn.Close()
	case "end":
		_, err = io.Copy(io.Discard, c.r)
	case "forever":
		for until := time.Now().Add(transcriptTime); c.send(rest) == nil; time.Sleep(10 * time.Millisecond) {
			if _, err := c.answer("? 200 "); err != nil {
				break
			}
			if time.Now().After(until) {
				return fmt.Errorf("it is still answered")
			}
		}
	case "refused":
		for range transcriptTime / (10 * time.Millisecond) {
			conn, dialed := net.Dial("tcp", rest)
			if dialed != nil {
				return nil
			}
			_ = conn.Close()
			time.Sleep(10 * time.Millisecond)
		}
		err = fmt.Errorf("connections are still accepted")
	}
	return err
}

func (c *conversation) send(quoted string) error {
	b, err := strconv.Unquote(quoted)
	if err != nil {
		return err
	}
	for name, value := range c.vars {
		b = strings.ReplaceAll(b, "{"+name+"}", value)
	}
	_, err = io.WriteString(c.conn, b)
	return err
}

// answer reads an HTTP answer that ought to have a status and to fit a pattern. After a question mark
// another one is not yet the one.
func (c *conversation) answer(want string) (is bool, err error) {
	want, tries := strings.CutPrefix(want, "? ")
	status, pattern, _ := strings.Cut(want, " ")
	r, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return false, err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false, err
	}
	re := regexp.MustCompile(pattern)
	found := re.FindStringSubmatch(string(body))
	if strconv.Itoa(r.StatusCode) != status || found == nil {
		if tries {
			return false, nil
		}
		return false, fmt.Errorf("got status %d: %s", r.StatusCode, body)
	}
	if c.vars == nil {
		c.vars = map[string]string{}
	}
	for i, name := range re.SubexpNames() {
		if name != "" {
			c.vars[name] = found[i]
		}
	}
	return true, nil
}

// habits are what clients on a wire of lines do, in bytes, and what becomes of the match: the
// verdict's or the first foul's "kind (reason)"; empty is a game without a foul.
var habits = map[string]map[string]struct{ text, want string }{
	"trax": {
		"dies in turn 1": {"< \"-T\\n\"\n> \"ZZ\\n\"\n< \"-W\\n\"\nclose", "gone (closed)"},
		"never closes":   {"< \"-T\\n\"\n> \"ZZ\\n\"\n< \"-W\\n\"\n> \"@9/\\n\"\nend", "illegal (first-move)"},
		"asks for ever":  {"< \"-T\\n\"\n> \"ZZ\\n\"\n< \"-W\\n\"\n> \"-W\\n\"\nend", "illegal (syntax)"},
	},
	"battle2048": {
		"dies in turn 1": {"< \"0\\n\"\n> \"3 3\\n\"\n< \"1 100000 0 0\\n\"\nclose", "gone (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
		"never closes":   {"< \"0\\n\"\n> \"x\\n\"\nend", "illegal (PRESENTATION_ERROR_AT_INIT)"},
		"asks for ever":  {"< \"0\\n\"\n> \"3 3\\n\"\n< \"1 100000 0 0\\n\"\n> \"0\\n\"\nend", "illegal (PRESENTATION_ERROR_AT_MAIN_OR_ATTACK)"},
	},
	"chaser": {
		"dies in turn 1": {"> \"me\\r\\n\"\n< \"@\\r\\n\"\n> \"gr\\r\\n\"\n< \"1\"\nclose", "gone (closed)"},
		"never closes":   {"> \"me\\r\\n\"\n< \"@\\r\\n\"\n> \"gr\\r\\n\"\n< \"1\"\n> \"xx\\r\\n\"\nend", "illegal (method)"},
		"asks for ever":  {"> \"me\\r\\n\"\n< \"@\\r\\n\"\n> \"gr\\r\\ngr\\r\\ngr\\r\\n\"\nend", "illegal (method)"},
	},
	"kakomimasu": {
		"dies in turn 1": {"until name\n> \"me\\n\"\nuntil act\nclose", "gone (closed)"},
		"never closes":   {"until name\n> \"me\\n\"\nuntil act\n> \"1\\n\"\nuntil act\n> \"2\\n\"\nuntil over\nend", ""},
		"asks for ever":  {"until name\n> \"me\\n\"\nuntil act\n> \"act\\n\"\nuntil act\n> \"2\\n\"\nuntil over\nend", "illegal (answer)"},
	},
	"dpt": {
		"dies in turn 1": {"until ?\nclose", "gone (closed)"},
		"never closes":   {"until ?\n> \"1\\n\"\nuntil ?\n> \"2\\n\"\nend", ""},
		"asks for ever":  {"until ?\n> \"?\\n\"\nuntil ?\n> \"2\\n\"\nend", "garbled (answer)"},
	},
}

// Clients on wires of lines that die in their first turn, that never close their side, or that ask
// instead of answering: the match ends, and the host closes the wire.
func TestHabitsOnEveryWire(t *testing.T) {
	options := map[string]map[string]string{"kakomimasu": {"turns": "2", "seed": "16"}, "dpt": {"turns": "2", "size": "8x8"}}
	for game, table := range habits {
		for name, c := range table {
			for _, wire := range []string{"tcp", "listen", "serial"} {
				if wire == "serial" && strings.HasSuffix(c.text, "close") {
					continue // a port stays there when who was behind it has gone
				}
				t.Run(game+"/"+name+"/"+wire, func(t *testing.T) {
					t.Parallel()
					g, err := ByName(game)
					require.NoError(t, err)
					address, ended := "", make(chan error, 1)
					text := c.text
					switch wire {
					case "tcp":
						l, err := net.Listen("tcp", "127.0.0.1:0")
						require.NoError(t, err)
						defer l.Close()
						address = "tcp:" + l.Addr().String()
						go func() {
							conn, err := l.Accept()
							if err == nil {
								err = (&conversation{conn: conn, r: bufio.NewReader(conn)}).play(text)
							}
							ended <- err
						}()
					case "listen":
						at := bridgetest.Loopback()
						address = "listen:" + at
						go func() { ended <- transcript("connect " + at + "\n" + text) }()
					case "serial":
						pty, err := player.OpenPTY("")
						require.NoError(t, err)
						address, text = "serial:"+pty.Path(), strings.TrimSuffix(text, "\nend") // the port stays
						go func() {
							err := (&conversation{conn: pty, r: bufio.NewReader(pty)}).play(text)
							ended <- err
						}()
						defer pty.Close()
					}
					s := descriptor.Settings{Move: time.Minute, Handshake: time.Minute, Options: options[game]}
					played, _ := playClients(t, g, s, 1, address, "bot:greedy?seed=2")
					require.NoError(t, <-ended)
					got := ""
					for i := range played[0].Events {
						if f := played[0].Events[i].Foul; f != nil && f.Seat == 0 {
							got = fmt.Sprintf("%s (%s)", f.Kind, f.Reason)
							break
						}
					}
					require.Equal(t, c.want, got)
				})
			}
		}
	}
}

// request is an HTTP request as bytes, quoted.
func request(method, path, header, body string) string {
	if body != "" {
		header += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	return strconv.Quote(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: referee\r\n%s\r\n%s", method, path, header, body))
}

// Tokens in none, one or both of the places where contests put them: one that is right is enough, and
// what is wrong in the other place does no harm.
func TestTokenPlaces(t *testing.T) {
	for game, ask := range map[string]func(header, query string) string{
		"dpt": func(header, query string) string { return request("GET", "/ping"+query, header, "") },
		"kakomimasu": func(header, query string) string {
			return request("POST", "/v1/matches/free/players"+query, header, `{"guestName":"me","spec":""}`)
		},
	} {
		for _, c := range []struct {
			name, header, query string
			status              int
		}{
			{"none", "", "", http.StatusUnauthorized},
			{"empty ones", "Authorization: \r\n", "?token=", http.StatusUnauthorized},
			{"the header, bare", "Authorization: AA\r\n", "", http.StatusOK},
			{"the header, after a word", "Authorization: Bearer AA\r\n", "", http.StatusOK},
			{"the other header", "X-Api-Token: AA\r\n", "", http.StatusOK},
			{"the query", "", "?token=AA", http.StatusOK},
			{"both", "Authorization: AA\r\n", "?token=AA", http.StatusOK},
			{"both, the header wrong", "Authorization: no\r\n", "?token=AA", http.StatusOK},
			{"both, the query wrong", "Authorization: AA\r\n", "?token=no", http.StatusOK},
			{"both wrong", "Authorization: no\r\n", "?token=No", http.StatusUnauthorized},
		} {
			t.Run(game+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				g, err := ByName(game)
				require.NoError(t, err)
				at := bridgetest.Loopback()
				opener := g.Opener(transcriptTime, time.Minute, func(string) {})
				ctx, told, ended := t.Context(), make(chan struct{}), make(chan struct{})
				go func() {
					defer close(ended)
					if p, err := opener.Open(ctx, g.Seats[0], "api:"+at+"?token=AA", io.Discard); err == nil {
						<-told // the client has its answer
						_ = p.Close()
					}
				}()
				text := fmt.Sprintf("connect %s\n> %s\nstatus %d", at, ask(c.header, c.query), c.status)
				if c.status != http.StatusOK { // the seat is free for who has the token
					text += fmt.Sprintf("\n> %s\nstatus 200", ask("Authorization: AA\r\n", ""))
				}
				err = transcript(text)
				close(told)
				require.NoError(t, err)
				<-ended
			})
		}
	}
}

// Clients over HTTP that die in their first turn, that never close their connection, and that poll for
// ever: the game is played to its end without them, and the port closes.
func TestHabitsOverHTTP(t *testing.T) {
	tier.Slow(t)
	const header = "Authorization: AA\r\n"
	half := func(method, path string) string {
		return strconv.Quote(method + " " + path + " HTTP/1.1\r\nHost: referee\r\n" + header +
			"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"actions\":[{\"agentID\":")
	}
	join := request("POST", "/v1/matches/free/players", header, `{"guestName":"me","spec":""}`)
	for game, c := range map[string]struct {
		enter, turn, half, ended, poll string
		settings                       descriptor.Settings
	}{
		"dpt": {
			enter:    "> " + request("GET", "/ping", header, "") + "\nstatus 200\nawait 200 \"id\":(?P<id>\\d+) " + request("GET", "/matches", header, ""),
			turn:     "await 200 \"turn\":1, " + request("GET", "/matches/{id}", header, ""),
			half:     "> " + half("POST", "/matches/{id}/action"),
			ended:    "await 200 \"turn\":4, " + request("GET", "/matches/{id}", header, ""),
			poll:     request("GET", "/matches/{id}", header, ""),
			settings: descriptor.Settings{Move: 300 * time.Millisecond, Options: map[string]string{"turns": "4", "size": "8x8", "interval": "1"}},
		},
		"kakomimasu": {
			enter:    "> " + join + "\nstatus 200 \"gameId\":\"(?P<id>[^\"]+)\"",
			turn:     "await 200 \"status\":\"gaming\" " + request("GET", "/v1/matches/{id}", header, ""),
			half:     "> " + half("PATCH", "/v1/matches/{id}/actions"),
			ended:    "await 200 \"status\":\"ended\" " + request("GET", "/v1/matches/{id}", header, ""),
			poll:     request("GET", "/v1/matches/{id}", header, ""),
			settings: descriptor.Settings{Options: map[string]string{"turns": "4", "operation": "300", "transition": "1"}},
		},
	} {
		for name, text := range map[string]string{
			"dies in turn 1": c.turn + "\n" + c.half + "\nclose",
			"never closes":   c.ended + "\nend",
			"polls for ever": c.ended + "\n" + "forever " + c.poll + "\nrefused AT",
		} {
			t.Run(game+"/"+name, func(t *testing.T) {
				t.Parallel()
				g, err := ByName(game)
				require.NoError(t, err)
				at, ended := bridgetest.Loopback(), make(chan error, 1)
				go func() {
					ended <- transcript("connect " + at + "\n" + c.enter + "\n" + strings.ReplaceAll(text, "AT", at))
				}()
				played, said := playClients(t, g, c.settings, 1, "api:"+at+"?token=AA", "bot:random?seed=1")
				require.NoError(t, <-ended)
				require.Equal(t, 4, played[0].Verdict().Ply)
				if gone := strings.Contains(strings.Join(said, "\n"), "the client has gone"); gone != (name == "dies in turn 1") {
					t.Error(said)
				}
			})
		}
	}
}
