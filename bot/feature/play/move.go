package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"yeye/bot/discord"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/game/notation"
)

func playOptions(t interaction.Texts) []discord.CommandOption {
	return []discord.CommandOption{start.CharacterOption(t, "play", "opponent"), start.GameOption(t, "play"),
		start.SideToMoveOption(t, "play"), start.OddsOption(t, "play"), start.PositionOption(t, "play"),
		start.ClockOption(t, "play", start.AnyClock)}
}

func moveOptions(t interaction.Texts) []discord.CommandOption {
	text := t.Typed("move", "text", maxLinesText)
	text.Required, text.Autocomplete = true, true
	return []discord.CommandOption{text}
}

// move handles /move: it plays the move in the game here, or else in what its author is solving.
func (p *play) move(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	text := r.Options["text"]
	a, err := p.moveHere(ctx, r, text)
	if toSolver, lookErr := p.meantForSolver(ctx, r, notation.Parse(text), err); toSolver || lookErr != nil {
		if a, solving, err := p.answerSolver(ctx, r, notation.Parse(text)); solving || err != nil {
			return a, err
		}
	}
	if errors.Is(err, match.ErrNoMatch) { // their game is in another channel
		if a, ok := p.Start.OfferTransfer(ctx, r); ok {
			return a, nil
		}
	}
	return a, err
}

