package challenge

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/bot/match"
)

// Latest returns the open match in a channel, else the match or waiting challenge that changed last; match.ErrNoMatch
// if there is none.
func (s *Service) Latest(ctx context.Context, channel id.Channel) (id.Subject, error) {
	m, err := s.matches.Latest(ctx, channel)
	if err != nil && !errors.Is(err, match.ErrNoMatch) || err == nil && m.Status == match.Open {
		return m.Subject(), err
	}
	waiting, failed := s.InChannel(ctx, channel)
	if failed != nil {
		return id.Subject{}, failed
	}
	latest, touched := m.Subject(), m.Touched
	for i := range waiting {
		if one := &waiting[i]; err != nil || one.Touched.After(touched) {
			latest, touched, err = one.Subject(), one.Touched, nil
		}
	}
	return latest, err
}

// LatestMatch returns the open match of a channel, else the last one. If there are only challenges it returns
// ErrUnanswered.
func (s *Service) LatestMatch(ctx context.Context, channel id.Channel) (match.Match, error) {
	m, err := s.matches.Latest(ctx, channel)
	if errors.Is(err, match.ErrNoMatch) {
		if waiting, lookErr := s.InChannel(ctx, channel); lookErr == nil && len(waiting) > 0 {
			return m, ErrUnanswered
		}
	}
	return m, err
}

// InUse reports whether a channel has an open match or a waiting challenge.
func (s *Service) InUse(ctx context.Context, channel id.Channel) (bool, error) {
	_, err := s.matches.InChannel(ctx, channel)
	if err == nil || !errors.Is(err, match.ErrNoMatch) {
		return err == nil, err
	}
	waiting, err := s.InChannel(ctx, channel)
	return len(waiting) > 0, err
}
