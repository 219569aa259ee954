// Package vectors has the golden vectors of games on a field: walls, and what
// they enclose. Games differ in [grid.Neighbours] and in the size of the field.
package vectors
