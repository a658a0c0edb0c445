package voice

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"yeye/ai/character"
)

// Intent is the purpose of a text that is not a move.
type Intent uint8

const (
	Unclear Intent = iota
	Hello
	Thanks
	HowTo // how to start or play
	Whose // whose turn it is
	Bye
	Praise
	Insult
	HowAreYou
	Who // who the character is
	PlayerWon
	PlayerLost
)

var intentNames = [...]string{"unclear", "hello", "thanks", "howto", "whose", "bye", "praise", "insult", "howareyou",
	"who", "won", "lost"}

// String returns the intent's key.
func (i Intent) String() string { return intentNames[min(int(i), len(intentNames)-1)] }

// Chat reports whether a character's answer is a complete reply. For other intents the bot adds information.
func (i Intent) Chat() bool { return i == Thanks || i == Bye || i >= Praise }

// phrases lists lower-case phrases of each intent in the four languages; the first match wins. Phrases in Chinese
// characters match anywhere in a message, others only as whole words.
var phrases = []struct {
	intent Intent
	words  []string
}{
	{Whose, []string{"whose turn", "whose move", "who's turn", "my turn", "your turn", "who is next", "轮到谁", "輪到誰",
		"谁走", "誰走", "该谁", "該誰", "轮到我", "輪到我", "轮到你", "輪到你", "lượt ai", "đến lượt", "tới lượt", "lượt của", "ai đi"}},
	{HowTo, []string{"how do i", "how to", "how can i", "help", "start", "begin", "rules", "怎么玩", "怎麼玩", "怎么下", "怎麼下",
		"怎么走", "怎麼走", "怎么开始", "怎麼開始", "开始", "開始", "规则", "規則", "帮助", "幫助", "教我", "cách chơi", "chơi thế nào", "chơi sao",
		"bắt đầu", "luật", "giúp", "hướng dẫn"}},
	{Praise, []string{"you're good", "you are good", "you're great", "you are great", "you're strong", "you are strong",
		"so strong", "so good", "good bot", "well played", "nice move", "good move", "好厉害", "好厲害", "真厉害", "真厲害", "太厉害",
		"太厲害", "厉害了", "厲害了", "好强", "好強", "真强", "真強", "太强", "太強", "好棒", "真棒", "高手", "佩服", "下得好", "好棋", "giỏi quá",
		"giỏi thế", "giỏi ghê", "hay quá", "hay thế", "mạnh quá", "đỉnh quá", "cao thủ quá"}},
	{Insult, []string{"you suck", "stupid", "idiot", "bad bot", "you're bad", "you are bad", "noob", "菜鸟", "菜鳥", "好菜",
		"真菜", "太菜", "笨蛋", "你好笨", "真笨", "傻瓜", "白痴", "白癡", "垃圾", "臭棋篓子", "臭棋簍子", "ngu", "dở quá", "dở ẹc", "gà quá",
		"kém quá"}},
	{PlayerWon, []string{"i won", "i win", "i beat you", "beat you", "我赢了", "我贏了", "我赢啦", "我贏啦", "赢你了", "贏你了",
		"tôi thắng", "em thắng", "cháu thắng", "mình thắng", "thắng rồi"}},
	{PlayerLost, []string{"i lost", "you beat me", "you won", "我输了", "我輸了", "我输啦", "我輸啦", "又输了", "又輸了", "tôi thua",
		"em thua", "cháu thua", "mình thua", "thua rồi"}},
	{Who, []string{"who are you", "what are you", "what's your name", "your name", "are you a bot", "are you human",
		"how old are you", "你是谁", "你是誰", "你叫什么", "你叫什麼", "你是什么", "你是什麼", "你多大", "你几岁", "你幾歲", "您是谁", "您是誰", "bạn là ai",
		"ông là ai", "mày là ai", "tên gì", "là ai thế", "bao nhiêu tuổi", "mấy tuổi"}},
	{HowAreYou, []string{"how are you", "how's it going", "what's up", "sup", "have you eaten", "吃饭了吗", "吃飯了嗎", "吃了吗",
		"吃了嗎", "吃了没", "吃了沒", "吃饱没", "吃飽沒", "吃饱了吗", "吃飽了嗎", "你好吗", "你好嗎", "最近怎么样", "最近怎麼樣", "身体好吗", "身體好嗎", "khỏe không",
		"khoẻ không", "ăn cơm chưa", "ăn chưa", "thế nào rồi", "dạo này sao"}},
	{Thanks, []string{"thank", "thanks", "thx", "ty", "cheers", "谢谢", "謝謝", "多谢", "多謝", "感谢", "感謝", "谢了", "謝了", "谢啦",
		"謝啦", "cảm ơn", "cám ơn"}},
	{Bye, []string{"bye", "goodbye", "good night", "see you", "再见", "再見", "拜拜", "晚安", "回头见", "回頭見", "下次见", "下次見", "掰掰",
		"tạm biệt", "ngủ ngon", "hẹn gặp lại"}},
	{Hello, []string{"hi", "hello", "hey", "good morning", "good evening", "good afternoon", "yo", "你好", "您好", "爷爷好",
		"爺爺好", "大家好", "哈喽", "哈囉", "嗨", "早安", "早上好", "晚上好", "在吗", "在嗎", "chào", "xin chào", "chào ông", "hế lô"}},
}

// maxRunes limits the runes of a message that are read.
const maxRunes = 300

// Understand returns the intent of a text, Unclear if no phrase matches.
func Understand(text string) Intent {
	runes := []rune(strings.ReplaceAll(lowerNFC(text), "’", "'")) // the apostrophe of phone keyboards
	runes = runes[:min(len(runes), maxRunes)]
	lower := string(runes)
	words := " " + strings.Join(strings.FieldsFunc(lower, func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\''
	}), " ") + " "
	for _, p := range phrases {
		for _, w := range p.words {
			if unicode.Is(unicode.Han, []rune(w)[0]) {
				if strings.Contains(lower, w) {
					return p.intent
				}
			} else if strings.Contains(words, " "+w+" ") {
				return p.intent
			}
		}
	}
	return Unclear
}

// lowerNFC returns a text in lower case and NFC: some keyboards write Vietnamese with combining marks.
func lowerNFC(text string) string { return norm.NFC.String(strings.ToLower(text)) }

// Answer returns a character's answer, "" if it has none: for HowTo, and for Whose by a character that is not playing.
// mine reports whether it is the character's turn.
func (c *Catalog) Answer(locale string, level character.Level, intent Intent, mine bool, seed uint64) string {
	key := "talk." + intent.String()
	if intent == Whose {
		key += map[bool]string{true: ".mine", false: ".yours"}[mine]
	}
	lines := c.linesOf(locale, level, key)
	if len(lines) == 0 {
		return ""
	}
	return lines[rand.New(rand.NewPCG(seed, uint64(intent))).IntN(len(lines))]
}

// Letters that identify a language: traditional characters that are common in greetings and questions, and Vietnamese
// letters.
const (
	traditional = "強厲贏輸飯飽氣謝輪誰麼該開規幫囉嗎見爺們請問對還這個會來說話"
	vietnamese  = "ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ"
)

// LanguageOf returns the language of a text by its letters, "" if they do not identify one.
func LanguageOf(text string) string {
	found := ""
	for _, r := range lowerNFC(text) {
		switch {
		case strings.ContainsRune(traditional, r):
			return "zh-TW"
		case unicode.Is(unicode.Han, r):
			found = "zh-CN"
		case found == "" && strings.ContainsRune(vietnamese, r):
			found = "vi"
		}
	}
	return found
}
