package remote

import (
	"errors"
	"fmt"

	"github.com/loopline/loopline/internal/addropts"
)

// Address is the text after the colon of remote:NAME?at=URL&key=FILE, parsed.
type Address struct {
	Name string // that the player is offered by
	At   string // the URL of the server
	Key  string // the access file of a host

	// Untrusted has the host's own clock judge, as trust=no says.
	Untrusted bool
}

// ParseAddress reads an address without its scheme. It does not look into the URL.
func ParseAddress(text string) (Address, error) {
	name, options, err := addropts.Split(text)
	if err != nil {
		return Address{}, err
	}
	a := Address{Name: name}
	a.At, _ = options.Take("at")
	a.Key, _ = options.Take("key")
	trust, said := options.Take("trust")
	switch {
	case name == "":
		return a, errors.New("remote names no board; write remote:NAME?at=tls://HOST:4222&key=host.access")
	case a.At == "" || a.Key == "":
		return a, fmt.Errorf("remote:%.64s says not where: add ?at=tls://HOST:4222&key=host.access, with the server and your access file", name)
	case said && trust != "yes" && trust != "no":
		return a, fmt.Errorf("trust %.40q is not known; write trust=yes or trust=no", trust)
	case len(options) > 0:
		return a, fmt.Errorf("option %.40q is not known; remote knows at, key, trust", options[0].Key)
	}
	a.Untrusted = trust == "no"
	return a, nil
}
