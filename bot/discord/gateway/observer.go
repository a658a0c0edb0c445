package gateway

// Observer is what measures a connection. Each function is called from the goroutine in which the thing happened and must return
// at once; nil ones are skipped.
type Observer struct {
	// Connected and Disconnected are called when events begin to come in and when they end.
	Connected, Disconnected func()
	// Identified and Resumed are called by the way a connection began.
	Identified, Resumed func()
	// ContentRefused is called once, when Discord no longer grants the Message Content intent and the connection goes on without it.
	ContentRefused func()
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func (o *Observer) connected()      { call(o.Connected) }
func (o *Observer) disconnected()   { call(o.Disconnected) }
func (o *Observer) identified()     { call(o.Identified) }
func (o *Observer) resumed()        { call(o.Resumed) }
func (o *Observer) contentRefused() { call(o.ContentRefused) }
