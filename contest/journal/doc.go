// Package journal keeps the decision log of a contest: it opens, locks, appends and repairs decisions.jsonl, and verifies a
// contest from its folder.
//
// [DecisionLog] appends decisions, [Verify] derives all of them again.
package journal
