// Package flow follows values through a design: what reaches what, dead paths, missing synchronisers.
package flow
