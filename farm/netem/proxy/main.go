// Proxy makes a network slow: what connects to the address that it prints reaches
// another one, later.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/loopline/loopline/farm/netem"
)

func main() {
	var c netem.Config
	flag.StringVar(&c.To, "to", "", "host:port to connect to")
	flag.DurationVar(&c.Delay, "delay", 50*time.Millisecond, "of every byte, each way")
	flag.DurationVar(&c.Jitter, "jitter", 0, "maximum random addition to the delay")
	flag.Uint64Var(&c.Seed, "seed", 1, "of the jitter")
	flag.Parse()
	p, err := netem.Start(c)
	if err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		os.Exit(1)
	}
	fmt.Println(p.Address())
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	p.Close()
}
