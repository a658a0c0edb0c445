package lessonsbot_test

import (
	"fmt"
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/feature/lessons"
	"yeye/bot/feature/lessons/lessonsbot"
	"yeye/bot/internal/desk"
	"yeye/bot/match/engine"
	"yeye/bot/match/view/words"
	"yeye/bot/player"
	"yeye/game"
)

// learner is somebody who goes through the lessons in a language.
type learner struct {
	*desk.Desk
	t   *testing.T
	who string
}

func (l *learner) text(key string) string { return l.Readers.InLocale(l.Locale).Text(key) }

// move plays a move with the selects, and returns the answer.
func (l *learner) move(m game.Move) string {
	l.t.Helper()
	if text := l.Do(l.who, "{} "+m.From().String()); !strings.HasPrefix(text, "edit ") {
		l.t.Fatalf("choosing %v: %s", m.From(), text)
	}
	return l.Do(l.who, "{} "+m.String())
}

// wants fails unless an answer has the sentences of keys and is the kind that a mark begins.
func (l *learner) wants(said, what string, keys ...string) {
	l.t.Helper()
	for _, key := range keys {
		if text := l.text(key); text == key || !strings.Contains(said, text) {
			l.t.Errorf("%s: no %q (%s) in: %s", what, text, key, said)
		}
	}
}

// TestEveryLesson goes through the whole course in each language: in every task each wrong move that is expected, a wild one, help,
// and what is right.
func TestEveryLesson(t *testing.T) {
	for _, language := range []string{"en-US", "zh-CN", "zh-TW", "vi"} {
		t.Run(language, func(t *testing.T) {
			d := desk.Open(t, "learn", "play", "puzzle")
			d.Locale = language
			l := &learner{d, t, "mei"}
			l.wants(d.Do("mei", "/learn"), "the beginning", "learn.welcome")
			said := d.Do("mei", "["+l.text("learn.begin.new")+"]")
			all := lessons.New.Tasks()
			for i, task := range all {
				l.wants(said, task.Name, "learn."+task.Name+".ask", "learn.lesson."+fmt.Sprint(task.Lesson))
				said = l.solve(&task)
				l.wants(said, task.Name, "learn."+task.Name+".right")
				if i < len(all)-1 {
					said = d.Do("mei", "["+l.text("learn.next")+"]")
				}
			}
			if !strings.Contains(said, "/puzzle") && !strings.Contains(said, "/") || strings.Contains(said, "["+l.text("learn.next")+"]") {
				t.Errorf("after the last task: %s", said)
			}
		})
	}
}

// solve does everything wrong in a task that can be, and then what is right. It returns the last answer.
func (l *learner) solve(task *lessons.Task) (said string) {
	l.t.Helper()
	if task.IsQuestion() {
		l.wants(l.Do(l.who, "["+l.text(fmt.Sprintf("learn.%s.answer.%d", task.Name, 1-task.Answer))+"]"), task.Name, "learn."+task.Name+".rest")
		return l.Do(l.who, "["+l.text(fmt.Sprintf("learn.%s.answer.%d", task.Name, task.Answer))+"]")
	}
	for i, s := range task.Steps {
		p := task.Game(i).Position()
		for m, key := range s.Wrong {
			l.wants(l.move(m), task.Name, "learn."+task.Name+".wrong."+key)
		}
		for _, m := range p.LegalMoves(nil) {
			if _, expected := s.Wrong[m]; expected || s.Judge(p, m).Right {
				continue
			}
			if s.Ends(p) && p.GivesCheck(m) {
				continue // TestNoMateYet
			}
			key := "learn." + task.Name + ".rest"
			if i > 0 {
				key = fmt.Sprintf("%s.%d", key, i+1)
			}
			l.wants(l.move(m), task.Name+" "+m.String(), key)
			break
		}
		said = l.move(s.Right[len(s.Right)-1])
		if s.Reply != game.NoMove {
			l.wants(said, task.Name, "learn."+task.Name+".again")
		}
	}
	return said
}

