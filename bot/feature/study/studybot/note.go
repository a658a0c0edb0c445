package studybot

import (
	"context"
	"strings"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/game"
	"yeye/game/record"
)

// maxNote is the maximum length of a comment, in characters: the limit of a modal's field.
const maxNote = 4000

// askNote opens the modal in which the owner writes the comment on the board's position.
func (s *studies) askNote(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	at, err := s.ownersPlace(ctx, r, c)
	if err != nil {
		return interaction.Response{}, err
	}
	if utf8.RuneCountInString(at.Annotation.Comment) > maxNote { // the modal would cut it
		return interaction.Say(r.Text.Text("study.note.long")), nil
	}
	return interaction.Response{Modal: &discord.Modal{CustomID: discord.ControlID{Action: actionSaid, ID: c.ID,
		Turn: c.Turn}.String(),
		Title: r.Text.Text(at.NoteLabel()), Label: r.Text.Text("study.note.label"), Value: at.Annotation.Comment,
		MaxLength: maxNote, Lines: true, Optional: true}}, nil
}

// submitNote stores the comment of the submitted modal. An empty one removes the comment.
func (s *studies) submitNote(
	ctx context.Context,
	r *interaction.Request,
	c discord.ControlID,
) (interaction.Response, error) {
	text := strings.Join(r.Interaction.Values, "\n")
	made, err := s.rewrite(ctx, start.Actor(r, match.FromCard), r, c, func(at *record.Cursor) bool {
		at.SetComment(text)
		return true
	})
	if err != nil {
		return s.noteRefused(r, text, err)
	}
	return s.Cards.Show(r, &made.Match, game.NoSquare), nil
}

// noteRefused says why a comment was not stored, and returns its whole text to copy, because the closed modal no longer
// has it.
func (s *studies) noteRefused(r *interaction.Request, text string, err error) (interaction.Response, error) {
	why, known := s.Readers.For(r).Refusal(err)
	if a, ok := refusals.Answer(r, err); ok {
		why, known = a.Private.Content, true
	}
	if !known || text == "" {
		return interaction.Response{}, err
	}
	m := discord.Message{Content: why + "\n```\n" + text + "\n```"}
	if utf8.RuneCountInString(m.Content) > discord.MaxContent || strings.Contains(text, "```") {
		file := discord.File{Name: "comment.txt", ContentType: "text/plain; charset=utf-8", Data: []byte(text)}
		m = discord.Message{Content: why, Files: []discord.File{file}}
	}
	return interaction.Answer(m), nil
}
