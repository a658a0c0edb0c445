package store

import "context"

// Listener is notified of every change of a kind C.
type Listener[C any] struct {
	// InTx runs in the transaction of the change, and again if that is retried: short SQL, no network, engine or
	// memory. An error rolls the change back.
	InTx func(context.Context, Tx, *C) error
	// After runs once in the process that committed, and is lost if that process ends first: it may only wake, count,
	// or clear temporary data.
	After func(context.Context, *C)
}

// Listeners are notified in their order. The zero value has none.
type Listeners[C any] struct{ all []Listener[C] }

// Listen adds listeners, before the first change.
func (l *Listeners[C]) Listen(all ...Listener[C]) { l.all = append(l.all, all...) }

// InTx passes a change to the listeners' InTx.
func (l *Listeners[C]) InTx(ctx context.Context, tx Tx, c *C) error {
	for _, one := range l.all {
		if one.InTx == nil {
			continue
		}
		if err := one.InTx(ctx, tx, c); err != nil {
			return err
		}
	}
	return nil
}

// After passes a change to the listeners' After.
func (l *Listeners[C]) After(ctx context.Context, c *C) {
	for _, one := range l.all {
		if one.After != nil {
			one.After(ctx, c)
		}
	}
}
