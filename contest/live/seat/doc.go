// Package seat lets people play in a browser: a [Server] has a link for each seat, and a [Stand] a queue for a seat at a
// fair.
package seat
