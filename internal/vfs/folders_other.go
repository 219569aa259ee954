//go:build !windows

package vfs

// foldersSync: a folder is synced as a file is.
const foldersSync = true
