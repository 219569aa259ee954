// Package ringmodel is the reference model of ll_dpt_plan, the planner of the board
// that plays DPT: it chooses the same action in every position.
package ringmodel
