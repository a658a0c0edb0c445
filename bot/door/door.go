// Package door declares, for every entry point, who may use it and who sees the result. Every command,
// component, typed word and job declares its door where it is defined, and a program with an entry point without a door
// does not start.
//
// Out of scope: the checks themselves.
package door

// Who may use an entry point. The zero Who means a forgotten declaration, and admits no one.
type Who uint8

const (
	_                Who = iota
	Anybody              // any user who can see the control or the command
	Starters             // start or join a game: the bot can show a board here, and they are not barred from playing
	Joiners              // join a game that has its channel already: they are not barred from playing
	Returners            // continue a game of theirs here, even if barred since: the bot can show a board here
	Participants         // players or members of the subject; its service checks, in the transaction that changes it
	Directors            // directors of the subject, and their helpers; its service checks likewise
	Moderators           // manage messages here
	MemberModerators     // may time members of the server out
	Managers             // manage the server
	Clock                // no user: a job is due
)

// Audience is who sees the result. The zero Audience means a forgotten declaration. Cards do not count: a card shows a
// game where the game is.
type Audience uint8

const (
	_         Audience = iota
	Alone              // only the user, or the recipient of a job's direct message
	Everybody          // everyone here; whether the user may have the bot post is checked first
	Either             // it depends; the same is checked for a public message before it is posted
)

// Door is the door of one command, component, typed word or job. The zero Door is an error when the features are
// joined.
type Door struct {
	Who      Who
	Audience Audience
	Feature  string // the feature it belongs to, if a server can switch that off; set when the features are joined
}

// Alone returns the door of an entry point whose result only the user sees.
func (w Who) Alone() Door { return Door{Who: w, Audience: Alone} }

// Everybody returns the door of an entry point whose result everyone here sees.
func (w Who) Everybody() Door { return Door{Who: w, Audience: Everybody} }

// Either returns the door of an entry point whose result is sometimes public.
func (w Who) Either() Door { return Door{Who: w, Audience: Either} }

// Declared reports whether the door has both a Who and an Audience.
func (d Door) Declared() bool { return d.Who != 0 && d.Audience != 0 }

// Post is the door checked before a public message of an Either door.
var Post = Anybody.Everybody()

// ChecksPost reports whether a public message must pass [Post] first. Participants' results need not: they are posted
// where the game is played, which was checked at its start.
func (d Door) ChecksPost() bool { return d.Audience == Either && d.Who != Participants }
