package desk

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/loopline/loopline/internal/say"
	"github.com/loopline/loopline/internal/vfs"
)

// treeSum is the SHA-256 over the names and contents of all files and folders below a folder, in
// hexadecimal digits. Anything else there is an error, and so is more than the limits allow. With
// keep, everything is on the disk when it returns.
func treeSum(root *os.Root, most Limits, keep bool) (sum string, bytes int64, err error) {
	all := most.Bytes
	hash := sha256.New()
	put := func(text string) {
		_ = binary.Write(hash, binary.BigEndian, uint64(len(text)))
		_, _ = io.WriteString(hash, text)
	}
	var folders []string
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if most.Files--; most.Files < -1 { // the folder itself
			return say.Errorf("there are too many files and folders; make fewer")
		}
		switch {
		case e.IsDir():
			folders = append(folders, name)
			put(name + "/")
			return nil
		case !e.Type().IsRegular():
			return say.Errorf("%.60q is neither a file nor a folder, such as a link; put the file itself into the archive", name)
		}
		sum, size, err := fileSum(root, name, most.Bytes, keep)
		if most.Bytes -= size; err != nil {
			return err
		}
		put(name)
		put(sum)
		return nil
	})
	if err != nil {
		return "", 0, err
	}
	for _, name := range folders {
		if keep {
			err = cmp.Or(err, vfs.OS.SyncDir(filepath.Join(root.Name(), filepath.FromSlash(name))))
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), all - most.Bytes, err
}

// fileSum reads a file of a folder. One that grows past the bytes that are left is an error.
func fileSum(root *os.Root, name string, left int64, keep bool) (sum string, size int64, err error) {
	name = filepath.FromSlash(name)
	if keep {
		if err := root.Chmod(name, fileMode); err != nil {
			return "", 0, err
		}
	}
	f, err := root.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", 0, cmp.Or(err, errors.New(name+" is no file any more"))
	}
	hash := sha256.New()
	size, err = io.Copy(hash, io.LimitReader(f, left+1))
	if err == nil && size > left {
		err = say.Errorf("the files are too large; make smaller ones")
	}
	if err == nil && keep {
		err = f.Sync()
	}
	return hex.EncodeToString(hash.Sum(nil)), size, err
}
