package bot_test

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot"
	"yeye/bot/discord"
	"yeye/bot/feature/all"
	"yeye/bot/id"
	"yeye/bot/internal/bottest"
	"yeye/bot/internal/testdb"
)

// conversation is what people write to each other in a channel, five lines in each language of the texts.
var conversation = []string{
	"good game everyone, same time tomorrow?",
	"lol that was so close",
	"anyone up for a game later",
	"brb 5 min",
	"I think the new season starts on March 3rd",
	"哈哈哈笑死我了",
	"今天晚上有人下棋吗？",
	"我觉得他刚才那步走得不好",
	"等我5分钟，马上回来",
	"周末要不要一起吃饭",
	"剛剛那盤真的太精彩了！",
	"我先去洗澡，等一下再聊",
	"有人要一起玩嗎",
	"明天8點可以嗎",
	"這個表情包好好笑😂",
	"hôm nay ai rảnh không",
	"trời ơi ván vừa rồi hay quá",
	"đợi mình 5 phút nhé",
	"cuối tuần này đi cà phê không mọi người",
	"ừ, để mai tính",
}

// listener returns a function that takes events as a bot with all features does.
func listener(t testing.TB) func(discord.Event) {
	db, _ := testdb.Open(t, time.Now)
	c, err := bot.Open(bot.Options{Token: "none", API: "http://127.0.0.1:9", DB: db, Painter: bottest.Painter, MessageContent: true}, all.Features)
	if err != nil {
		t.Fatal(err)
	}
	c.Router.Self = func() id.Player { return "100000000000000001" }
	return c.Handle
}

// saying returns the events of a line that is written again and again.
func saying(line string) (all []discord.Event) {
	for n := range 8 {
		at := fmt.Sprint(900000000000000000 + n)
		all = append(all, discord.Event{ID: id.Event(at), Data: &discord.Received{ID: id.Message(at), Guild: "500000000000000001", Channel: "700000000000000001",
			Author: discord.User{ID: "200000000000000001", Name: "Mei"}, Content: line}})
	}
	return all
}

// Nothing is allocated for most of what people write to each other.
func TestConversationIsFree(t *testing.T) {
	handle := listener(t)
	free := 0
	for _, line := range conversation {
		again, n := saying(line), 0
		if made := testing.AllocsPerRun(20, func() { handle(again[n%len(again)]); n++ }); made == 0 {
			free++
		} else {
			t.Logf("%.0f allocations: %s", made, line)
		}
	}
	if free < 15 {
		t.Errorf("only %d of %d lines are free", free, len(conversation))
	}
}

func BenchmarkConversation(b *testing.B) {
	handle := listener(b)
	for _, line := range conversation {
		b.Run(line, func(b *testing.B) {
			again := saying(line)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				handle(again[n%len(again)])
			}
		})
	}
}
