package sandbox

import (
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// treeCounts tells that the processor time of a tree is exact at any time.
const treeCounts = true

// tree is a job: all that the program starts belongs to it and ends with it, and
// with the host, however that ends.
type tree struct{ job windows.Handle }

// startTree starts a program in a job. It stands still until it belongs to it.
func startTree(cmd *exec.Cmd, p *Program) (_ tree, err error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return tree{}, fmt.Errorf("job for the program: %w", err)
	}
	t := tree{job}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	if err := t.limit(p); err != nil {
		return tree{}, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP}
	if err := cmd.Start(); err != nil {
		return tree{}, err
	}
	if err := t.take(uint32(cmd.Process.Pid)); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return tree{}, fmt.Errorf("job for the program: %w", err)
	}
	return t, nil
}

// limit sets what a program may take. There is no limit of open files here.
func (t tree) limit(p *Program) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	basic := &info.BasicLimitInformation
	basic.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
	if n := p.Limits.processes(); n > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_ACTIVE_PROCESS
		basic.ActiveProcessLimit = uint32(min(n, 1<<30))
	}
	if n := p.Limits.Memory; n > 0 {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY
		info.ProcessMemoryLimit = uintptr(n)
	}
	if n := p.Limits.CPU; n > 0 {
		const units = int64(time.Second / (100 * time.Nanosecond))
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_PROCESS_TIME
		basic.PerProcessUserTimeLimit = n * units
	}
	for _, cpu := range p.CPUs {
		basic.LimitFlags |= windows.JOB_OBJECT_LIMIT_AFFINITY
		basic.Affinity |= 1 << uint(cpu)
	}
	_, err := windows.SetInformationJobObject(t.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	if err != nil {
		return fmt.Errorf("limits of the program: %w", err)
	}
	return nil
}

// take puts a process that stands still into the job and lets it go on.
func (t tree) take(pid uint32) error {
	process, err := windows.OpenProcess(processRights, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(t.job, process); err != nil {
		return err
	}
	return halted(process, false)
}

const processRights = windows.PROCESS_TERMINATE | windows.PROCESS_SET_QUOTA | windows.PROCESS_SUSPEND_RESUME

// signal does nothing: there are no signals.
func (tree) signal(syscall.Signal) {}

func (t tree) kill() { _ = windows.TerminateJobObject(t.job, killedStatus) }

// killedStatus is the status with which a killed program exits.
const killedStatus = 1

func (t tree) close() { _ = windows.CloseHandle(t.job) }

// used returns the processor time of all processes of the job, those that have ended
// too.
func (t tree) used() time.Duration {
	var info struct {
		TotalUserTime, TotalKernelTime           int64 // of 100 ns
		ThisPeriodUserTime, ThisPeriodKernelTime int64
		TotalPageFaultCount, TotalProcesses      uint32
		ActiveProcesses, TotalTerminated         uint32
	}
	err := windows.QueryInformationJobObject(t.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), nil)
	if err != nil {
		return 0
	}
	return time.Duration(info.TotalUserTime+info.TotalKernelTime) * 100
}

// maxHalted bounds how many processes are stopped.
const maxHalted = 4096

// freeze stops all processes of the job, or lets them go on.
func (t tree) freeze(on bool) error {
	var list struct {
		Assigned, Listed uint32
		PIDs             [maxHalted]uintptr
	}
	err := windows.QueryInformationJobObject(t.job, windows.JobObjectBasicProcessIdList,
		uintptr(unsafe.Pointer(&list)), uint32(unsafe.Sizeof(list)), nil)
	if err != nil {
		return fmt.Errorf("processes of the program: %w", err)
	}
	var errs []error
	for _, pid := range list.PIDs[:min(list.Listed, maxHalted)] {
		process, err := windows.OpenProcess(windows.PROCESS_SUSPEND_RESUME, false, uint32(pid))
		if err != nil {
			continue // it has ended
		}
		errs = append(errs, halted(process, on), windows.CloseHandle(process))
	}
	return errors.Join(errs...)
}

// halted stops all threads of a process, or lets them go on.
func halted(process windows.Handle, on bool) error {
	name := "NtResumeProcess"
	if on {
		name = "NtSuspendProcess"
	}
	call := windows.NewLazySystemDLL("ntdll.dll").NewProc(name)
	if err := call.Find(); err != nil {
		return err
	}
	if status, _, _ := call.Call(uintptr(process)); status != 0 {
		return fmt.Errorf("%s: %w", name, windows.NTStatus(status))
	}
	return nil
}
