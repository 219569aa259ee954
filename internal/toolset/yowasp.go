package toolset

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// yowasp begins the names of YoWASP's programs.
const yowasp = "yowasp-"

// CacheVariable is the environment variable that names the folder in which programs of
// YoWASP keep what they have compiled.
const CacheVariable = "YOWASP_CACHE_DIR"

// IsYoWASP reports whether a program is one of YoWASP: WebAssembly that is compiled when it
// runs for the first time, which takes minutes, and kept.
func IsYoWASP(program string) bool {
	if real, err := filepath.EvalSymlinks(program); err == nil {
		program = real
	}
	return strings.HasPrefix(filepath.Base(program), yowasp)
}

// Compile has a program of YoWASP compiled, unless it is, and returns the folder of
// [CacheVariable], which the program needs to see from then on.
func Compile(ctx context.Context, program string) (cache string, err error) {
	if cache = os.Getenv(CacheVariable); cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "YoWASP")
	}
	tool, _ := Of(program)
	cmd := exec.CommandContext(ctx, program, tool.Question()...)
	cmd.Env = append(os.Environ(), CacheVariable+"="+cache)
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("%s cannot be compiled into %s: %w: %.200s", program, cache, err, firstLine(string(said)))
	}
	return cache, nil
}
