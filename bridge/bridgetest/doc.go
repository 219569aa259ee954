// Package bridgetest proves transports and plays badly over them.
//
// [Run] is one suite that every transport passes. [Players] are scripted
// players, good and bad, that know no game; [StartPlayer] puts one of them behind an
// address of any transport. [Playback] turns a taped session into a connection.
//
// A test binary whose players run as processes calls [Main] first of all:
//
//	func TestMain(m *testing.M) {
//		bridgetest.Main(scripts)
//		os.Exit(m.Run())
//	}
package bridgetest
