package live

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/loopline/loopline/host/tournament"
	"github.com/loopline/loopline/internal/locale"
)

// Lang is a language of the pages.
type Lang int

// The languages of the pages.
const (
	English Lang = iota
	Japanese
)

// langs are the languages in the order of Lang, by their names in HTML.
var langs = []string{"en", "ja"}

// String is the language's name in HTML.
func (l Lang) String() string { return langs[l] }

// parseLang finds a language by its name.
func parseLang(name string) (Lang, bool) {
	for i, known := range langs {
		if name == known {
			return Lang(i), true
		}
	}
	return English, false
}

var matcher = language.NewMatcher([]language.Tag{language.English, language.Japanese})

// langCookie is the name of the cookie that keeps the language that was chosen.
const langCookie = "lang"

// langOf is the language of a request: what was chosen, then what the browser
// prefers.
func langOf(r *http.Request) Lang {
	if l, ok := parseLang(r.URL.Query().Get("lang")); ok {
		return l
	}
	if c, err := r.Cookie(langCookie); err == nil {
		if l, ok := parseLang(c.Value); ok {
			return l
		}
	}
	accepted := r.Header.Get("Accept-Language")
	tags, _, err := language.ParseAcceptLanguage(accepted[:min(len(accepted), 200)])
	if err != nil || len(tags) == 0 {
		return English
	}
	_, i, _ := matcher.Match(tags...)
	return Lang(i)
}

