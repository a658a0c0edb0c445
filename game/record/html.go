package record

import (
	"html"
	"regexp"
	"strings"
)

// Games are copied from pages, including their tags.

var (
	htmlBlock  = regexp.MustCompile(`(?i)<(?:html|body|p|br|div|td|tr|li|pre)\b[^<>]{0,200}>`)
	htmlBreak  = regexp.MustCompile(`(?i)</?(?:p|br|div|tr|li|pre|h[1-6])\b[^<>]{0,200}>`)
	htmlAny    = regexp.MustCompile(`</?[A-Za-z!][^<>]{0,500}>`)
	htmlScript = regexp.MustCompile(`(?is)<(?:script|style)\b.*?</(?:script|style)>`)
)

// withoutHTML returns the visible text of a page.
func withoutHTML(text string) string {
	text = htmlScript.ReplaceAllString(text, "")
	text = htmlBreak.ReplaceAllString(text, "\n")
	return html.UnescapeString(htmlAny.ReplaceAllString(text, ""))
}

var (
	dhtmlTag    = regexp.MustCompile(`(?i)\[/?DhtmlXQ_[a-z0-9_]{1,40}\]`)
	dhtmlScript = regexp.MustCompile(`(?i)\bDhtmlXQ_(binit|movelist|move_[0-9_]{5,17}|comment[0-9_]{1,11}|title|event|date|place|red|black|result)\s*=\s*(?:'([^'\[\]]*)'|"([^"\[\]]*)")`)
)

// dhtmlTags normalises the tags of DhtmlXQ to the site's own form, since the
// site's reader takes any case, and turns fields that a page assigns to
// variables into tags.
func dhtmlTags(text string) string {
	if strings.Contains(text, "&#91;") {
		text = html.UnescapeString(text)
	}
	text = dhtmlScript.ReplaceAllString(text, "[DhtmlXQ_$1]$2$3[/DhtmlXQ_$1]")
	return dhtmlTag.ReplaceAllStringFunc(text, func(tag string) string {
		at := strings.IndexByte(tag, '_')
		return strings.Replace(strings.ToLower(tag[:at]), "dhtmlxq", "DhtmlXQ", 1) + strings.ToLower(tag[at:])
	})
}
