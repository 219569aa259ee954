package bridge

import (
	"math"

	"golang.org/x/sys/windows"
)

// mostOfARead is how many bytes a read may ask for. Windows returns with the first
// bytes, as the time-outs that the serial library sets have it
// (COMMTIMEOUTS, "Remarks"); Wine waits for as many as were asked for.
func mostOfARead() int {
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		return 1
	}
	return math.MaxInt
}
