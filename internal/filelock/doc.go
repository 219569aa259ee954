// Package filelock keeps two programs from one file by the lock that the system
// has for that. It ends with the process, however that ends.
package filelock
