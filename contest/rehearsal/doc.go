// Package rehearsal plays a whole contest by a clock that runs ahead, with stand-ins in place of boards, to show when what
// would happen.
package rehearsal
