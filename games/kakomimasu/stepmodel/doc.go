// Package stepmodel is the reference model of ll_kakomimasu_plan, the planner of the
// board that plays Kakomimasu: it chooses the same actions in every position.
package stepmodel
