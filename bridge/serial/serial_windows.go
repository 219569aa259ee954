package serial

import (
	"math"

	"golang.org/x/sys/windows"
)

// mostOfARead returns the bytes that a read may ask for. Windows returns with the first
// bytes, by the time-outs that the serial library sets (COMMTIMEOUTS, "Remarks"); Wine
// waits until all have come.
func mostOfARead() int {
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		return 1
	}
	return math.MaxInt
}
