package devices

import (
	"fmt"
	"slices"
	"strings"
)

// UdevRules returns a file for udev, by which whoever sits at the machine may open the boards
// that Loopline knows, FTDI's latency timer is least, and ModemManager does not talk to
// them.
func UdevRules() string {
	type ids struct{ vendor, product string }
	var boards []ids
	for _, b := range knownBoards() {
		if b.product != "" {
			boards = append(boards, ids{b.vendor, b.product})
		}
	}
	slices.SortFunc(boards, func(a, b ids) int { return strings.Compare(a.vendor+a.product, b.vendor+b.product) })
	var text strings.Builder
	text.WriteString("# Boards that Loopline knows. Made by its release; loopline doctor tells of others.\n" +
		"ACTION!=\"add|change\", GOTO=\"loopline_end\"\n")
	for _, b := range slices.Compact(boards) {
		text.WriteString(AccessRule("tty", "ATTRS", b.vendor, b.product) + ", ENV{ID_MM_DEVICE_IGNORE}=\"1\"\n" +
			AccessRule("usb", "ATTR", b.vendor, b.product) + "\n")
	}
	text.WriteString("SUBSYSTEM==\"usb-serial\", DRIVER==\"ftdi_sio\", ATTR{latency_timer}=\"1\"\n" +
		"LABEL=\"loopline_end\"\n")
	return text.String()
}

// AccessRule opens a device to who sits at the machine and to dialout.
func AccessRule(subsystem, attribute, vendor, product string) string {
	return fmt.Sprintf(`SUBSYSTEM=="%s", %s{idVendor}=="%s", %s{idProduct}=="%s", MODE="0660", `+
		`GROUP="dialout", TAG+="uaccess"`, subsystem, attribute, vendor, attribute, product)
}
