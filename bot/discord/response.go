package discord

// ResponseKind is the kind of an interaction's first response. The numbers are Discord's.
type ResponseKind int

const (
	RespondMessage ResponseKind = 4 // posts a message
	DeferMessage   ResponseKind = 5 // promises one
	DeferUpdate    ResponseKind = 6 // acknowledges a control; nothing changes yet
	RespondUpdate  ResponseKind = 7 // changes the message with the control
	RespondChoices ResponseKind = 8 // offers choices while an option is typed
	RespondModal   ResponseKind = 9 // opens a form
)
