package locale

import (
	"regexp"
	"strings"
	"testing"
)

// Commands in sentences have the names that they have in the language, and can be
// pressed once they are registered. The catalogs name none that is not there.
func TestCommandsInSentences(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	zh := c.For("zh-CN")
	if text := zh.Say("refuse.nosession"); !strings.Contains(text, "`/对弈`") {
		t.Errorf("not registered: %s", text)
	}
	c.Commands(map[string]string{"play": "123"})
	if text := zh.Say("refuse.nosession"); !strings.Contains(text, "</对弈:123>") {
		t.Errorf("registered: %s", text)
	}
	if text := c.For("en-US").Say("refuse.stale"); !strings.Contains(text, "`/board`") {
		t.Errorf("registered without an id: %s", text)
	}
	mention := regexp.MustCompile("`/([a-z]+)`")
	for language, messages := range catalogs(t) {
		for key, forms := range messages {
			for _, text := range forms {
				for _, m := range mention.FindAllStringSubmatch(text, -1) {
					if messages["command."+m[1]+".name"] == nil {
						t.Errorf("%s: %s names /%s, which is no command", language, key, m[1])
					}
				}
			}
		}
	}
}
