package ports

import (
	"os"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// minFreeDisk is the free space in bytes below which doctor warns; the records of a long contest fit.
const minFreeDisk = 512 << 20

// diskSpace warns when the disk of the current folder has little room for records.
func diskSpace() []Finding {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	free, known := vfs.Free(dir)
	if !known {
		return nil
	}
	return littleSpace(dir, free)
}

// littleSpace returns the finding for a folder with free bytes; nil if they are enough.
func littleSpace(dir string, free uint64) []Finding {
	if free >= minFreeDisk {
		return nil
	}
	return []Finding{{
		ID: FindDiskSpace, Severity: SeverityAdvice,
		Text: say.Format("the disk of %s has %d MiB free, want %d: a contest waits while its disk is full", dir, free>>20, minFreeDisk>>20),
		Fix:  []say.Text{say.Format("%s   # %s", "df -h .", say.Word("free space there, or run contests on another disk"))},
	}}
}
