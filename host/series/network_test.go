package series

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/host"
)

// The share of the network is told beside the times of a player that has an agent.
func TestNetworkIsTold(t *testing.T) {
	seats := []host.Seat{{Name: "a", Address: "remote:lab"}}
	for _, c := range []struct {
		judges []string
		want   string
	}{
		{[]string{host.ByAgent, host.ByAgent}, "remote:lab: the network took 40.0 ms of an answer (median), 40.0 ms at most, " +
			"and was charged to nobody; the agent's clock is known to ± 0.300 ms"},
		{[]string{host.ByHost, host.ByHost}, "remote:lab: the network took 40.0 ms of an answer (median), 40.0 ms at most, " +
			"and was charged: the agent is not trusted"},
		{[]string{host.ByAgent, host.ByHost}, "remote:lab: the network took 40.0 ms of an answer (median), 40.0 ms at most, " +
			"and was charged in 1 answer, behind a stamp of the agent that cannot be true"},
	} {
		var s Summary
		for _, judge := range c.judges {
			s.Add(host.Event{Type: host.EventAsk, Limit: 1e6, Clock: &host.EventClock{Judge: judge, Out: 1000, In: 41000, Start: 500, End: 510}}, seats)
			s.Add(host.Event{Type: host.EventAnswer, Text: "ok", Used: 2000, Clock: &host.EventClock{Judge: judge, Within: 300, In: 43000, Start: 2500, End: 2510}}, seats)
		}
		lines := s.Lines()
		require.Len(t, lines, 2)
		require.Equal(t, c.want, lines[1])
	}
}
