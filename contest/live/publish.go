package live

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/loopline/loopline/contest/live/analysis"
	"github.com/loopline/loopline/contest/live/web"
)

// Publish writes the site as it is into a folder, as pages that need no server: any
// web server shows them, and so does a browser that opens index.html. The folder
// must be new, empty, or one that Publish wrote; game pages that are there and
// that the site has no longer are left.
func (s *Site) Publish(dir string) error {
	if err := takeFolder(dir); err != nil {
		return err
	}
	if err := publishAssets(dir); err != nil {
		return err
	}
	s.Queue.Settle()
	for l := range web.Langs {
		if err := s.publishHome(dir, web.Lang(l)); err != nil {
			return err
		}
	}
	engines := map[string]bool{} // that were written
	games := gamesPublisher{s, dir, map[string]frame{}}
	for _, key := range s.keys() {
		g, err := s.Game(key)
		if err != nil {
			return fmt.Errorf("game %s: %w", key, err)
		}
		if err := games.publish(g); err != nil {
			return fmt.Errorf("game %s: %w", key, err)
		}
		if game, _ := g.limits(); !engines[game] {
			engines[game] = true
			if err := s.analysis.Publish(dir, game); err != nil {
				return err
			}
		}
	}
	return nil
}

// publishedMark is the file by which Publish knows its folders.
const publishedMark = "static/loopline"

// takeFolder makes a folder, unless it holds something else.
func takeFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, publishedMark)); err != nil && len(entries) > 0 {
		return fmt.Errorf("%s holds something else: name a new folder", dir)
	}
	return nil
}

func publishAssets(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "static"), 0o755); err != nil {
		return err
	}
	names := []string{"live.css", "fill.js", "lines.js", "picture.js", "game.js", "unpack.js", "copy.js", "contest.js", "ceremony.js"}
	for _, name := range slices.Concat(names, analysis.Assets()) {
		text, err := web.ReadAsset(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "static", name), text, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, publishedMark), []byte("loopline\n"), 0o644)
}

func (s *Site) keys() (keys []string) {
	for _, g := range s.games.all() {
		keys = append(keys, g.key)
	}
	for _, part := range s.attached() {
		keys = append(keys, part.Keys()...)
	}
	for _, i := range s.Records.list() {
		keys = append(keys, i.Key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (s *Site) publishHome(dir string, l web.Lang) error {
	f := s.StaticPageData(l, "")
	for _, part := range s.attached() {
		if written, err := part.PublishHome(dir, f); written || err != nil {
			return err
		}
	}
	live, over := s.infos()
	return web.WritePage(filepath.Join(dir, web.PageFile(l)), templates.Lookup("list.html"), listPage{PageData: f, Over: append(over, live...)})
}
