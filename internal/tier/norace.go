//go:build !race

package tier

const raceDetector = false
