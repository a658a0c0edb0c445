package start

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view"
)

// ActionTransfer transfers one of the user's matches to this channel.
const ActionTransfer = "bring"

// Transferable returns those of a player's matches that the player may transfer to the channel of a request: matches
// between people only within their server, others anywhere. It omits those that only the opponent may transfer.
func Transferable(r *interaction.Request, all []match.Match) []match.Match {
	var here []match.Match
	for i := range all {
		m := &all[i]
		side, _ := m.SeatOf(r.Player)
		if m.Transferable() && !m.MayOnlyResume(side) && m.Channel != r.Channel && len(here) < discord.MaxOptions &&
			CanTransferHere(r, m) {
			here = append(here, *m)
		}
	}
	return here
}

// CanTransferHere reports whether a match may continue where the request was made: matches between people only within
// their server.
func CanTransferHere(r *interaction.Request, m *match.Match) bool {
	return !m.Mode.TwoPlayers || r.Guild != "" && m.Guild == r.Guild
}

// TransferRow returns the select of matches that can be transferred here.
func (s *Starter) TransferRow(r *interaction.Request, portable []match.Match) discord.Row {
	w := s.Readers.For(r).Words
	menu := discord.Select{CustomID: discord.ControlID{Action: ActionTransfer, Nonce: string(r.Event)}.String(),
		Placeholder: w.Text("control.bring")}
	for i := range portable {
		m := &portable[i]
		side, _ := m.SeatOf(r.Player)
		other, label := m.Seats[side.Other()], ""
		switch {
		case m.Mode.OnePlayer:
			label = w.Text("study.title")
		case other.Human():
			label = locale.Visible(other.Name, 40)
		default:
			label = view.Who(w, other)
		}
		menu.Options = append(menu.Options, discord.Option{Label: label, Value: string(m.ID),
			Description: w.Text("bring.about", locale.Args{"Side": w.Side(side),
				"Number": strconv.Itoa(m.MoveNumber())})})
	}
	return discord.Row{menu}
}

// maxMatches is how many matches of one player are considered.
const maxMatches = 200

// OfferTransfer answers a user who expects a game in a channel without one with a select of their matches that could
// continue here; ok is false if there are none.
func (s *Starter) OfferTransfer(ctx context.Context, r *interaction.Request) (a interaction.Response, ok bool) {
	all, err := s.Matches.ByPlayer(ctx, r.Player, maxMatches)
	if err != nil {
		return a, false
	}
	slices.Reverse(all) // newest first, since the select may not hold all
	portable := Transferable(r, all)
	if len(portable) == 0 {
		return a, false
	}
	return interaction.Answer(discord.Message{Content: s.offerText(r, portable),
		Rows: []discord.Row{s.TransferRow(r, portable)}}), true
}

// maxExplained limits the matches for which offerText says why they are adjourned.
const maxExplained = 3

// offerText offers to transfer matches. For those that were displaced from their channel it first says why.
func (s *Starter) offerText(r *interaction.Request, portable []match.Match) string {
	w := s.Readers.For(r).Words
	var text []string
	for i := range portable {
		m := &portable[i]
		if !m.LostPlace() || m.Mode.OnePlayer || len(text) == maxExplained {
			continue
		}
		side, _ := m.SeatOf(r.Player)
		text = append(text, view.DisplacedText(w, m, side, m.Displacement.Status()))
	}
	return strings.Join(append(text, w.Text("bring.offer")), "\n")
}

// Transfer continues one of the player's matches here. In a running match between people the opponent is asked first,
// and the response is that question. An adjourned match with a live clock stays adjourned here until the opponent
// comes; so does one with days per move unless the channel is public. The card then mentions the opponent.
func (s *Starter) Transfer(ctx context.Context, r *interaction.Request, of id.Match) (interaction.Response, error) {
	m, err := s.Matches.Get(ctx, of)
	if err != nil {
		return interaction.Response{}, err
	}
	if !CanTransferHere(r, &m) {
		return interaction.Response{}, ErrUnreachable
	}
	var change match.Change
	unseen := false
	bring := func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
		transfer := s.Matches.Transfer
		if unseen = !s.Public(g, c) && !s.seesAll(ctx, &m, g, c); unseen {
			transfer = s.Matches.TransferUnseen
		}
		var err error
		change, err = transfer(ctx, Actor(r, match.FromCommand), of, g, c)
		return change.Match.Subject(), err
	}
	ofThisServer := m.Guild == r.Guild // a game from elsewhere is new here
	if !ofThisServer {
		err := s.Guilds.MayPlay(ctx, r.Guild, r.Player)
		if err == nil {
			err = s.Guilds.MayUse(ctx, r.Guild, m.Mode.Feature)
		}
		if err != nil {
			return interaction.Response{}, err
		}
	}
	a, err := s.Launch(ctx, r, Launch{Start: bring, Continues: ofThisServer, NoThread: true})
	return a.Then(func(a interaction.Response) interaction.Response {
		return s.transferred(r, a, &change, unseen)
	}), err
}

// seesAll reports whether all players of a match can view a channel that is not public. It asks Discord, if one of them
// would have to come there or lose.
func (s *Starter) seesAll(ctx context.Context, m *match.Match, g id.Guild, c id.Channel) bool {
	if !m.Displacement.Blamed {
		return false
	}
	if home, known := s.Home(g, c); known {
		c = home
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	for _, seat := range m.Seats {
		all, err := s.REST.Channels(ctx, g, seat.Player)
		if err != nil || !slices.ContainsFunc(all, func(ch discord.ChannelAccess) bool {
			return ch.ID == c && ch.Permissions > 0 && ch.Permissions&discord.ViewChannel != 0
		}) {
			return false
		}
	}
	return true
}

// transferred replaces a response's card by a message that says where the match continues. unseen is whether the other
// player may be unable to see that channel.
func (s *Starter) transferred(
	r *interaction.Request,
	a interaction.Response,
	change *match.Change,
	unseen bool,
) interaction.Response {
	if a.Card == nil {
		return a
	}
	if change.Match.Offer.Kind == match.OfferTransfer && change.Verb == match.Offering {
		m := change.Match
		return interaction.Response{Work: func(ctx context.Context) (interaction.Response, error) {
			if err := s.Ask(ctx, &m); err != nil {
				r.Log.Warn("cannot ask the players about transferring a game", "match", m.ID, "err", err)
			}
			return interaction.Change(discord.Message{Content: r.Text.Text("bring.asked",
				locale.Args{"Place": "<#" + string(m.Channel) + ">"})}), nil
		}}
	}
	key := "bring.done"
	switch m := &change.Match; {
	case m.Status == match.Adjourned && unseen && !m.NeedsBoth():
		key = "bring.waits"
	case m.Status == match.Adjourned:
		key = "bring.waits.live"
	}
	return interaction.Change(discord.Message{Content: r.Text.Text(key,
		locale.Args{"Place": "<#" + string(change.Match.Channel) + ">"})})
}

// Link returns the URL of a match's card, or of its channel if message is "".
func Link(g id.Guild, channel id.Channel, message id.Message) string {
	link := "https://discord.com/channels/" + cmp.Or(string(g), "@me") + "/" + string(channel)
	if message != "" {
		link += "/" + string(message)
	}
	return link
}
