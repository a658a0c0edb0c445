package record

import (
	"strings"
	"testing"
)

func TestLinkedSite(t *testing.T) {
	for text, want := range map[string]string{
		"看这局：http://www.dpxq.com/hldcg/search/view_m_123.html，不错": "东萍象棋网",
		"https://play.xiangqi.com/game/abc":                       "xiangqi.com",
		"<https://www.pychess.org/AbCd1234>":                      "PyChess",
		"www.01xq.com/xqopening/":                                 "01xq",
		"https://example.org https://LICHESS.org./x":              "Lichess",
		"https://dpxq.com.evil.example/":                          "",
		"https://notdpxq.com/":                                    "",
		"https://user@dpxq.com:8080/a?b":                          "东萍象棋网",
		"https://%zz/":                                            "",
		"1. h2e2 dpxq.com":                                        "",
		"":                                                        "",
		strings.Repeat("http://", 10000):                          "",
	} {
		if got, ok := LinkedSite(text); got.Name != want || ok != (want != "") {
			t.Errorf("%.60q: %+v, %v, want %q", text, got, ok, want)
		}
	}
}
