// Package door says of whatever people or the clock can set going who may come in, and who sees what comes of it. Every command,
// component, typed word and job declares its door where it is declared itself, and a program with one that has none does not start.
//
// What may not enter: anything. Who asks at a door, and how, is elsewhere.
package door

// Who may come in. The zero Who is nobody: a door that was forgotten.
type Who uint8

const (
	_            Who = iota
	Anybody          // who can see the control or the command
	Starters         // begin or join a game: the bot can show a board here, and they are not barred from playing
	Joiners          // join a game that is somewhere already: they are not barred from playing
	Participants     // of what it is about; its service asks, in the transaction that changes it
	Directors        // of what it is about, and their helpers; its service asks likewise
	Moderators       // manage messages here
	Wardens          // decide about members of the server
	Managers         // manage the server
	Clock            // nobody: a job is due
)

// Audience is who sees what comes of it. The zero Audience is nobody: a door that was forgotten. A card is none of it: it shows a game
// where the game is.
type Audience uint8

const (
	_         Audience = iota
	Alone              // who came in, or whom a job tells in a direct message; nobody else gets a message
	Everybody          // here; it is asked before whether somebody may have the bot post that
	Either             // it depends; the same is asked about a message for everybody, before it is posted
)

// Door is the door of one command, component, typed word or job. The zero Door is refused where features and jobs are joined.
type Door struct {
	Who     Who
	Shows   Audience
	Feature string // whose it is, if a server can switch that off; known once features have been joined
}

// Alone returns the door to what only who comes in sees.
func (w Who) Alone() Door { return Door{Who: w, Shows: Alone} }

// Everybody returns the door to what everybody here sees.
func (w Who) Everybody() Door { return Door{Who: w, Shows: Everybody} }

// Either returns the door to what sometimes everybody sees.
func (w Who) Either() Door { return Door{Who: w, Shows: Either} }

// Declared reports whether the door says both who may come in and who sees what comes of it.
func (d Door) Declared() bool { return d.Who != 0 && d.Shows != 0 }

// Post is what is asked before a message for everybody that a door lets out sometimes.
var Post = Anybody.Everybody()

// Waits reports whether a message for everybody waits for the question of [Post]. What participants do is told where they play: it was
// asked when that began.
func (d Door) Waits() bool { return d.Shows == Either && d.Who != Participants }