// messages are the texts of the pages in each language. %s and %d are filled in,
// in this order; %[1]s picks one.
var messages = map[string][2]string{
	"work-title":              {"%d of %d jobs: %s", "ジョブ %d／%d 件: %s"},
	"work-done":               {"%d of %d jobs are done", "ジョブ %d 件完了（全 %d 件）"},
	"work-per-hour":           {"jobs an hour", "件／時"},
	"work-left":               {"left", "残り時間"},
	"work-given":              {"given now", "実行中"},
	"work-again":              {"given again: worker silent", "再割り当て（応答なし）"},
	"work-failed":             {"failed attempts", "失敗した試行"},
	"work-broken":             {"jobs given up", "断念したジョブ"},
	"work-findings":           {"Found wrong", "見つかった問題"},
	"work-slow":               {"Slow", "遅れているジョブ"},
	"work-job":                {"job %d", "ジョブ %d"},
	"work-workers":            {"Workers", "ワーカー"},
	"work-worker":             {"worker", "ワーカー"},
	"work-did":                {"done", "完了"},
	"work-now":                {"at work", "実行中"},
	"work-silent":             {"silent", "応答なし"},
	"work-nobody":             {"Nobody works yet.", "まだワーカーはいません。"},
	"days-hours":              {"%d d %d h", "%d 日 %d 時間"},
	"hours-minutes":           {"%d h %d min", "%d 時間 %d 分"},
	"minutes-seconds":         {"%d min %d s", "%d 分 %d 秒"},
	"bye":                     {"bye", "不戦"},
	"contest-over":            {"The contest is over.", "大会は終了しました。"},
	"foul-illegal":            {"illegal", "反則"},
	"foul-late":               {"late", "時間切れ"},
	"foul-silent":             {"silent", "無応答"},
	"foul-gone":               {"gone", "切断"},
	"foul-garbled":            {"garbled", "読めない応答"},
	"foul-protocol":           {"protocol", "通信規約違反"},
	"rule-lots":               {"by lots", "抽選"},
	"rule-seed":               {"by seed", "シード順"},
	"kind-round-robin":        {"round robin", "総当たり"},
	"kind-swiss":              {"Swiss", "スイス式"},
	"kind-knockout":           {"knockout", "勝ち抜き"},
	"kind-gauntlet":           {"gauntlet", "一人対全員"},
	"left-1":                  {"Final", "決勝"},
	"left-2":                  {"Semifinals", "準決勝"},
	"left-4":                  {"Quarterfinals", "準々決勝"},
	"paused":                  {"Paused", "一時停止中"},
	"standings":               {"Standings", "順位表"},
	"bracket":                 {"Bracket", "トーナメント表"},
	"round":                   {"Round %d", "第 %d 回戦"},
	"play-off":                {"Play-off", "プレーオフ"},
	"tables":                  {"In play", "対局中"},
	"up-next":                 {"Next", "次の対局"},
	"entrants":                {"Entrants", "参加者"},
	"withdrawn":               {"withdrawn", "棄権"},
	"board-changed":           {"board changed", "ボード交換"},
	"notices":                 {"Decisions", "裁定"},
	"group":                   {"Group %s", "グループ %s"},
	"rank":                    {"#", "順位"},
	"entrant":                 {"Entrant", "参加者"},
	"worth":                   {"Value by %s", "%s の評価"},
	"worth-of":                {"for %s", "%s 側"},
	"worth-wins":              {"%s wins by force", "%s の必勝"},
	"worth-even":              {"even", "互角"},
	"worth-thinking":          {"thinking …", "読んでいます…"},
	"hide-results":            {"Hide results", "結果を隠す"},
	"show-results":            {"Show results", "結果を表示"},
	"results-hidden":          {"Results are hidden until you click.", "結果はクリックするまで表示されません。"},
	"decided-by":              {"by %s", "%s による"},
	"waiting":                 {"The first round has not been paired yet.", "最初の組み合わせはまだ決まっていません。"},
	"column-points":           {"Points", "勝点"},
	"column-direct":           {"Direct", "直接対決"},
	"column-games":            {"Games", "局数点"},
	"column-sonneborn-berger": {"S-B", "S-B"},
	"column-buchholz":         {"Buchholz", "ブーフホルツ"},
	"column-buchholz-cut-1":   {"Buchholz −1", "ブーフホルツ −1"},
	"column-play-off":         {"Play-off", "プレーオフ"},
	"column-won":              {"W–D–L", "勝–分–敗"},
	"decision-entered":        {"entered", "参加"},
	"decision-withdrawn":      {"withdrew", "棄権"},
	"decision-readdressed":    {"has another board", "ボード交換"},
	"decision-paused":         {"paused", "一時停止"},
	"decision-resumed":        {"resumed", "再開"},
	"decision-forfeited":      {"forfeited", "不戦敗"},
	"decision-voided":         {"voided", "無効"},
	"decision-replayed":       {"to be played again", "再対局"},
	"decision-adjudicated":    {"adjudicated", "裁定"},
	"decision-amended":        {"amended", "訂正"},
	"decision-drawn":          {"drawn by lots", "抽選"},
	"director":                {"Director", "大会運営"},
	"director-enter":          {"To the director's page", "運営ページへ"},
	"director-token":          {"This page wants the token: open the address that was printed when the contest began.", "このページにはトークンが必要です。大会開始時に表示されたアドレスを開いてください。"},
	"director-depends":        {"Games that were begun depend on this:", "すでに始まった次の対局がこの結果に依存しています。"},
	"director-cascade":        {"Take them back", "取り消す"},
	"director-keep":           {"Keep them", "残す"},
	"director-cancel":         {"Cancel", "中止"},
	"director-decided":        {"decision %d: %s", "裁定 %d: %s"},
	"director-decided-by":     {", by %s", "（%s）"},
	"director-depended":       {"depends on it: %s", "この結果に依存: %s"},
	"director-draw":           {"draw", "引き分け"},
	"director-foreign":        {"this form is not of this page; load the page again", "このフォームはこのページのものではありません。ページを開き直してください"},
	"director-self":           {"director", "運営"},
	"director-unread":         {"the form cannot be read", "フォームを読めません"},
	"director-why":            {"Why", "理由"},
	"director-by":             {"Who decides", "裁定者"},
	"director-game":           {"Game: STAGE/ROUND/PAIR/GAME", "対局: STAGE/ROUND/PAIR/GAME"},
	"director-winner":         {"Winner, or draw", "勝者、または draw"},
	"director-name":           {"Entrant", "参加者"},
	"director-address":        {"Address", "接続先"},
	"verb-pause":              {"Pause", "一時停止"},
	"verb-resume":             {"Resume", "再開"},
	"verb-void":               {"Void a game", "対局を無効にする"},
	"verb-replay":             {"Play a game again", "再対局"},
	"verb-adjudicate":         {"Adjudicate", "裁定する"},
	"verb-amend":              {"Amend a result", "結果を訂正する"},
	"verb-withdraw":           {"Withdraw", "棄権"},
	"verb-readdress":          {"Change a board", "ボードを交換する"},
	"verb-add":                {"Add an entrant", "参加者を追加する"},
	"help-pause":              {"Nobody is asked for a move until the day is resumed.", "再開まで誰にも着手を求めません。"},
	"help-resume":             {"Go on after a pause.", "一時停止から再開します。"},
	"help-void":               {"The game counts for nobody.", "その対局は誰の得点にもなりません。"},
	"help-replay":             {"The game is played again.", "その対局をもう一度行います。"},
	"help-adjudicate":         {"Give a game without a result one.", "結果のない対局に結果を与えます。"},
	"help-amend":              {"Put the result of a game right.", "対局の結果を正します。"},
	"help-withdraw":           {"The entrant plays no more.", "その参加者は以後対局しません。"},
	"help-readdress":          {"The entrant is looked for at another address.", "参加者の接続先を変更します。"},
	"help-add":                {"Somebody enters late.", "遅れて参加します。"},
	"all-games":               {"All games", "対局一覧"},
	"back-to-live":            {"Back to live", "ライブに戻る"},
	"behind":                  {"The page missed events. The match is not affected; the record has everything.", "このページは一部の通知を取りこぼしました。対局には影響せず、記録はすべて残っています。"},
	"big":                     {"Projector", "大画面"},
	"board":                   {"Board", "盤面"},
	"drawn":                   {"Drawn by %s after %d moves", "引き分け（%s、%d 手）"},
	"end-of-foul":             {"%s loses at move %d: %s (%s)", "%s の負け（%d 手目、%s、%s）"},
	"faster":                  {"Speed", "速さ"},
	"first":                   {"First move", "最初へ"},
	"games":                   {"Games", "対局"},
	"graph":                   {"Time for each move", "各手の考慮時間"},
	"graph-help":              {"Click to go to a move.", "クリックでその手へ移動します。"},
	"incomplete":              {"The record of this game ends before its verdict.", "この対局の記録は結果の前で途切れています。"},
	"keys":                    {"Keys: ← → step, Home End, space plays, L goes back to live, B for projectors", "キー操作: ← → で一手、Home End、スペースで再生、L でライブ、B で大画面"},
	"last":                    {"Last move", "最後へ"},
	"lost-stream":             {"Connection lost; trying again …", "接続が切れました。再接続しています…"},
	"live":                    {"Live", "ライブ"},
	"limit":                   {"limit %s", "制限 %s"},
	"move-of":                 {"Move %d of %d", "%d 手目 / 全 %d 手"},
	"moves":                   {"Moves", "棋譜"},
	"moves-earlier":           {"earlier moves", "前の手"},
	"moves-later":             {"later moves", "後の手"},
	"new-move":                {"%d new", "新着 %d"},
	"next":                    {"Next move", "次の手"},
	"no-games":                {"No game has begun yet.", "まだ対局は始まっていません。"},
	"no-such-page":            {"There is no such page.", "そのページはありません。"},
	"nobody":                  {"Nobody wins after %d moves: %s", "勝者なし（%d 手、%s）"},
	"of-game":                 {"game %d of %d", "第 %d 局（全 %d 局）"},
	"pause":                   {"Pause", "一時停止"},
	"picture":                 {"Picture (SVG)", "図 (SVG)"},
	"play":                    {"Play", "再生"},
	"previous":                {"Previous move", "前の手"},
	"record":                  {"Record (JSON Lines)", "記録 (JSON Lines)"},
	"say-move":                {"Move %d: %s", "%d 手目: %s"},
	"score":                   {"score", "得点"},
	"show-result":             {"Show the result", "結果を見る"},
	"small":                   {"Normal size", "通常表示"},
	"third-place":             {"Third place", "三位決定戦"},
	"too-many":                {"Too many viewers: at most %d, and %d from one address. Please try again in a minute.", "視聴者が多すぎます（全体で %d、同じアドレスから %d まで）。少し待ってから開き直してください。"},
	"too-fast":                {"Too many requests from your address. Please wait a moment.", "同じアドレスからの要求が多すぎます。少しお待ちください。"},
	"total":                   {"all %s", "合計 %s"},
	"unread":                  {"the record cannot be read now", "記録を今は読めません"},
	"void":                    {"Void after %d moves: %s", "無効（%d 手、%s）"},
	"wins":                    {"%s wins by %s after %d moves", "%s の勝ち（%s、%d 手）"},
	"with-scores":             {"%s (%s)", "%s（%s）"},
}

