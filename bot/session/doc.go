// Package session is the table at which a game is played: who sits where, whose
// turn it is, what has been offered, and what happens next. [Service] is the one
// door through which players, controls and the engine change a [Session]; every
// command takes values and returns the session as it then stands.
//
// Three counters keep the world in order:
//
//   - Rev rises with every change. The store accepts a change only on top of the
//     revision it was made from, so two processes cannot both win.
//   - Turn rises with every change of the position (a move, a takeback) and never
//     falls. Controls and engine answers carry the turn they were made for; what
//     no longer fits is refused with [ErrStale].
//   - The id of the event that asked for a change is stored with the change
//     itself: an event that is delivered twice is answered with [ErrSeen] and
//     changes nothing.
//
// Clocks charge a person from the board being seen ([Service.Shown]) to the time
// their answer carries ([Origin]), never for what the bot was slow or away for; see
// [Clock].
//
// A change is durable before anybody sees it.
//
// What may not enter: Discord (a [Place] is opaque), text for players (package
// locale says the errors), timers (a session says what is due and when, package
// agenda does it), thinking.
package session
