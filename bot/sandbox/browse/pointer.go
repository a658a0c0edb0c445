package browse

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// dragSteps is the number of move events of a drag.
const dragSteps = 4

// Drag drags with the mouse from the center of one element to the center of another. during, if not nil, is called
// before the button is released.
func (p *Page) Drag(from, to string, during func()) {
	p.t.Helper()
	p.drag(from, to, during, func(phase int, x, y float64) chromedp.Action[chromedp.Void] {
		kind := [...]input.DispatchMouseEventType{chromedp.MousePressed, chromedp.MouseMoved,
			chromedp.MouseReleased}[phase]
		return chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	})
}

// TouchDrag drags like Drag with a finger.
func (p *Page) TouchDrag(from, to string, during func()) {
	p.t.Helper()
	p.drag(from, to, during, func(phase int, x, y float64) chromedp.Action[chromedp.Void] {
		kind := [...]input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart,
			input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd}[phase]
		if phase == 2 {
			return touch(kind)
		}
		return touch(kind, &input.TouchPoint{X: x, Y: y})
	})
}

func touch(kind input.DispatchTouchEventType, on ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if on == nil {
			on = []*input.TouchPoint{}
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent,
			input.DispatchTouchEventParams{Type: kind, TouchPoints: on})
		return err
	})
}

// Finger is a finger on the screen, on the middle of an element.
type Finger struct {
	ID int
	On string // a CSS selector
}

// What Fingers do.
const (
	Down   = "touchStart"
	Move   = "touchMove"
	Up     = "touchEnd"
	Cancel = "touchCancel"
)

// Fingers has fingers do something; those that are down already are named again until they are lifted.
func (p *Page) Fingers(kind string, all ...Finger) {
	p.t.Helper()
	var on []*input.TouchPoint
	for _, f := range all {
		x, y := p.center(f.On)
		on = append(on, &input.TouchPoint{X: x, Y: y, ID: new(float64(f.ID))})
	}
	p.do(touch(input.DispatchTouchEventType(kind), on...))
}

// RightClick presses the right button of the mouse on an element; while the left one is down, too.
func (p *Page) RightClick(selector string) {
	p.t.Helper()
	x, y := p.center(selector)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
}

// drag sends the pointer events of a drag: phase 0 down, 1 move, 2 up.
func (p *Page) drag(from, to string, during func(),
	event func(phase int, x, y float64) chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	x0, y0 := p.center(from)
	x1, y1 := p.center(to)
	p.do(event(0, x0, y0))
	for i := 1; i <= dragSteps; i++ {
		t := float64(i) / dragSteps
		p.do(event(1, x0+(x1-x0)*t, y0+(y1-y0)*t))
	}
	if during != nil {
		during()
	}
	p.do(event(2, x1, y1))
}

// center returns an element's center in CSS pixels of the viewport.
func (p *Page) center(selector string) (x, y float64) {
	p.t.Helper()
	p.Wait(fmt.Sprintf("document.querySelector(%q)", selector))
	at := Eval[[]float64](p,
		fmt.Sprintf(
			`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`,
			selector))
	return at[0], at[1]
}
