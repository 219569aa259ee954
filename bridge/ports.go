package bridge

// Port is a serial device of this machine and what can be known of it without
// opening it. Fields that do not apply are empty.
type Port struct {
	Device string   `json:"device"`            // /dev/ttyUSB0
	ByID   []string `json:"by_id,omitempty"`   // links in /dev/serial/by-id
	ByPath []string `json:"by_path,omitempty"` // links in /dev/serial/by-path

	USBPath      string `json:"usb_path,omitempty"`   // 1-1.4
	VendorID     string `json:"vendor_id,omitempty"`  // 0403
	ProductID    string `json:"product_id,omitempty"` // 6010
	SerialNumber string `json:"serial_number,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Product      string `json:"product,omitempty"`
	Interface    *int   `json:"interface,omitempty"` // USB interface number
	Channel      string `json:"channel,omitempty"`   // A, B, … of several

	Driver       string `json:"driver,omitempty"`           // ftdi_sio
	LatencyTimer *int   `json:"latency_timer_ms,omitempty"` // of FTDI chips

	CanOpen bool   `json:"can_open"`         // this user may read and write
	Mode    string `json:"mode,omitempty"`   // crw-rw----
	Group   string `json:"group,omitempty"`  // dialout
	Remedy  string `json:"remedy,omitempty"` // what to type when it may not

	// BusyBy lists who has it open, as far as this user may see.
	BusyBy []Holder `json:"busy_by,omitempty"`
}

// Address is the selector that finds this port again after it was unplugged:
// the serial number, else the place on the bus, else the device.
func (p Port) Address() string {
	channel := ""
	if p.Channel != "" {
		channel = "#" + p.Channel
	}
	switch {
	case p.SerialNumber != "":
		return "serial:sn=" + p.SerialNumber + channel
	case p.USBPath != "":
		return "serial:path=" + p.USBPath + channel
	}
	return "serial:" + p.Device
}
