// Package desk takes in what the teams of a contest hand in: it keeps every version with its sum,
// unpacks it, has it checked, and tells the contest which versions passed. Uploads are hostile until
// shown otherwise. Whoever runs programs or serves pages gives that as functions, or calls it.
package desk
