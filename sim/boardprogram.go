package sim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// boardProgram compiles the board's harness with headers that stand for those of Verilator, or finds it: a program that
// is told when it starts what board it simulates. What is named in an error.
func (b *Builder) boardProgram(ctx context.Context, what string, headers []sourceFile) (*model, error) {
	tools := b.tools()
	var err error
	if tools.gxx, err = findTool("g++"); err != nil {
		return nil, err
	}
	files := slices.Concat(boardHarness().files(), headers)
	flags := (&Builder{}).compilerFlags()
	sum := sha256.New()
	fmt.Fprint(sum, identity(tools.gxx), flags, files)
	dir, err := cache{b.dir()}.entry(ctx, "gates-"+hex.EncodeToString(sum.Sum(nil))[:16], usable, func(dir string) error {
		for _, f := range files {
			if err := writeBelow(dir, sourceDir+"/"+f.name, f.text); err != nil {
				return err
			}
		}
		args := append(slices.Clone(flags), "-I.", "-D"+flashMacro, "-D"+trustedMacro, "board.cpp", "-o", "../"+outDir+"/"+modelFile)
		if text, err := tools.run(ctx, dir, sourceDir, []string{outDir}, tools.gxx, args...); err != nil {
			return notCompiled(what, err, text)
		}
		if err := takeOut(dir, modelFile, maxModel); err != nil {
			return err
		}
		return seal(dir)
	})
	if err != nil {
		return nil, err
	}
	return &model{dir: dir, isolation: tools.isolation}, nil
}

// seal notes the checksum of the model in a directory, by which usable knows that it is whole.
func seal(dir string) error {
	sum, err := sumOf(filepath.Join(dir, modelFile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, sumFile), []byte(sum), 0o644)
}
