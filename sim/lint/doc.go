// Package lint has several tools read a design, and merges what they say.
package lint
