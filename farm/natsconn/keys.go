package natsconn

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/nats-io/nkeys"
)

// The files of a folder of keys. With authorityKey anyone can make servers that all
// programs of the farm trust; it need not be on the server's machine.
const (
	authorityFile = "authority.pem"
	authorityKey  = "authority.key"
	serverFile    = "server.pem"
	serverKey     = "server.key"
	usersFile     = "users.json"
	accessSuffix  = ".access"
)

// How long certificates are valid. They begin a day early, because clocks differ.
const (
	authorityYears = 10
	serverYears    = 2
	clocksDiffer   = 24 * time.Hour
)

// Init configures MakeKeys.
type Init struct {
	Hosts   []string // names and addresses of the server, besides those of loopback
	Agents  []string // names of remote boards
	Workers []string // names of workers that have a key of their own

	// Revoke names keys that are good no more, as their files are called: worker-lab1.
	// Of a role without a name there is a new key then.
	Revoke []string

	Now time.Time // when the certificates begin; zero is now
}

// user is an entry of the server's list of programs that may connect.
type user struct {
	Role   Role   `json:"role"`
	Name   string `json:"name,omitempty"` // of an agent or a worker
	Public string `json:"public"`
}

// Access holds the credentials of a program. It is secret.
type Access struct {
	Role      Role   `json:"role"`
	Name      string `json:"name,omitempty"` // of an agent or a worker
	Seed      string `json:"seed"`
	Authority string `json:"authority"` // certificate of the authority that signs servers, in PEM
}

// keyName matches a valid name of a key: one token of a subject.
var keyName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// CheckName says whether a remote board or a worker may have a name. Those of roles
// are taken.
func CheckName(name string) error {
	if !keyName.MatchString(name) {
		return fmt.Errorf("the name %.80q of a remote board or a worker is not of 1 to 64 letters, digits, - and _", name)
	}
	if Role(name).known() {
		return fmt.Errorf("the name %s belongs to a role; choose another", name)
	}
	return nil
}

// MakeKeys makes the keys of a farm in a folder, for its owner alone. What is
// there already stays: a second call adds agents and workers and makes a new
// certificate for the server, and who has access keeps it, unless it is withdrawn. A
// server that runs takes all of it up within seconds.
func MakeKeys(dir string, o Init) error {
	for _, name := range slices.Concat(o.Agents, o.Workers) {
		if err := CheckName(name); err != nil {
			return err
		}
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("folder of keys: %w", err)
	}
	authority, key, err := makeAuthority(dir, o.Now)
	if err != nil {
		return err
	}
	if err := makeServer(dir, o, authority, key); err != nil {
		return err
	}
	return makeUsers(dir, o)
}

// makeAuthority reads the authority that signs the certificates of servers, or makes it.
func makeAuthority(dir string, now time.Time) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	certificate, key, err := readPair(filepath.Join(dir, authorityFile), filepath.Join(dir, authorityKey))
	if !errors.Is(err, fs.ErrNotExist) {
		return certificate, key, err
	}
	template := newTemplate("Loopline farm", now, authorityYears)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign
	return writePair(dir, authorityFile, authorityKey, template, nil, nil)
}

// makeServer makes a certificate for the server.
func makeServer(dir string, o Init, authority *x509.Certificate, key *ecdsa.PrivateKey) error {
	template := newTemplate("Loopline server", o.Now, serverYears)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} // servers of a cluster are both
	template.DNSNames = []string{"localhost"}
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	for _, host := range o.Hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
			continue
		}
		template.DNSNames = append(template.DNSNames, host)
	}
	_, _, err := writePair(dir, serverFile, serverKey, template, authority, key)
	return err
}

func newTemplate(name string, now time.Time, years int) *x509.Certificate {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		panic(err) // the system has no randomness
	}
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-clocksDiffer), NotAfter: now.AddDate(years, 0, 0),
	}
}

// writePair makes a certificate that parent signs, or it itself, and its key.
func writePair(dir, file, keyFile string, template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, nil, fmt.Errorf("certificate: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	if err := writeSecret(filepath.Join(dir, keyFile), inPEM("PRIVATE KEY", secret)); err != nil {
		return nil, nil, err
	}
	if err := writeSecret(filepath.Join(dir, file), inPEM("CERTIFICATE", der)); err != nil {
		return nil, nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return certificate, key, err
}

func inPEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// writeSecret writes a file that its owner alone reads, all of it or nothing.
func writeSecret(name string, content []byte) error {
	unfinished := name + ".new"
	if err := os.WriteFile(unfinished, content, 0o600); err != nil {
		return err
	}
	return os.Rename(unfinished, name)
}

func readPair(file, keyFile string) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	certificate, err := readCertificate(file, text)
	if err != nil {
		return nil, nil, err
	}
	if text, err = os.ReadFile(keyFile); err != nil {
		return nil, nil, fmt.Errorf("the certificate %s is there and its key is not: %v", file, err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, nil, fmt.Errorf("%s holds no key in PEM", keyFile)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", keyFile, err)
	}
	signer, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		return nil, nil, fmt.Errorf("%s: a key of another kind", keyFile)
	}
	return certificate, signer, nil
}

