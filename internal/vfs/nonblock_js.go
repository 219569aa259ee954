package vfs

// Nonblock is no flag here: a page in a browser has no pipes.
const Nonblock = 0