// Where mate is asked for, a check is told how it is parried: what takes, where the king goes, what comes between.
func TestNoMateYet(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle")
	d.Play(`
		mei: /learn                  => private **Learn xiangqi.**
		mei: [I've never played]     => edit **Lesson 1 of 15
		mei: [All lessons]           => edit
		mei: {Choose a lesson} 4     => edit **Lesson 4 of 15
		mei: {Choose a piece} c5     => edit
		mei: {} c5d5                 => edit … ✅
		mei: [Next]                  => edit … the two kings may never face each other
		mei: {Choose a piece} d8     => edit
		mei: {} d8e8                 => edit … ❌ It's check, but no mate: the king escapes (
		mei: {Choose a piece} d8     => edit
		mei: {} d8d9                 => edit … ❌ It's check, but no mate: the king takes the pawn (
		mei: {Choose a piece} d8     => edit
		mei: {} d8c8                 => edit … ❌ That's no mate.`)
	for text, want := range map[string]string{
		"4ka3/9/9/9/9/9/9/9/4R4/3K5 b":    "It's check, but no mate: the advisor comes between (`f9e8`).",
		"3aka3/9/9/9/9/9/9/4R4/9/3K5 b":   "It's check, but no mate: the advisor comes between (`d9e8`).",
		"3aka3/4n4/4C4/9/9/9/9/9/9/4K4 b": "It's check, but no mate: Black gets out of it with `e8c7`.",
		"4k4/9/9/9/9/9/9/4N4/9/3K5 b":     "",
	} {
		p, err := game.ParseFEN(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := lessonsbot.Parried(words.In(d.Readers.InLocale("en-US").Localizer), &p); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A word of the board is explained where the course uses it first.
func TestWordsAreExplained(t *testing.T) {
	d := desk.Open(t, "learn")
	for language, words := range map[string]map[string]string{
		"en-US": {"river": "the empty strip across the middle", "palace": "the nine points with the diagonal lines", "file": "a line up the board", " rank": "a line across the board"},
		"zh-CN": {"河": "棋盘中间那条空带", "九宫": "画着斜线的那九个点", "中路": "正中那条直线"},
		"zh-TW": {"河": "棋盤中間那條空帶", "九宮": "畫著斜線的那九個點", "中路": "正中那條直線"},
		"vi":    {"sông": "dải trống giữa bàn cờ", "cửu cung": "chín điểm có đường chéo", " cột ": "đường dọc", " hàng ": "đường ngang"},
	} {
		r := d.Readers.InLocale(language)
		for word, meaning := range words {
			for _, task := range lessons.New.Tasks() {
				ask, right := r.Text("learn."+task.Name+".ask"), r.Text("learn."+task.Name+".right")
				if !strings.Contains(ask+right, word) {
					continue
				}
				if !strings.Contains(ask+right, meaning) {
					t.Errorf("%s: lesson %s says %q first, and not %q", language, task.Name, word, meaning)
				}
				break
			}
		}
	}
}

// Where the pieces show their characters, the first page of a lesson says so to who has chosen no pieces.
func TestCharactersAreAnnounced(t *testing.T) {
	d := desk.Open(t, "learn", "settings")
	d.Play(`
		mei: /learn                 => private
		mei: [I've never played]    => edit
		mei: [All lessons]          => edit
		mei: {Choose a lesson} 9    => edit **Lesson 9 of 15 … From lesson 9 on the pieces show their characters
		mei: [All lessons]          => edit
		mei: {Choose a lesson} 12   => edit **Lesson 12 of 15 … From lesson 9 on
		mei: [All lessons]          => edit
		mei: {Choose a lesson} 8    => edit **Lesson 8 of 15`)
	if strings.Contains(d.Said.Content, "characters") {
		t.Errorf("before: %s", d.Said.Content)
	}
	d.Play(`
		mei: /settings pieces=traditional => private
		mei: /learn                 => private
		mei: [I've never played]    => edit
		mei: [All lessons]          => edit
		mei: {Choose a lesson} 9    => edit **Lesson 9 of 15`)
	if strings.Contains(d.Said.Content, "From lesson") {
		t.Errorf("who has chosen pieces: %s", d.Said.Content)
	}
}

// Lessons can be left and taken up, chosen from the list, and shown; controls of another kind of message change nothing.
func TestLeaving(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle", "privacy")
	d.Play(`
		mei: /learn                  => private **Learn xiangqi.** … [I've never played] [I play western chess]
		mei: [I play western chess]  => edit **Lesson 15 of 15 … The horse is blocked … Any other repetition is a draw. … [They lose] [A draw] … [All lessons] [Later]
		mei: [A draw]                => edit … ❌ In western chess, yes.
		mei: [They lose]             => edit … ✅ Right! No move left is a loss. … [Next]
		mei: [Later]                 => edit See you later.
		mei: /learn                  => private **Lesson 15 of 15 … One side keeps giving check forever.
		mei: [All lessons]           => edit **Lessons**: 0 of 14 done. {Choose a lesson: 15 2 3
		mei: {Choose a lesson} 2     => edit **Lesson 2 of 15 · the cannon 炮** … This is the cannon
		mei: [Show me]               => edit **Lesson 2 of 15 … This way: … c2c8
		mei: {Choose a piece} c2     => edit
		mei: {} c2c8                 => edit … ✅ Right! … [Next]
		mei: [Next]                  => edit **Lesson 2 of 15 … Two cannons.
		tom: /learn                  => private **Learn xiangqi.**
		tom: [I've never played]     => edit **Lesson 1 of 15 · the rook 車** … {Choose a piece to move: a1 c3 d0} [Show me] [All lessons] [Later]
		tom: {Choose a piece} a1     => edit
		tom: {} a1b1                 => edit **Lesson 1 of 15 … Take something with it. … ❌ That takes nothing.`)
}

// Openings that people play are right, and a move that may be played has no cross before it.
func TestOpenings(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle")
	d.Play(`
		mei: /learn                 => private
		mei: [I've never played]    => edit
		mei: [All lessons]          => edit
		mei: {Choose a lesson} 13   => edit **Lesson 13 of 15
		mei: {Choose a piece} a0    => edit
		mei: {} a0a1                => edit … You may play that.`)
	if strings.Contains(d.Said.Content, "❌") {
		t.Errorf("a move that may be played: %s", d.Said.Content)
	}
	d.Play(`
		mei: {Choose a piece} h2    => edit
		mei: {} h2h9                => edit … ❌ A cannon for a horse
		mei: {Choose a piece} h2    => edit
		mei: {} h2d2                => edit … ✅ A good move.`)
}

// A move typed in a direct conversation, in any notation, or given to /move is for the task that its author has before them.
func TestTyped(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle")
	d.Play(`
		in dm
		mei: a1a6                    => not ✅
		mei: /learn                  => private **Learn xiangqi.**
		mei: [I've never played]     => edit **Lesson 1 of 15
		mei: a1b1                    => public … ❌ That takes nothing.
		mei: a1a9                    => private The rook on a1 is blocked
		mei: 车九进五                => public … ✅ Right! … [Next]
		mei: a1a6                    => not ✅
		mei: [Next]                  => edit **Lesson 1 of 15
		in channel
		mei: c3h3                    => not ✅
		mei: /move text=R7.3         => not ✅
		mei: /move text=c3h3         => private … ✅ Right! … [Next]
		mei: [Next]                  => edit **Lesson 2 of 15
		mei: [Later]                 => edit See you later.
		mei: /move text=c2c8         => not ✅`)
}

// A task that is opened again says that it is solved.
func TestSolvedBefore(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle", "newcomer")
	first := lessons.New.Tasks()[0]
	if err := lessons.NewService(d.DB).Done(t.Context(), desk.People["mei"], first.Name, lessons.New); err != nil {
		t.Fatal(err)
	}
	const before = "You've solved this one before."
	d.Play(`
		mei: /learn              => not ` + before + `
		mei: [All lessons]       => edit **Lessons**
		mei: {Choose a lesson} 1 => not ` + before)
	for _, task := range lessons.New.Tasks() {
		if err := lessons.NewService(d.DB).Done(t.Context(), desk.People["mei"], task.Name, lessons.New); err != nil {
			t.Fatal(err)
		}
	}
	d.Play(`
		mei: /learn                 => private **Lessons**: 15 of 15
		mei: {Choose a lesson} 1    => edit **Lesson 1 of 15 … ` + before + `
		mei: {} ` + first.Steps[0].Right[0].From().String() + ` => not ` + before)
}

// Who has done all lessons plays whom the profile names: a beginner the weakest character.
func TestFirstGame(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle", "profile")
	for _, task := range lessons.New.Tasks() {
		if err := lessons.NewService(d.DB).Done(t.Context(), desk.People["mei"], task.Name, lessons.New); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.Players.UpdatePreferences(t.Context(), desk.People["mei"], func(p *player.Preferences) { p.Newcomer = player.Plain }); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: /profile       => private … Next: … Newborn
		mei: /learn         => private **Lessons**: 15 of 15 done. … That was the last lesson. Now play: Newborn is as new to it as you are. … [Challenge Newborn] [Later]
		mei: [Challenge Newborn] => card versus`)
}

// Who says in a game that they have never played is led to the lessons.
func TestNeverPlayed(t *testing.T) {
	desk.Open(t, "learn", "play", "puzzle").Play(`
		mei: /play               => card versus … [I've never played]
		mei: [I've never played] => private Welcome! … [Lessons]
		mei: [Lessons]           => private **Learn xiangqi.**`)
}

// They are not where lessons are switched off.
func TestNeverPlayedWithoutLessons(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle", "guildadmin")
	d.Change = func(i *discord.Interaction) { i.Permissions = discord.ManageGuild }
	d.Play(`
		tom: /server off=learn   => private … Switched off: **lessons**
		mei: /play               => card versus … [I've never played]
		mei: [I've never played] => private Welcome! … [Challenge Newborn] [Rules]`)
}

// Who has said in the lessons that they have never played meets the Newborn first, unless they choose somebody else.
func TestFirstOpponent(t *testing.T) {
	desk.Open(t, "learn", "play", "puzzle", "newcomer").Play(`
		mei: /learn              => private
		mei: [I've never played] => edit **Lesson 1 of 15
		mei: /play               => card versus … Newborn
		in 701
		mei: /play opponent=1    => card versus … Kid
		in 702
		tom: /play               => card versus … Kid`)
}

// A task whose position is on the board of the learner's own game with a person is not judged meanwhile.
func TestOwnGame(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle", "challenges")
	if err := lessons.NewService(d.DB).Done(t.Context(), desk.People["mei"], "12.1", lessons.New); err != nil {
		t.Fatal(err)
	}
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]                      => card duel
		mei: /move text=h2e2               => card duel
		in dm
		mei: /learn                        => private **Lesson 1 of 15
		mei: [All lessons]                 => edit
		mei: {Choose a lesson} 13          => edit **Lesson 13 of 15
		mei: {Choose a piece} c3           => edit
		mei: {} c3c4                       => edit … ✅
		mei: [Next]                        => edit **Lesson 13 of 15 … You're Black.
		mei: {Choose a piece} h9           => private`)
}

// A control of a task that there is no more, or of nothing, leads to the command and not to a board.
func TestOutdated(t *testing.T) {
	d := desk.Open(t, "learn")
	for _, action := range []string{"lnopen", "lnman", "nothing"} {
		d.Change = func(i *discord.Interaction) {
			i.Kind, i.CommandKind, i.Command = discord.ComponentInteraction, 0, ""
			i.CustomID = discord.ControlID{Action: action, ID: "gone", Arg: "new"}.String()
		}
		d.Play("mei: /learn => private That is out of date. Please use the command again.")
	}
}

// A move typed into a channel, with or without a game of others or of one's own there, is told where it belongs; /move takes it there.
func TestTypedIntoAChannel(t *testing.T) {
	d := desk.Open(t, "learn", "play", "puzzle")
	d.Play(`
		mei: /learn                  => private **Learn xiangqi.**
		mei: [I've never played]     => edit **Lesson 1 of 15 … or use ` + "`/move`" + `
		mei: a1a6                    => private … Use ` + "`/move`" + `
		mei? /move text=             => rook a1
		mei? /move text=a1a          => a1a6 ×
		tom? /move text=             => not rook
		tom: a1a6                    => not private
		tom: /play opponent=1        => card versus
		mei: a1a6                    => private … Use ` + "`/move`" + `
		mei: /move text=a1a6         => private … ✅ Right!
		mei: [Next]                  => edit **Lesson 1 of 15
		in 701
		mei: /play opponent=1 side=red => card versus
		mei: c3h3                    => private … Use ` + "`/move`" + `
		mei: /move text=c3h3         => private … ✅ Right!
		mei: /move text=h2e2         => card versus`)
}

// A lesson opens from what is told after a game, in a message of its own.
func TestLessonOfAGame(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: desk.Hasty()}}, "learn", "play", "puzzle", "newcomer", "settings", "analysis")
	d.Play(`
		mei: /settings newcomer=on        => private
		mei: /play opponent=0 side=red    => card versus
		mei: a0a1                         => card versus
		character: c6c5
		mei: a1d1                         => card versus
		character: b9c7
		mei: d1d5                         => card versus
		character: c7d5
		mei: /resign                      => private
		mei: [Yes, resign]                => edit
		mei: /board                       => card versus … [Newborn gives a rook] … [One thing to remember]
		mei: [One thing to remember]      => private … [Show progress]
		due
		mei: [Show progress]              => edit … [Practice this in a lesson]
		mei: [Practice this in a lesson]  => private **Lesson 1 of 15 … Two pieces can be taken.
		mei: /board                       => card versus
		mei: [Newborn gives a rook]       => card versus`)
}