// T is a message in the language.
func (l Lang) T(key string, args ...any) string {
	m, ok := messages[key]
	if !ok {
		panic("live: there is no message " + key)
	}
	if len(args) == 0 {
		return m[l]
	}
	return fmt.Sprintf(m[l], args...)
}

// Raw is a message that is still to be filled in.
func (l Lang) Raw(key string) string { return l.T(key) }

// Column is the name of a tie-break.
func (l Lang) Column(name string) string { return l.named("column-", name) }

// StageKind is the name of a kind of stage.
func (l Lang) StageKind(name string) string { return l.named("kind-", name) }

// MatchRule is the name of the rule that decided a match that ended even.
func (l Lang) MatchRule(name string) string { return l.named("rule-", name) }

// Decision is the name of a type of decision.
func (l Lang) Decision(name string) string { return l.named("decision-", name) }

// outcome is a line of an order that was given to a day.
func (l Lang) outcome(day *tournament.Day, line string) string {
	if match, found := strings.CutPrefix(line, "depends on it: "); found {
		return l.T("director-depended", match)
	}
	var n int
	if _, err := fmt.Sscanf(line, "decision %d:", &n); err != nil || n < 1 || n > len(day.Decisions) {
		return line
	}
	return l.T("director-decided", n, l.decided(&day.Decisions[n-1]))
}

