package bot_test

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/sandbox/person"
	"yeye/game"
)

func TestGames(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(0)
	if m := mei.command("games"); !m.Private() || !strings.Contains(m.Content, "no games going") {
		t.Errorf("none: %s", m.Content)
	}
	first := h.channel
	sitDown(h, mei, tom)
	second := h.info.Channels[1].ID
	h.channel = second
	mei.command("challenge", person.Opt("user", tom.ID))
	h.channel = first
	mei.say("h2e2")
	card := mei.wait(person.Moved("h2e2"))
	dm, err := mei.DM(h.ctx(), h.info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	h.channel = dm
	kid := mei.command("play")
	var m *person.Message
	mei.eventually("the card's link is known", func() bool {
		m = mei.command("games")
		return strings.Contains(m.Content, "/channels/@me/"+dm+"/"+kid.ID)
	})
	lines := strings.Split(m.Content, "\n")
	if len(lines) != 4 || !strings.Contains(lines[0], "games, challenges and studies: 3") {
		t.Fatalf("%s", m.Content)
	}
	if !strings.Contains(lines[1], "Your turn") || !strings.Contains(lines[1], "Kid") || !strings.Contains(lines[1], "/channels/@me/"+dm+"/"+kid.ID) {
		t.Errorf("against the Kid: %s", lines[1])
	}
	rest := strings.Join(lines[2:], "\n")
	if !strings.Contains(rest, "/channels/"+mei.GuildID+"/"+first+"/"+card.ID) || !strings.Contains(rest, "to move, you are Red") || !strings.Contains(rest, "<t:") {
		t.Errorf("against Tom: %s", rest)
	}
	if !strings.Contains(rest, "You challenged") || !strings.Contains(rest, "/channels/"+mei.GuildID+"/"+second+"/") {
		t.Errorf("the challenge: %s", rest)
	}
}

// Many games, with names that would break a message, are shown in pages.
func TestGamesInPages(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	name := strings.Repeat("**@everyone** <@1> [x](y) ", 3)
	h.stop()
	past := testdb.At(t, h.db, func() time.Time { return h.now().AddDate(0, -1, 0) }) // too long ago to be shown
	defer past.Close()
	service := match.NewService(past, match.WithModes(match.Duel))
	for n := range 20 {
		if _, err := service.Start(t.Context(), match.Actor{Player: "1"}, match.Terms{Mode: match.Duel, Guild: id.Guild(mei.GuildID),
			Channel: id.Channel("9000000000000000" + string(rune('a'+n))), Position: game.Start(),
			Seats: [2]match.Seat{{Player: id.Player(mei.ID)}, {Player: "1", Name: name}}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := past.Write().Exec(t.Context(), `DELETE FROM jobs`); err != nil { // nobody is reminded
		t.Fatal(err)
	}
	h.startBot(withThinker(h.thinker))
	m := mei.command("games")
	if len([]rune(m.Content)) > 2000 || strings.Count(m.Content, "\n") != 8 || strings.Contains(m.Content, "<@1>") || strings.Contains(m.Content, "**@every") {
		t.Errorf("the first page, %d characters: %s", len([]rune(m.Content)), m.Content)
	}
	seen := map[string]bool{}
	for page := 1; ; page++ {
		for _, line := range strings.Split(m.Content, "\n")[1:] {
			_, link, _ := strings.Cut(line, "](")
			if seen[link] {
				t.Errorf("listed twice: %s", link)
			}
			seen[link] = true
		}
		next, ok := m.Control("▶")
		if !ok || next.Disabled {
			break
		}
		turned := mei.press(m, "▶")
		if turned.ID != m.ID {
			t.Fatal("turning the page made another message")
		}
		m = turned
	}
	if len(seen) != 20 {
		t.Errorf("%d of 20 games are listed", len(seen))
	}
}
