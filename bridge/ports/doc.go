// Package ports prints the ports of this machine and what is wrong with them,
// human-readable and as JSON. It opens none of them.
package ports
