// Package report writes what a contest has come to: tables, its status, files for other programs, certificates, ratings,
// and who is called to which table.
package report
