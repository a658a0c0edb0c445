package notation

import "strings"

// Word is a request that a player types in chat and that is not a move.
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
)

var wordNames = [...]string{"", "resign", "draw", "undo", "hint", "flip", "moves", "fen"}

// String returns the English word, "" for NoWord.
func (w Word) String() string {
	if int(w) < len(wordNames) {
		return wordNames[w]
	}
	return "unknown"
}

var words = func() map[string]Word {
	t := make(map[string]Word)
	for w, spellings := range map[Word]string{
		Resign:    "resign|i resign|give up|i give up|认输|認輸|我认输|我認輸|投降|xin thua|đầu hàng|chịu thua",
		OfferDraw: "draw|draw?|offer draw|offer a draw|和棋|求和|提和|和了|议和|議和|xin hòa|xin hoà|cầu hòa|cầu hoà|đề nghị hòa",
		Undo:      "undo|takeback|take back|悔棋|悔一步|xin đi lại|đi lại|hoãn",
		Hint:      "hint|提示|支招|gợi ý",
		Flip:      "flip|flip board|翻转|翻轉|翻转棋盘|翻轉棋盤|lật bàn|xoay bàn|lật bàn cờ|xoay bàn cờ",
		ShowMoves: "moves|走法|棋谱|棋譜|nước đi|biên bản",
		ShowFEN:   "fen",
	} {
		for _, s := range strings.Split(spellings, "|") {
			t[spoken(s)] = w
		}
	}
	return t
}()

// spoken returns a phrase in lower case, with single spaces and without tones.
func spoken(t string) string {
	t = strings.Join(strings.Fields(strings.ToLower(t)), " ")
	return strings.NewReplacer("'", "", "_", "").Replace(toneless(t))
}

// Command recognises a text that is nothing but one of the words of play, in
// English, Chinese or Vietnamese (with or without tones). Where such words are
// accepted is up to the caller.
func Command(raw string) (Word, bool) {
	texts, err := clean(raw)
	if err != nil {
		return NoWord, false
	}
	w, ok := words[spoken(texts[0].plain)]
	return w, ok
}
