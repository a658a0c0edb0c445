package bot_test

import (
	"net/http"
	"strings"
	"testing"
)

// The choice of an opponent describes how each of them plays, in the client's language.
func TestOpponentsSayHowTheyPlay(t *testing.T) {
	for language, want := range map[string]string{
		"en-US": "Kid · sees captures, forgets a lot", "zh-CN": "小孩 · 会吃子，也常漏看",
	} {
		t.Run(language, func(t *testing.T) {
			h := openEnvIn(t, language)
			var index struct {
				Commands []struct {
					Name    string
					Options []struct {
						Name    string
						Choices []struct {
							Name      string
							Localized string `json:"name_localized"`
							Value     string
						}
					}
				} `json:"application_commands"`
			}
			mei := h.connect(0)
			if err := mei.Do(h.ctx(), http.MethodGet, "/channels/"+h.channel+"/application-command-index", nil, &index); err != nil {
				t.Fatal(err)
			}
			found := false
			for _, c := range index.Commands {
				for _, o := range c.Options {
					for _, choice := range o.Choices {
						found = found || c.Name == "play" && o.Name == "opponent" && choice.Value == "1" && strings.Contains(choice.Name+choice.Localized, want)
					}
				}
			}
			if !found {
				t.Errorf("nobody says %q: %+v", want, index.Commands)
			}
		})
	}
}
