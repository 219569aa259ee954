package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browsers are the names under which chromium is installed.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// browser starts a browser with a tab, which ends with the test. Violations of a
// page's policy and errors of its scripts fail the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skipf("no browser is installed: none of %s", strings.Join(browsers, ", "))
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("force-prefers-reduced-motion", true), // replays wait for a click
		chromedp.WindowSize(1280, 900))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 30*time.Minute)
	t.Cleanup(cancel)
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watcher})
	require.NoError(t, err)
	return ctx
}

// watcher has a page keep what its policy forbids and what its scripts throw. It
// runs before any script of the page.
const watcher = `self.complaints = [];
addEventListener("securitypolicyviolation", (e) => complaints.push("policy: " + e.violatedDirective + " " + e.blockedURI));
addEventListener("error", (e) => complaints.push("error: " + e.message));
addEventListener("unhandledrejection", (e) => complaints.push("promise: " + e.reason));`

// open opens a page and waits until its script has run.
func open(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(address)))
}

// eval is the value of an expression in the page.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(t, err, expression)
	return v
}

// patience ends the wait for what a page never has: a page of 10,000 moves takes a
// minute where the machine is busy.
const patience = 5 * time.Minute

// wait waits until an expression is true in the page.
func wait(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	expectation := fmt.Sprintf(`(async () => {
		for (;;) { try { if (%s) return true; } catch (e) {} await new Promise((r) => setTimeout(r, 20)); }
	})()`, expression)
	for limited, cancel := context.WithTimeout(ctx, patience); ; {
		_, err := chromedp.Run(limited, chromedp.Evaluate[bool](expectation, chromedp.EvalAwaitPromise))
		over := limited.Err() != nil
		if err == nil || over {
			cancel()
			if over { // the page is asked only then: a click may have left it already
				require.FailNow(t, "the page never has: "+expression, eval[string](t, ctx, "document.body?.innerText.slice(0, 2000) ?? ''"))
			}
			return
		}
		// The page was left for the next one.
	}
}

// press presses a key.
func press(t *testing.T, ctx context.Context, key string) {
	t.Helper()
	eval[bool](t, ctx, fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true})), true`, key))
}

// quiet wants a page of which nothing was forbidden and nothing thrown.
func quiet(t *testing.T, ctx context.Context) {
	t.Helper()
	require.Empty(t, eval[[]string](t, ctx, "self.complaints || ['no watcher']"))
}

// keep keeps a picture of the page in the folder of SCREENSHOTS.
func keep(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644))
}
