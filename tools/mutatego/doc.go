// Command mutatego samples small faults in Go packages and runs the tests of the package against each, through a build
// overlay: the tree isn't changed. It prints a table, a row a package, and each mutant that survives as a diff. The
// exit status is 3 if the tests find less than the wanted share of those that the list does not explain.
//
//	go run ./tools/mutatego -n 400 -seed 5 ./host ./host/record ./trax
package main
