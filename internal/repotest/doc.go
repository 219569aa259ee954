// Package repotest holds the tests of the repository as a whole: which package may
// import which, that every exported name is documented, and that the pages are true.
package repotest
