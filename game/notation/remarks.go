package notation

import (
	"regexp"
	"strings"
)

// Players add remarks to a move: 走炮二平五, 炮二平五 将军, P2-5 nhé. Only words from these lists, and remarks in
// brackets, are removed: a player who writes "h2e2 is bad" talks about a move and does not make it.

var (
	remarkBefore = regexp.MustCompile(`^(?i:我?(?:那?就)?(?:[走下]|[来來]个?個?)|那?就|(?:cho )?(?:tôi |em |mình )?đi\s|con\s|` +
		`(?:i|i'll|i will) (?:play|move|go)\s|(?:my move(?: is)?|ok(?:ay)?|play)[\s,:])[\s,:]*`)
	remarkAfter = regexp.MustCompile(
		`(?i:[\s,;.!~…]*(?:将军|將軍|照将|叫将|绝杀|絕殺|将死|將死|好棋|看招|接招|吃[马馬车車炮砲兵卒相象士仕]?|[该該轮輪]?到?你[走下]?了?|` +
			`[吧了啊呀哦呢]|[哈呵嘿]+)|` +
			`[\s,;.!~…]+(?:[将將]|nhé|nhe|nha|nhá|ạ|nào|đây|đi|thôi|chiếu(?: tướng)?|chieu(?: tuong)?|hi(?:hi)+|` +
			`check(?:mate)?|mate|please|pls|lol|gg|gl|glhf|` +
			`good luck|your (?:turn|move)|thanks|thx|ok(?:ay)?|(?:ha|he){2,}|xd|:\)))[\s!.~…]*$`)
	hanMove   = regexp.MustCompile(`[进進退平][一二三四五六七八九1-9]`)
	bracketed = regexp.MustCompile(`\s*[(\[【]([^()\[\]【】]{1,40})[)\]】]?$`)
)

// queriesWithoutRemarks returns the queries of the text without the remarks around its move.
func (t text) queriesWithoutRemarks() []query {
	plain := t.plain
	for range 3 {
		before := plain
		plain = strings.TrimSpace(remarkBefore.ReplaceAllString(plain, ""))
		plain = strings.TrimSpace(remarkAfter.ReplaceAllString(plain, ""))
		if m := bracketed.FindStringSubmatchIndex(plain); m != nil && !holdsMove(plain[m[2]:m[3]]) {
			plain = plain[:m[0]]
		}
		if plain == before || plain == "" {
			return nil
		}
		if found := newText(plain).queries(); len(found) > 0 {
			return found
		}
	}
	return nil
}

// holdsMove reports whether a remark contains a move, which may correct the one before it.
func holdsMove(remark string) bool {
	for _, f := range strings.FieldsFunc(remark, func(r rune) bool { return strings.ContainsRune(" ,;:", r) }) {
		if len(newText(f).queries()) > 0 {
			return true
		}
	}
	return hanMove.MatchString(remark) || len(newText(remark).queries()) > 0
}
