package bridge_test

import "syscall"

// asNobody is for a child process without rights.
func asNobody() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: 65534, Gid: 65534},
	}
}
