package browse

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// steps is in how many moves a pointer comes to where it goes.
const steps = 4

// Drag drags with the mouse from the middle of one element to that of another. during, if not nil, is called on the
// way.
func (p *Page) Drag(from, to string, during func()) {
	p.t.Helper()
	p.way(from, to, during, func(phase int, x, y float64) chromedp.Action[chromedp.Void] {
		kind := [...]input.DispatchMouseEventType{chromedp.MousePressed, chromedp.MouseMoved,
			chromedp.MouseReleased}[phase]
		return chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1))
	})
}

// TouchDrag drags like Drag with a finger.
func (p *Page) TouchDrag(from, to string, during func()) {
	p.t.Helper()
	p.way(from, to, during, func(phase int, x, y float64) chromedp.Action[chromedp.Void] {
		e := input.DispatchTouchEventParams{TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
		e.Type = [...]input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart,
			input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd}[phase]
		if phase == 2 {
			e.TouchPoints = []*input.TouchPoint{}
		}
		return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
			return err
		})
	})
}

// way sends the events of a pointer: 0 down, 1 moved, 2 up.
func (p *Page) way(from, to string, during func(), event func(phase int, x, y float64) chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	x0, y0 := p.middle(from)
	x1, y1 := p.middle(to)
	p.do(event(0, x0, y0))
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		p.do(event(1, x0+(x1-x0)*t, y0+(y1-y0)*t))
	}
	if during != nil {
		during()
	}
	p.do(event(2, x1, y1))
}

// middle returns the middle of an element in the window.
func (p *Page) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.Wait(fmt.Sprintf("document.querySelector(%q)", selector))
	at := Eval[[]float64](p,
		fmt.Sprintf(`(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(%q).getBoundingClientRect())`, selector))
	return at[0], at[1]
}
