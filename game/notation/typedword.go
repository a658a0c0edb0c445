package notation

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a typed word: what a player asks for in chat, other than a move. It may be spelled in several words (我认输,
// "take back").
type Word uint8

const (
	NoWord Word = iota
	Resign
	OfferDraw
	Undo
	Hint
	Flip
	ShowMoves
	ShowFEN
	Rematch
	Replay
	Analyze
)

var wordNames = [...]string{"", "resign", "draw", "undo", "hint", "flip", "moves", "fen", "rematch", "replay",
	"analyze"}

// String returns the English word, "" for NoWord.
func (w Word) String() string {
	if int(w) < len(wordNames) {
		return wordNames[w]
	}
	return "unknown"
}

// wordOf maps the spellings, as normalizedText.phrase returns them, to what they ask for.
var wordOf = func() map[string]Word {
	t := make(map[string]Word)
	for w, spellings := range map[Word]string{
		Resign:    "resign|i resign|give up|i give up|认输|認輸|我认输|我認輸|投降|xin thua|đầu hàng|chịu thua",
		OfferDraw: "draw|draw?|offer draw|offer a draw|和棋|求和|提和|和了|议和|議和|xin hòa|xin hoà|cầu hòa|cầu hoà|đề nghị hòa",
		Undo:      "undo|takeback|take back|悔棋|悔一步|xin đi lại|đi lại|hoãn",
		Hint:      "hint|提示|支招|gợi ý",
		Flip:      "flip|flip board|翻转|翻轉|翻转棋盘|翻轉棋盤|lật bàn|xoay bàn|lật bàn cờ|xoay bàn cờ",
		ShowMoves: "moves|走法|棋谱|棋譜|nước đi|biên bản",
		ShowFEN:   "fen",
		Rematch: "rematch|another game|another one|one more|one more game|again|play again|再来一局|再來一局|再来一盘|再來一盤|再下一局|" +
			"再下一盘|再下一盤|再来|再來|再战|再戰|" +
			"ván nữa|chơi ván nữa|thêm ván nữa|chơi lại|chơi tiếp ván nữa|làm ván nữa",
		Replay:  "replay|review|复盘|覆盤|復盤|複盤|xem lại|xem lại ván cờ",
		Analyze: "analyze|analyse|analysis|analyze this|analyze the game|分析|分析一下|分析这盘|分析這盤|phân tích|phân tích ván này",
	} {
		for _, s := range strings.Split(spellings, "|") {
			var l normalizedText
			l.read(s)
			t[string(l.phrase(nil))] = w
		}
	}
	return t
}()

// ParseWord recognizes a text that is exactly one typed word, in English, Chinese or Vietnamese; a normalizedText has
// no tones, so they may be left out. The caller decides where typed words are accepted. It does not allocate for
// ordinary chat.
func ParseWord(text string) (Word, bool) {
	var l normalizedText
	if !l.read(text) {
		return NoWord, false
	}
	var b [utf8.UTFMax * MaxLength]byte
	phrase := l.phrase(b[:0])
	// clean removes what may stand before a move and also before a word: "!", "!move", "move " or a mention, <@1>
	if bytes.HasPrefix(phrase, []byte("move")) || bytes.IndexAny(phrase, "!/<") == 0 {
		texts := clean(text)
		if len(texts) == 0 || !l.read(texts[0].plain) {
			return NoWord, false
		}
		phrase = l.phrase(b[:0])
	}
	for {
		if w, ok := wordOf[string(phrase)]; ok {
			return w, true
		}
		shorter := withoutParticle(phrase)
		if len(shorter) == len(phrase) {
			return NoWord, false
		}
		phrase = shorter
	}
}

// particles are polite endings of a request that do not change it, as in 再来一局吧 and "ván nữa nhé".
var particles = [...]string{" please", " pls", "吧", "啊", "呀", "啦", "呗", "嘛", "喔", "哦", "好吗", "好嗎", "可以吗", "可以嗎", " nhé",
	" nha", " đi", " ông ơi"}

// withoutParticle returns a phrase without one particle at its end.
func withoutParticle(phrase []byte) []byte {
	for _, p := range particles {
		if n := len(phrase) - len(p); n > 0 && string(phrase[n:]) == p {
			return bytes.TrimRight(phrase[:n], " ")
		}
	}
	return phrase
}

// phrase appends the text to b: without what surrounds it in chat, "'" and "_", in lower case, with single spaces.
func (l *normalizedText) phrase(b []byte) []byte {
	space := false
	for _, r := range l.trimmed() {
		switch {
		case r == '\'' || r == '_':
		case unicode.IsSpace(r) && r != '\n' && r != '\r':
			space = true
		default:
			if space {
				b = append(b, ' ')
			}
			b, space = utf8.AppendRune(b, unicode.ToLower(r)), false
		}
	}
	return b
}

// trimmed returns the text without the characters that may surround a move in chat, such as quotes, stars and a final
// "!".
func (l *normalizedText) trimmed() []rune {
	t := l.letters[:l.n]
	for len(t) > 0 && strings.ContainsRune(leading, t[0]) {
		t = t[1:]
	}
	for len(t) > 0 && strings.ContainsRune(trailing, t[len(t)-1]) {
		t = t[:len(t)-1]
	}
	return t
}
