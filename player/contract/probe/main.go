// Probe plays a row of the contract over an address, for machines on which the test does not run: the far end does the
// steps once it has the byte of [contract.SelectRow], which is the first. It exits with status 1 if the row does not
// hold, and says why.
//
//	probe ADDRESS ROW
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/loopline/loopline/player"
	"github.com/loopline/loopline/player/contract"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: probe ADDRESS ROW")
		os.Exit(2)
	}
	if err := prove(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "probe:", err)
		os.Exit(1)
	}
}

func prove(address, number string) (err error) {
	row, err := strconv.Atoi(number)
	if err != nil || row < 0 || row >= len(contract.Rows) {
		return fmt.Errorf("ROW %s: want 0 to %d", number, len(contract.Rows)-1)
	}
	opener := player.Opener{Connect: time.Minute, Say: func(string) {}}
	opener.Wrap = func(conn io.ReadWriteCloser) io.ReadWriteCloser {
		_, err = conn.Write([]byte{contract.SelectRow(row)})
		return conn
	}
	p, opened := opener.Open(context.Background(), "player", address, os.Stderr)
	if opened != nil {
		return opened
	}
	defer p.Close()
	if err != nil {
		return err
	}
	return contract.Rows[row].Prove(p)
}
