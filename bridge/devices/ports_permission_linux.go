package devices

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// readPermission asks the system whether this user may open the node, access
// lists included, without opening it.
func (p *Port) readPermission(node string) {
	p.CanOpen = unix.Faccessat(unix.AT_FDCWD, node, unix.R_OK|unix.W_OK,
		unix.AT_EACCESS) == nil
	info, err := os.Stat(node)
	if err != nil {
		return
	}
	p.Mode = info.Mode().String()
	p.Group = groupName(info)
	if !p.CanOpen {
		p.Remedy = PermissionRemedy(node)
	}
}

func groupName(info os.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	gid := strconv.FormatUint(uint64(stat.Gid), 10)
	group, err := user.LookupGroupId(gid)
	if err != nil {
		return gid
	}
	return group.Name
}

// PermissionRemedy returns the command that lets this user open the node: join the
// group that owns it, where that group is one people join.
func PermissionRemedy(node string) string {
	group := "dialout"
	info, err := os.Stat(node)
	if err == nil {
		group = groupName(info)
		if group == "root" || info.Mode().Perm()&0o060 != 0o060 {
			return fmt.Sprintf("its mode is %s, group %s: a udev rule such as "+
				`SUBSYSTEM=="tty", MODE="0660", GROUP="dialout" opens it`,
				info.Mode(), group)
		}
	}
	return fmt.Sprintf("sudo usermod -aG %s $USER, then log in again", group)
}
