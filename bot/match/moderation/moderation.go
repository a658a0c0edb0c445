// Package moderation carries out and records moderators' decisions about games, for the features that offer them.
//
// Out of scope: who moderates; the caller checks that.
package moderation

import (
	"context"
	"errors"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/start"
)

// Moderator carries out decisions of moderators.
type Moderator struct {
	Matches    *match.Service
	Challenges *challenge.Service
	Guilds     *guild.Service
}

// ofChallenge is the suffix of acts about a challenge, which is no game. It never changes: records contain it.
const ofChallenge = ".challenge"

// Rule decides about a match or challenge, records the decision under the name of the act and confirms it; the card
// shows it.
func (m *Moderator) Rule(ctx context.Context, r *interaction.Request, of id.Match, act string,
	ruling match.Ruling) (interaction.Response, error) {
	by := start.Actor(r, match.FromCommand)
	change, err := m.Matches.Rule(ctx, by, of, ruling)
	channel := change.Match.Channel
	if errors.Is(err, match.ErrNoMatch) {
		var called challenge.Change
		called, err = m.Challenges.Rule(ctx, by, of, ruling)
		channel, act = called.Challenge.Channel, act+ofChallenge
	}
	if err != nil {
		return interaction.Response{}, err
	}
	err = m.Guilds.Record(ctx, guild.Entry{Guild: r.Guild, Channel: channel, Subject: of, By: r.Player, Act: act})
	if err != nil { // the moderator is recorded with the match as well
		r.Log.Error("cannot record a moderation", "act", act, "subject", of, "err", err)
	}
	r.Log.Info("moderated", "act", act, "subject", of)
	return interaction.Say(r.Text.Text("moderate.done." + act)), nil
}
