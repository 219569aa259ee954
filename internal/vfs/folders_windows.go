package vfs

// foldersSync: a folder cannot be synced here; NTFS keeps a journal of names.
const foldersSync = false
