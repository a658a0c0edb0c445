package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/session"
)

// adopt finds a card of this session that was posted without our having noted
// it: by a process that died in between, or by a request whose answer was lost.
// turn is the one whose board it shows.
func (s *shower) adopt(ctx context.Context, se *session.Session, shown *board.Board) (id string, turn int64, err error) {
	if (se.Created.After(s.b.started) || s.knows(se.ID)) && shown.Tries == 0 && shown.Doubt.IsZero() && !s.doubted(se.ID) {
		return "", 0, nil
	}
	self, _ := s.b.gateway.Self()
	recent, err := s.b.send.Recent(ctx, string(se.Place), 10, "")
	if err != nil {
		var api *gateway.APIError
		if errors.As(err, &api) && !api.Temporary() {
			return "", 0, nil // posting will say what is the matter
		}
		return "", 0, err
	}
	for _, m := range recent {
		if m.Author == nil || m.Author.ID != self || !later(m.ID, shown.Message) || !later(m.ID, id) {
			continue
		}
		if ctl, ok := cardOf(m); ok && ctl.session == se.ID {
			id, turn = m.ID, ctl.turn
		}
	}
	return id, turn, nil
}

func (s *shower) setDoubt(id session.ID, doubt bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doubt {
		s.doubt[id] = true
		return
	}
	delete(s.doubt, id)
	if len(s.known) >= mostKnown {
		clear(s.known) // each is looked for once more
	}
	s.known[id] = true
}

const mostKnown = 10_000

func (s *shower) knows(id session.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[id]
}

func (s *shower) doubted(id session.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubt[id]
}

// byAge compares two snowflakes, the older first; everything is later than "".
func byAge(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

func later(a, b string) bool { return byAge(a, b) > 0 }

// cardVerbs are on cards and on nothing else that stands in a channel: offers,
// questions and replays carry a session's id as well.
var cardVerbs = []string{verbMan, verbUndo, verbResign, verbAgain, verbResume, verbAccept, verbStop, verbEngine, verbReset}

// cardOf is a control of the card that a message is: it names the session and the
// turn whose board the card shows.
func cardOf(m *discordgo.Message) (control, bool) {
	for _, r := range m.Components {
		row, ok := r.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range row.Components {
			id := ""
			switch c := c.(type) {
			case *discordgo.Button:
				id = c.CustomID
			case *discordgo.SelectMenu:
				id = c.CustomID
			}
			if ctl, ok := parseControl(id); ok && slices.Contains(cardVerbs, ctl.verb) {
				return ctl, true
			}
		}
	}
	return control{}, false
}
