package gateway

// Observer receives events and durations of a connection, for metrics. Each function is called from the goroutine of
// the event and must return at once; nil ones are skipped.
type Observer struct {
	// Connected and Disconnected are called when events begin to arrive and when they end.
	Connected, Disconnected func()
	// Identified or Resumed is called when a connection began, by the way it began.
	Identified, Resumed func()
	// ContentRefused is called once, when Discord no longer grants the Message Content intent and the gateway connects
	// without it.
	ContentRefused func()
}

// call calls a function of an observer.
func call(f func()) {
	if f != nil {
		f()
	}
}
