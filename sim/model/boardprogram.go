package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/sim/sources"
	"github.com/loopline/loopline/sim/tooling"
)

// BoardProgram compiles the board's harness with headers that stand for those of Verilator, or finds it: a program that
// is told when it starts what board it simulates. What is named in an error.
func (b *Builder) BoardProgram(ctx context.Context, what string, headers []sources.File) (*Model, error) {
	tools := b.Tools()
	var err error
	if tools.GXX, err = tooling.FindTool("g++"); err != nil {
		return nil, err
	}
	files := slices.Concat(boardHarness().files(), headers)
	flags := (&Builder{}).compilerFlags()
	sum := sha256.New()
	fmt.Fprint(sum, tooling.Identity(tools.GXX), flags, files)
	dir, err := tooling.Cache{Dir: b.Folder()}.Entry(ctx, "gates-"+hex.EncodeToString(sum.Sum(nil))[:16], usable, func(dir string) error {
		for _, f := range files {
			if err := sources.WriteBelow(dir, tooling.SourceDir+"/"+f.Name, f.Text); err != nil {
				return err
			}
		}
		args := append(slices.Clone(flags), "-I.", "-D"+FlashMacro, "-D"+trustedMacro, "board.cpp", "-o", "../"+tooling.OutDir+"/"+ModelFile)
		if text, err := tools.Run(ctx, dir, tooling.SourceDir, []string{tooling.OutDir}, tools.GXX, args...); err != nil {
			return notCompiled(what, err, text)
		}
		if err := tooling.TakeOut(dir, ModelFile, tooling.MaxModel); err != nil {
			return err
		}
		return seal(dir)
	})
	if err != nil {
		return nil, err
	}
	return &Model{Dir: dir, isolation: tools.Isolation}, nil
}

// seal notes the checksum of the model in a directory, by which usable knows that it is whole.
func seal(dir string) error {
	sum, err := SumOf(filepath.Join(dir, ModelFile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, SumFile), []byte(sum), 0o644)
}
