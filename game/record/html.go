package record

import (
	"html"
	"iter"
	"regexp"
	"strings"
)

// Games are copied from web pages, including their HTML tags.

// maxHTML is the maximum size of a tag in bytes.
const maxHTML = 500

var (
	htmlName = regexp.MustCompile(`^<(?:!|/?[A-Za-z][A-Za-z0-9]*)`)
	// blocks matches the tags that start a line, and pages further tags that only web pages have.
	blocks = regexp.MustCompile(`^(?:p|br|div|tr|li|pre|h[1-6])$`)
	pages  = regexp.MustCompile(`^(?:p|br|div|tr|li|pre|html|body|td)$`)
)

// htmlTags returns the tags of a text with their byte ranges: "/p" for </p>, "!" for a declaration. Its time is linear
// in the size of the text.
func htmlTags(text string) iter.Seq2[string, [2]int] {
	return func(yield func(string, [2]int) bool) {
		for at := 0; ; at++ {
			next := strings.IndexByte(text[at:], '<')
			if next < 0 {
				return
			}
			if at += next; strings.HasPrefix(text[at+1:], "<") {
				continue
			}
			tag := text[at:min(len(text), at+maxHTML)]
			name := htmlName.FindString(tag)
			end := strings.IndexByte(tag, '>')
			if name == "" || end < 0 || strings.LastIndexByte(tag[:end], '<') > 0 {
				continue
			}
			if !yield(strings.ToLower(name[1:]), [2]int{at, at + end + 1}) {
				return
			}
			at += end
		}
	}
}

// isPage reports whether a text is a web page, or part of one.
func isPage(text string) bool {
	for name := range htmlTags(text) {
		if pages.MatchString(name) {
			return true
		}
	}
	return false
}

// withoutHTML returns the visible text of a web page.
func withoutHTML(text string) string {
	var b strings.Builder
	from, hidden := 0, "" // until that tag
	for name, at := range htmlTags(text) {
		switch {
		case name == hidden:
			hidden = ""
		case hidden != "":
			continue
		default:
			b.WriteString(text[from:at[0]])
			if name == "script" || name == "style" {
				hidden = "/" + name
			} else if blocks.MatchString(strings.TrimPrefix(name, "/")) {
				b.WriteByte('\n')
			}
		}
		from = at[1]
	}
	if hidden == "" {
		b.WriteString(text[from:])
	}
	return html.UnescapeString(b.String())
}

var (
	dhtmlTag    = regexp.MustCompile(`(?i)\[/?DhtmlXQ_[a-z0-9_]{1,40}\]`)
	dhtmlScript = regexp.MustCompile(`(?i)\bDhtmlXQ_(binit|movelist|move_[0-9_]{5,17}|comment[0-9_]{1,11}|title|event|date|place|red|black|result)\s*=\s*(?:'([^'\[\]]*)'|"([^"\[\]]*)")`)
)

// dhtmlTags normalizes the tags of DhtmlXQ to the site's own form, since the site's reader accepts any case, and turns
// fields that a page assigns to variables into tags.
func dhtmlTags(text string) string {
	if strings.Contains(text, "&#91;") {
		text = html.UnescapeString(text)
	}
	if !hasDhtml(text) {
		return text
	}
	text = dhtmlScript.ReplaceAllString(text, "[DhtmlXQ_$1]$2$3[/DhtmlXQ_$1]")
	return dhtmlTag.ReplaceAllStringFunc(text, func(tag string) string {
		at := strings.IndexByte(tag, '_')
		return strings.Replace(strings.ToLower(tag[:at]), "dhtmlxq", "DhtmlXQ", 1) + strings.ToLower(tag[at:])
	})
}

// hasDhtml reports whether a text has a name of a tag of DhtmlXQ, in any case.
func hasDhtml(text string) bool {
	const name = "DhtmlXQ"
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '_')
		if i < 0 {
			return false
		}
		if at += i; at >= len(name) && strings.EqualFold(text[at-len(name):at], name) {
			return true
		}
	}
}
