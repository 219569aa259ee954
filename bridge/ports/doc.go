// Package ports finds and prints the ports of this machine and what is wrong with them, as
// text and as JSON. It opens none of them.
package ports
