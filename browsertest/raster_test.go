package browsertest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/loopline/loopline/games/raster"
)

// TestPixels compares the images that raster draws with what the browser shows of the same
// pictures. Text is in other fonts there.
func TestPixels(t *testing.T) {
	ctx := browser(t)
	path, err := program()
	require.NoError(t, err)
	for game, limit := range map[string]float64{"trax": 1, "chaser": 2, "battle2048": 8, "kakomimasu": 8, "dpt": 8} {
		picture := filepath.Join(t.TempDir(), "x.svg")
		args := []string{"render", played(t, game), "-o", picture}
		if game == "trax" {
			args = append(args, "--bare")
		}
		out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		svg, err := os.ReadFile(picture)
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, raster.WritePNG(&file, svg))
		ours, err := png.Decode(&file)
		require.NoError(t, err)
		open(t, ctx, "data:text/html;base64,"+base64.StdEncoding.EncodeToString(fmt.Appendf(nil,
			`<body style="margin:0"><img style="display:block" width="%d" src="data:image/svg+xml;base64,%s">`,
			ours.Bounds().Dx(), base64.StdEncoding.EncodeToString(svg))))
		wait(t, ctx, "document.images[0].complete && document.images[0].naturalWidth > 0")
		shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		require.NoError(t, err)
		theirs, err := png.Decode(bytes.NewReader(shot))
		require.NoError(t, err)
		t.Logf("%s: %.2f", game, difference(ours, theirs))
		require.Less(t, difference(ours, theirs), limit, "%s: the mean difference of a channel of 255", game)
	}
}

// difference is the mean difference of a channel between two images, whose colours lie on
// white, where both have pixels.
func difference(a, b image.Image) float64 {
	both := a.Bounds().Intersect(b.Bounds())
	sum := 0.0
	for y := both.Min.Y; y < both.Max.Y; y++ {
		for x := both.Min.X; x < both.Max.X; x++ {
			r1, g1, b1, a1 := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			white := 0xffff - a1
			for _, d := range [3]float64{float64(r1+white) - float64(r2), float64(g1+white) - float64(g2), float64(b1+white) - float64(b2)} {
				sum += max(d, -d)
			}
		}
	}
	return sum / 3 / 257 / float64(both.Dx()*both.Dy())
}
