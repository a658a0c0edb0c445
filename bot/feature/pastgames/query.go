package pastgames

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/history"
	"yeye/bot/match/view"
	"yeye/game/record"
)

// query says whose games are shown, and by which filter. Controls carry it encoded: nothing is stored, and what the
// user may see is decided each time.
type query struct {
	of       id.Player
	opponent string // "" for anybody, a character's level, or a player
	score    string // "" for any, or a key of scores
	opening  string // "" for any, or a code
}

// String encodes the query in at most 60 characters, which fit a custom_id.
func (q query) String() string {
	return strings.Join([]string{string(q.of), q.opponent, q.score, q.opening}, ".")
}

// parseQuery reads what String writes.
func parseQuery(text string) (q query, ok bool) {
	f := strings.Split(text, ".")
	if len(f) != 4 || f[0] == "" {
		return q, false
	}
	q = query{id.Player(f[0]), f[1], f[2], f[3]}
	_, known := scores[q.score]
	return q, q.score == "" || known
}

// filter converts the query to a filter of games.
func (q query) filter() history.Filter {
	f := history.Filter{Of: q.of, Opening: q.opening}
	if score, ok := scores[q.score]; ok {
		f.Score = &score
	}
	if q.opponent != "" {
		f.Against = new(opponentOf(q.opponent))
	}
	return f
}

// filtered reports whether a query selects only some of a player's games.
func (q query) filtered() bool { return q.opponent != "" || q.score != "" || q.opening != "" }

// opponentOf decodes what valueOf writes.
func opponentOf(value string) history.Opponent {
	if level, ok := character.Parse(value); ok {
		return history.Opponent{Level: level}
	}
	return history.Opponent{Player: id.Player(value), Human: true}
}

// valueOf encodes an opponent for options and controls: a character's level or a player's id.
func valueOf(o history.Opponent) string {
	if !o.Human {
		return o.Level.Digit()
	}
	return string(o.Player)
}

// nameOf names an opponent without a mention, unless a player's name is not known.
func nameOf(r *view.Reader, o history.Opponent) string {
	switch {
	case !o.Human:
		return r.Character(o.Level)
	case o.Player == "":
		return r.Text("seat.gone")
	}
	return cmp.Or(locale.Plain(o.Name, 32), "<@"+string(o.Player)+">")
}

// queryOf reads the query from a command's options. It fails with errOpponent or errOpening for a name that is not
// known.
func (f *past) queryOf(ctx context.Context, r *interaction.Request) (query, error) {
	q := query{of: listedPlayer(r), score: r.Options["result"]}
	if _, ok := scores[q.score]; !ok {
		q.score = ""
	}
	if text := r.Options["opponent"]; text != "" {
		met, err := f.opponentChoices(ctx, r)
		if err != nil {
			return q, err
		}
		i := slices.IndexFunc(met, func(c discord.Choice) bool { return c.Value == strings.Trim(text, "<@!>") })
		if i < 0 { // not chosen but typed; a name may look like another's value
			i = slices.IndexFunc(met, func(c discord.Choice) bool { return strings.EqualFold(c.Name.Default, text) })
		}
		if i < 0 {
			return q, errOpponent
		}
		q.opponent = met[i].Value
	}
	if text := r.Options["opening"]; text != "" {
		all := record.Openings()
		l := f.Readers.For(r).Style().Language
		i := slices.IndexFunc(all, func(o record.Opening) bool {
			return o.Code == text || strings.EqualFold(view.OpeningName(o, l), text)
		})
		if i < 0 {
			return q, errOpening
		}
		q.opening = all[i].Code
	}
	return q, nil
}

// listedPlayer returns the player whose games are asked for.
func listedPlayer(r *interaction.Request) id.Player {
	return cmp.Or(id.Player(r.Options["player"]), r.Player)
}

// opponentChoices returns, as choices, the opponents in the listed player's games that the asking user may see.
func (f *past) opponentChoices(ctx context.Context, r *interaction.Request) (all []discord.Choice, err error) {
	characters, people, err := f.History.Records(ctx, archive.Asker(r), listedPlayer(r))
	if err != nil {
		return nil, err
	}
	reader := f.Readers.For(r)
	for _, one := range slices.Concat(people, characters) {
		name := locale.Visible(one.Name, 60)
		switch {
		case !one.Human:
			name = reader.Character(one.Level)
		case one.Player == "":
			continue // no player to name
		case strings.TrimSpace(locale.Plain(one.Name, 60)) == "":
			name = string(one.Player)
		}
		all = append(all, discord.Choice{Name: discord.Text{Default: name}, Value: valueOf(one.Opponent)})
	}
	return all, nil
}

// complete offers the opponents whom the player has met, and the openings of their games.
func (f *past) complete(ctx context.Context, r *interaction.Request) (all []discord.Choice, err error) {
	switch r.Interaction.Focused {
	case "opponent":
		all, err = f.opponentChoices(ctx, r)
	case "opening":
		var codes []string
		codes, err = f.History.Openings(ctx, archive.Asker(r), listedPlayer(r))
		l := f.Readers.For(r).Style().Language
		for _, code := range codes {
			if o, ok := record.OpeningOf(code); ok {
				all = append(all, discord.Choice{Name: discord.Text{Default: view.OpeningName(o, l)}, Value: code})
			}
		}
	}
	typed := strings.ToLower(r.Options[r.Interaction.Focused])
	all = slices.DeleteFunc(all, func(c discord.Choice) bool {
		return !strings.Contains(strings.ToLower(c.Name.Default), typed)
	})
	return all[:min(len(all), discord.MaxOptions)], err
}
