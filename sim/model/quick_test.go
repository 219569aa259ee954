package model

// quick makes models that are run for a moment.
func quick() *Builder { return &Builder{Quick: true} }