func (p *play) moveHere(ctx context.Context, r *interaction.Request, text string) (interaction.Response, error) {
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if errors.Is(err, match.ErrNoMatch) {
		if a, solving, err := p.answerSolver(ctx, r, notation.Parse(text)); solving || err != nil {
			return a, err
		}
	}
	if err != nil {
		last, latestErr := p.Matches.Latest(ctx, r.Channel)
		if latestErr == nil && last.Status == match.Adjourned && last.Voted() { // a voter has no seat
			return interaction.Response{}, last.NotOpen()
		}
		return interaction.Response{}, p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	w := p.Readers.For(r)
	if m.Voted() {
		return p.vote(ctx, r, &m, text)
	}
	if given, ok := parseLines(w, &m, text); ok {
		return p.setLines(ctx, r, &m, text, given)
	}
	if mayPremove(&m, r.Player) {
		ahead := m.NullMovePosition()
		if a, ok := answerPieceMoves(w, &ahead, view.Premovable(&ahead), text,
			func(s game.Square) []discord.Row { return view.PremoveRows(w.Words, &m, s, "") }); ok {
			return a, nil
		}
		if a, err := p.setPremove(ctx, r, notation.Parse(text), match.FromCommand); !errors.Is(err, match.ErrYourTurn) {
			return a, err
		} // the opponent has moved in between
	}
	if a, ok := answerPieceMoves(w, m.Board(), view.Choices(&m), text,
		func(s game.Square) []discord.Row { return view.MoveRows(w.Words, &m, s, "") }); ok {
		return a, nil
	}
	c, err := p.Matches.Move(ctx, start.Actor(r, match.FromCommand), r.Channel, notation.Parse(text), w.Notation())
	if err != nil {
		return interaction.Response{}, p.Matches.NoMatchError(ctx, r.Channel, r.Player, err)
	}
	return interaction.ShowCard(c.Match.Subject()), nil
}

// vote casts a vote for the move of /move.
func (p *play) vote(ctx context.Context, r *interaction.Request, m *match.Match,
	text string) (interaction.Response, error) {
	if m.Seats[m.ToMove()].Team == match.NoTeam {
		return interaction.Response{}, match.ErrNotYourTurn
	}
	cast, err := p.Ballot.In(ctx, m.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	w, at := p.Readers.For(r), m.Game.Position()
	if one, ok := pieceByLabel(w, at, view.Movable(at), text); ok {
		return cast(ctx, r, m, game.NoMove, one.From)
	}
	move, err := notation.Parse(text).Move(at, w.Notation())
	if err != nil {
		return interaction.Response{}, &match.MoveError{Text: text, Turn: m.ToMove(), Err: err, Position: at}
	}
	return cast(ctx, r, m, move, game.NoSquare)
}

// pieceByLabel returns the movable piece of a label or a point, such as "a0".
func pieceByLabel(w *view.Reader, p notation.Board, movable []view.Mover, text string) (view.Mover, bool) {
	i := slices.IndexFunc(movable, func(one view.Mover) bool {
		return text == one.From.String() || text == w.PieceAt(p, one.From)
	})
	if i < 0 {
		return view.Mover{}, false
	}
	return movable[i], true
}

// answerPieceMoves answers a text that is the label of a piece, and not a move, with menus of that piece's moves.
func answerPieceMoves(w *view.Reader, p notation.Board, movable []view.Mover, text string,
	rows func(game.Square) []discord.Row) (interaction.Response, bool) {
	one, ok := pieceByLabel(w, p, movable, text)
	if !ok {
		return interaction.Response{}, false
	}
	a := interaction.SayPostable(w.Text("move.which", locale.Args{"Piece": w.OnBoard(p, one.From),
		"From": w.Place(p.Turn(), one.From), "Candidates": w.Listed(p, one.Moves)}))
	a.Private.Rows = rows(one.From)
	return a, true
}

// completeMove is the autocomplete of /move. It offers the pieces that can move, a piece's moves once its point is
// typed, and otherwise the moves that match the text. A player who is not to move is offered premoves, a user without a
// game here the moves of the task or puzzle that they are solving, and others nothing.
func (p *play) completeMove(ctx context.Context, r *interaction.Request) ([]discord.Choice, error) {
	choices := []discord.Choice{}
	at, movable := p.completionBoard(ctx, r)
	if len(movable) == 0 {
		return choices, nil
	}
	w := p.Readers.For(r)
	add := func(name, value string) {
		if len(choices) < discord.MaxOptions {
			choices = append(choices, discord.Choice{Name: discord.Text{Default: name}, Value: value})
		}
	}
	typed := fold(r.Options["text"])
	if typed == "" {
		for _, one := range movable {
			add(w.PieceAt(at, one.From)+" · "+w.Text("control.piece.moves", locale.Args{"Count": len(one.Moves)}),
				one.From.String())
		}
		return choices, nil
	}
	if i := slices.IndexFunc(movable, func(one view.Mover) bool { return one.From.String() == typed }); i >= 0 {
		movable = movable[i : i+1] // h2 means the piece there, although it is also the start of H2+3
	}
	for _, one := range movable {
		piece := fold(w.PieceAt(at, one.From))
		for _, move := range one.Moves {
			label := moveLabel(w, at, move)
			if strings.HasPrefix(fold(label), typed) || strings.Contains(piece, typed) ||
				strings.HasPrefix(move.String(), typed) || matchesNotation(at, move, typed) {
				add(label, move.String())
			}
		}
	}
	if len(choices) == 0 { // a notation that filtering by prefix does not know
		if move, err := notation.Read(at, r.Options["text"], w.Notation()); err == nil {
			add(moveLabel(w, at, move), move.String())
		}
	}
	return choices, nil
}

// completionBoard returns the board on which /move would play, and the pieces that can move there.
func (p *play) completionBoard(ctx context.Context, r *interaction.Request) (notation.Board, []view.Mover) {
	solving := func() (notation.Board, []view.Mover) {
		at, ok, err := p.solverBoard(ctx, r)
		if err != nil || !ok {
			return nil, nil
		}
		return at, view.Movable(at)
	}
	m, err := p.Matches.InChannel(ctx, r.Channel)
	if err != nil {
		return solving()
	}
	side, seated := m.SeatOf(r.Player)
	switch {
	case !seated && m.Seats[side].Team == match.NoTeam: // the side to move
		return solving()
	case m.Hidden(), m.AsksForWord() && !m.MayDeclineByMoving(), side != m.ToMove() && !m.Mode.Premoves():
		return nil, nil
	case side != m.ToMove(): // a premove
		ahead := m.NullMovePosition()
		return &ahead, view.Premovable(&ahead)
	}
	return m.Board(), view.Choices(&m)
}

// moveLabel writes a move as the list of /move shows it: in the reader's notation, with what it captures.
func moveLabel(w *view.Reader, p notation.Board, m game.Move) string {
	label := w.Short(p, m)
	if taken := p.At(m.To()); taken != game.NoPiece {
		name := w.PieceWritten(taken)
		if words.FaceDown(p, m.To()) {
			name = w.OnBoard(p, m.To())
		}
		label += " × " + name
	}
	return label
}

// matchesNotation reports whether the move, written in any notation, starts with the typed text.
func matchesNotation(p notation.Board, m game.Move, typed string) bool {
	for _, f := range []notation.Family{notation.WXF, notation.Chinese, notation.Traditional, notation.Vietnamese} {
		if strings.HasPrefix(fold(notation.Write(p, m, f)), typed) {
			return true
		}
	}
	return false
}

// fold normalizes a text for comparison: lower case, without blanks and dashes.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(text)))
}
