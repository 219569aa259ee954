// Package deskpages has the page, and the HTTP interface, by which teams of a contest hand in.
package deskpages
