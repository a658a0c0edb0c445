package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/session"
)

// standing is a card that stands in a channel.
type standing struct {
	message string
	turn    int64 // whose board it shows
	rev     int64 // of the session that it was made of, 0 where it does not say
}

// cards is those of a session among a channel's last messages, but for those that
// are to shrink.
func (s *shower) cards(ctx context.Context, se *session.Session, channel string, limit int) ([]standing, error) {
	self, _ := s.b.gateway.Self()
	recent, err := s.b.send.Recent(ctx, channel, limit, "")
	if err != nil {
		return nil, err
	}
	husks, err := s.b.Boards.Husks(ctx, se.ID)
	if err != nil {
		return nil, err
	}
	var all []standing
	for _, m := range recent {
		if m.Author == nil || m.Author.ID != self || slices.ContainsFunc(husks, func(h board.Husk) bool { return h.Message == m.ID }) {
			continue
		}
		if ctl, ok := cardOf(m); ok && ctl.session == se.ID {
			rev, _ := strconv.ParseInt(ctl.salt, 36, 64)
			all = append(all, standing{message: m.ID, turn: ctl.turn, rev: rev})
		}
	}
	return all, nil
}

// adopt finds a card of this session that was posted without our having noted
// it: by a process that died in between, by another one that is about to note it, or
// by a request whose answer was lost. turn is the one whose board it shows.
func (s *shower) adopt(ctx context.Context, se *session.Session, shown *board.Board) (id string, turn int64, err error) {
	if shown.Tries == 0 && shown.Doubt.IsZero() && !s.doubted(se.ID) {
		return "", 0, nil
	}
	all, err := s.cards(ctx, se, string(se.Place), 10)
	if err != nil {
		var api *gateway.APIError
		if errors.As(err, &api) && !api.Temporary() {
			return "", 0, nil // posting will say what is the matter
		}
		return "", 0, err
	}
	for _, c := range all {
		if board.Later(c.message, shown.Message) && board.Later(c.message, id) {
			id, turn = c.message, c.turn
		}
	}
	return id, turn, nil
}

// note stores what is shown of a session.
func (s *shower) note(ctx context.Context, shown *board.Board) error {
	if err := s.b.Boards.SetBoard(ctx, shown); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) >= mostKnown {
		clear(s.known) // each is looked for once more
	}
	s.known[shown.Session] = shown.Version
	return nil
}

const mostKnown = 10_000

// knows reports whether nobody but this process has ever shown the session, or not
// since this process did: then no card stands that is not noted.
func (s *shower) knows(se *session.Session, shown *board.Board) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if version, ok := s.known[se.ID]; ok {
		return version == shown.Version
	}
	return shown.Version == 0 && se.Created.After(s.b.started)
}

func (s *shower) setDoubt(id session.ID, doubt bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if doubt {
		s.doubt[id] = true
		return
	}
	delete(s.doubt, id)
}

func (s *shower) doubted(id session.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.doubt[id]
}

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