// decided is what was decided by an order.
func (l Lang) decided(c *tournament.Decision) string {
	words := []string{l.Decision(c.Type)}
	for _, word := range []string{c.Game, c.Entrant, c.Winner, c.Address} {
		if word != "" {
			words = append(words, word)
		}
	}
	if c.Draw {
		words = append(words, l.T("director-draw"))
	}
	text := strings.Join(words, " ")
	if c.By != "" {
		text += l.T("director-decided-by", c.By)
	}
	if c.Why != "" {
		text += ": " + c.Why
	}
	return text
}

// Verb is the name of an order.
func (l Lang) Verb(name string) string { return l.named("verb-", name) }

// VerbHelp says what an order does; English is what is said where there is no message.
func (l Lang) VerbHelp(name, english string) string {
	if m, ok := messages["help-"+name]; ok {
		return m[l]
	}
	return english
}

// named is a message of a family, or the name itself where there is none.
func (l Lang) named(family, name string) string {
	if m, ok := messages[family+name]; ok {
		return m[l]
	}
	return name
}

// Other is the language that is not this one, and its name in itself.
func (l Lang) Other() Lang { return 1 - l }

// Name is the language's name in itself.
func (l Lang) Name() string { return [...]string{"English", "日本語"}[l] }

// endings are the verdict in each language, nil while there is none. The caller
// holds the lock.
func (g *Game) endings() []string {
	if g.verdict == nil {
		return nil
	}
	both := make([]string, len(langs))
	for l := range both {
		both[l] = g.ending(Lang(l))
	}
	return both
}

// ending is the verdict in words.
func (g *Game) ending(l Lang) string {
	v := g.verdict
	reason, detail := g.reason(l, v.Reason), shown(l.said(v.Detail), 2*maxWords)
	var text string
	switch {
	case v.Void:
		text = l.T("void", v.Ply, detail)
	case v.Winner != nil:
		text = l.T("wins", g.whoIs(l, *v.Winner), reason, v.Ply)
	case v.Draw:
		text = l.T("drawn", reason, v.Ply)
	default:
		text = l.T("nobody", v.Ply, detail)
	}
	if v.Foul != nil {
		text += l.sentence() + l.T("end-of-foul", g.who(v.Foul.Seat), v.Ply+1, g.reason(l, v.Foul.Kind), shown(l.said(v.Foul.Detail), maxWords))
	}
	if parts := g.scoreWords(l, v.Scores); parts != "" {
		text = l.T("with-scores", text, parts)
	}
	return text
}

// said is what the referee says in English, in the language.
func (l Lang) said(text string) string {
	language, err := locale.Choose(l.String())
	if err != nil {
		return text // of a language that locale has not
	}
	return language.Say(text)
}

// sentence parts two sentences.
func (l Lang) sentence() string { return [...]string{". ", "。"}[l] }

// scoreWords are the scores of a verdict by the seats.
func (g *Game) scoreWords(l Lang, scores []int) string {
	var parts []string
	for i, score := range scores {
		if i < len(g.opening.Seats) {
			parts = append(parts, fmt.Sprintf("%s %d", g.seatName(l, i), score))
		}
	}
	return strings.Join(parts, ", ")
}

// who is what people call the player at a seat.
func (g *Game) who(seat int) string {
	if seat < 0 || seat >= len(g.opening.Seats) {
		return "?"
	}
	return shown(g.opening.Seats[seat].Address, maxName)
}

// whoIs is the player at the seat with a name.
func (g *Game) whoIs(l Lang, name string) string {
	for i, s := range g.opening.Seats {
		if s.Name == name {
			return g.who(i) + " (" + g.seatName(l, i) + ")"
		}
	}
	return shown(name, maxName)
}

// seatName is the name of a seat.
func (g *Game) seatName(l Lang, seat int) string {
	return g.translated(l, g.opening.Seats[seat].Name, maxName)
}

// reason is why a game ended, or a kind of foul.
func (g *Game) reason(l Lang, name string) string {
	if m, ok := messages["foul-"+name]; ok {
		return m[l]
	}
	return g.translated(l, name, maxWords)
}

// translated is a text of the game, not longer than so many characters.
func (g *Game) translated(l Lang, text string, most int) string {
	if t, ok := g.view.(Translator); ok && l != English {
		text = t.Translate(l.String(), text)
	}
	return shown(text, most)
}
