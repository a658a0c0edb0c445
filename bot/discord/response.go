package discord

// ResponseKind is what an interaction's first answer does. The numbers are Discord's.
type ResponseKind int

const (
	RespondMessage ResponseKind = 4 // posts a message
	DeferMessage   ResponseKind = 5 // promises one
	DeferUpdate    ResponseKind = 6 // acknowledges a control; nothing changes yet
	RespondUpdate  ResponseKind = 7 // changes the message that the control stands on
	RespondChoices ResponseKind = 8 // offers choices while an option is typed
	RespondForm    ResponseKind = 9 // opens a form
)
