package repotest

import "testing"

// atRoot runs a test at the root of the repository. TestMain cannot go there: go test
// would look elsewhere for the files on which a kept result depends.
func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir("../..")
}
