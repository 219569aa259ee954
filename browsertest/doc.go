// Package browsertest looks at the pages of a match in a real browser: chromium,
// driven over its debugging protocol. It is a module of its own, so that Loopline
// does not depend on its modules; make test-browser runs it. Where no browser is installed
// its tests are skipped.
package browsertest
