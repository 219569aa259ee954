package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// longNames are as long as a contest's file takes them in practice: 20 characters of Japanese, 40 of Latin.
var longNames = []string{
	"国立高等専門学校機構春組二〇二六年代表", "東京工科大学電子計算機研究会春季合宿部隊", strings.Repeat("ハ", 20),
	"The Extraordinarily Long Named Team of A", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "E",
}

// clipped lists what a picture of the whole window does not show: what stands beyond its edges, and text that is cut
// without an ellipsis.
const clipped = `[...document.querySelectorAll("main *")].filter((e) => {
	const s = getComputedStyle(e), box = e.getBoundingClientRect();
	if (!box.width || e.closest("svg")) return false;
	const cut = /hidden|clip/.test(s.overflowX) && s.textOverflow !== "ellipsis" && e.scrollWidth > e.clientWidth + 1;
	return cut || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1;
}).slice(0, 5).map((e) => e.outerHTML.slice(0, 200))`

// scrolling lists boxes of a page that scroll sideways.
const scrolling = `[...document.querySelectorAll(".wide")].filter((e) => e.scrollWidth > e.clientWidth + 1).slice(0, 5).map((e) => e.outerHTML.slice(0, 200))`

// Long names fit the projector's pages, and tables of many tie-breaks a phone.
func TestLongNames(t *testing.T) {
	ctx := browser(t)
	plan := func(bot string) string {
		text := head
		for i, name := range longNames {
			text += fmt.Sprintf("[[entrant]]\nname = %q\naddress = \"%sseed=%d\"\n", name, bot, i)
		}
		return text + "[[stage]]\nname = \"groups\"\nkind = \"round-robin\"\ngames = 2\nadvance = 4\n" +
			"tie-breaks = [\"points\", \"direct\", \"wins\", \"sonneborn-berger\", \"faults\", \"time\"]\n" +
			"[[stage]]\nname = \"finals\"\nkind = \"knockout\"\ngames = 1\nthird-place = true\n"
	}
	large := func() { require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1920, 1080))) }

	_, pages, director := contest(t, plan("bot:search?time=100ms&"), "--live", "localhost:0")
	open(t, ctx, director)
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(chromedp.CSS("main a"))))
	wait(t, ctx, "document.querySelectorAll('#state .acts form').length > 3")
	director = eval[string](t, ctx, "location.origin + location.pathname")
	large()
	for _, mode := range []string{"follow", "boards", "standings", "next"} {
		open(t, ctx, director)
		wait(t, ctx, fmt.Sprintf("(document.querySelector('button[name=show][value=%s]').click(), true)", mode))
		wait(t, ctx, fmt.Sprintf("document.querySelector('button[name=show][value=%s].now')", mode))
		for _, lang := range []string{"en", "ja"} {
			open(t, ctx, pages+"/hall?lang="+lang)
			keep(t, ctx, "names-hall-"+mode+"-"+lang)
			require.Empty(t, eval[[]string](t, ctx, clipped), "hall %s %s", mode, lang)
			quiet(t, ctx)
		}
	}

	dir, _, _ := contest(t, plan("bot:random?"))
	s := newSite()
	require.NoError(t, s.Show(t.Context(), dir))
	url := serve(t, s)
	for _, lang := range []string{"en", "ja"} {
		large()
		for _, page := range []string{"hall", "ceremony"} {
			open(t, ctx, url+"/"+page+"?lang="+lang)
			for range 4 { // the ceremony reveals a place each time
				press(t, ctx, "ArrowRight")
			}
			keep(t, ctx, "names-"+page+"-over-"+lang)
			require.Empty(t, eval[[]string](t, ctx, clipped), "%s %s", page, lang)
			quiet(t, ctx)
		}
		back := phone(t, ctx)
		open(t, ctx, url+"/?lang="+lang)
		keep(t, ctx, "names-phone-"+lang)
		fits(t, ctx, 390)
		require.Empty(t, eval[[]string](t, ctx, scrolling), lang)
		quiet(t, ctx)
		back()
		printed(t, ctx, "names-paper-"+lang, url+"/?lang="+lang, 6)
	}
}
