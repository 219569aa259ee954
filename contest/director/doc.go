// Package director plays a contest: it sits entrants down at tables and in halls, waits for those who are missing, has the
// games played, and takes their results into the decision log, also after a crash.
package director
