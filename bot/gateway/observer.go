package gateway

import "time"

// Observer is what measures a connection. Each function is called from the
// goroutine in which the thing happened and must return at once; nil ones are
// passed over.
type Observer struct {
	// Sent is told of each request: its kind (never with ids or tokens in it), the
	// HTTP status, 0 where no answer came, and how long it took.
	Sent func(kind string, status int, took time.Duration)
	// Linked and Lost are told when events begin to come in and when they end.
	Linked, Lost func()
	// Identified and Resumed are told which way a connection began.
	Identified, Resumed func()
}

func (o *Observer) sent(kind string, status int, took time.Duration) {
	if o.Sent != nil {
		o.Sent(kind, status, took)
	}
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func (o *Observer) linkMade()   { call(o.Linked) }
func (o *Observer) linkLost()   { call(o.Lost) }
func (o *Observer) identified() { call(o.Identified) }
func (o *Observer) resumed()    { call(o.Resumed) }
