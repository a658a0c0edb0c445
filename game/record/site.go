package record

import (
	"net/url"
	"regexp"
	"strings"
)

// Site is a web site with games. The bot does not fetch links, but answers in which format to copy the game there.
type Site struct {
	Name    string // the name for display
	Gives   Format // the format in which a game can be copied there; "" if unknown
	Western bool   // it has western chess only
}

// sites maps host names to sites; a host matches with its subdomains.
var sites = map[string]Site{
	"dpxq.com":        {Name: "东萍象棋网", Gives: DhtmlXQ},
	"01xq.com":        {Name: "01xq"},
	"xqbase.com":      {Name: "象棋百科全书", Gives: PGN},
	"xiangqi.com":     {Name: "xiangqi.com"},
	"clubxiangqi.com": {Name: "Club Xiangqi"},
	"xiangqiai.com":   {Name: "皮卡鱼 (xiangqiai.com)", Gives: UCI},
	"xqipu.com":       {Name: "象棋棋谱网 (xqipu.com)"},
	"pychess.org":     {Name: "PyChess", Gives: PGN},
	"playok.com":      {Name: "PlayOK"},
	"chessdb.cn":      {Name: "chessdb.cn", Gives: UCI},
	"zigavn.com":      {Name: "ZigaVN"},
	"ziga.vn":         {Name: "ZigaVN"},
	"lichess.org":     {Name: "Lichess", Western: true},
	"chess.com":       {Name: "Chess.com", Western: true},
}

var link = regexp.MustCompile(`(?i)(?:https?://|\bwww\.)[^\s<>"'()，。；、]{3,500}`)

// LinkedSite returns the site of the first link in a text; ok is false if it is not known.
func LinkedSite(text string) (Site, bool) {
	for _, found := range link.FindAllString(text[:min(len(text), maxLinkSearch)], 10) {
		if !strings.Contains(found, "://") {
			found = "http://" + found
		}
		u, err := url.Parse(found)
		if err != nil {
			continue
		}
		host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
		for host != "" {
			if s, ok := sites[host]; ok {
				return s, true
			}
			_, host, _ = strings.Cut(host, ".")
		}
	}
	return Site{}, false
}

// maxLinkSearch is the number of bytes of a text that are searched for links.
const maxLinkSearch = 8000