func readCertificate(name string, text []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s holds no certificate in PEM", name)
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return certificate, nil
}

// makeUsers gives every role, and every agent and worker that has none, its access file.
func makeUsers(dir string, o Init) error {
	users, err := readUsers(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if users, err = revoke(dir, users, o.Revoke); err != nil {
		return err
	}
	authority, err := os.ReadFile(filepath.Join(dir, authorityFile))
	if err != nil {
		return err
	}
	wanted := []user{{Role: Coordinator}, {Role: Worker}, {Role: Host}}
	for _, name := range o.Agents {
		wanted = append(wanted, user{Role: Agent, Name: name})
	}
	for _, name := range o.Workers {
		wanted = append(wanted, user{Role: Worker, Name: name})
	}
	for _, u := range wanted {
		if hasUser(users, u) {
			continue
		}
		if u.Public, err = makeAccess(dir, u, string(authority)); err != nil {
			return err
		}
		users = append(users, u)
	}
	text, err := json.MarshalIndent(users, "", "  ")
	if err != nil {
		return err
	}
	return writeSecret(filepath.Join(dir, usersFile), append(text, '\n'))
}

// revoke takes keys out of users, and their files away.
func revoke(dir string, users []user, names []string) ([]user, error) {
	for _, name := range names {
		is := func(u user) bool { return filepath.Base(AccessFile(dir, u.Role, u.Name)) == name+accessSuffix }
		at := slices.IndexFunc(users, is)
		if at < 0 {
			return nil, fmt.Errorf("there is no key %.80q in %s; the keys are its files *%s, without the ending", name, dir, accessSuffix)
		}
		if err := os.Remove(AccessFile(dir, users[at].Role, users[at].Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		users = slices.Delete(users, at, at+1)
	}
	return users, nil
}

func hasUser(users []user, wanted user) bool {
	for _, u := range users {
		if u.Role == wanted.Role && u.Name == wanted.Name {
			return true
		}
	}
	return false
}

// makeAccess writes the access file of a user and returns its public key.
func makeAccess(dir string, u user, authority string) (public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	seed, err := pair.Seed()
	if err != nil {
		return "", err
	}
	if public, err = pair.PublicKey(); err != nil {
		return "", err
	}
	text, err := json.MarshalIndent(Access{Role: u.Role, Name: u.Name, Seed: string(seed), Authority: authority}, "", "  ")
	if err != nil {
		return "", err
	}
	return public, writeSecret(AccessFile(dir, u.Role, u.Name), append(text, '\n'))
}

// AccessFile is the file in a folder of keys that a program of a role connects
// with; the name is an agent's or a worker's, and empty for others.
func AccessFile(dir string, r Role, name string) string {
	if name != "" {
		return filepath.Join(dir, string(r)+"-"+name+accessSuffix)
	}
	return filepath.Join(dir, string(r)+accessSuffix)
}

func readUsers(dir string) (users []user, err error) {
	name := filepath.Join(dir, usersFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &users); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, u := range users {
		if err := u.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return users, nil
}

func (u user) check() error {
	if !u.Role.known() {
		return fmt.Errorf("there is no role %.40q", u.Role)
	}
	if !nkeys.IsValidPublicUserKey(u.Public) {
		return fmt.Errorf("%.80q is not the public key of a user", u.Public)
	}
	switch {
	case u.Role == Agent || u.Role == Worker && u.Name != "":
		return CheckName(u.Name)
	case u.Name != "":
		return fmt.Errorf("a %s has no name, and this one is called %.80q", u.Role, u.Name)
	}
	return nil
}

// maxAccess is more than an access file has, in bytes.
const maxAccess = 64 << 10

// ReadAccess reads an access file.
func ReadAccess(name string) (*Access, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("access file: %w; \"loopline farm init\" makes it, where the server runs", err)
	}
	if info.Size() > maxAccess {
		return nil, fmt.Errorf("%s has %d bytes, and no access file has", name, info.Size())
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("access file: %w", err)
	}
	var a Access
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("%s is not an access file: %w", name, err)
	}
	if err := a.check(); err != nil {
		return nil, fmt.Errorf("%s is not an access file: %w", name, err)
	}
	return &a, nil
}

func (a *Access) check() error {
	pair, err := nkeys.FromSeed([]byte(a.Seed))
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	if _, err := readCertificate("authority", []byte(a.Authority)); err != nil {
		return err
	}
	return user{a.Role, a.Name, public}.check()
}
