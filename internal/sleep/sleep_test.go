package sleep_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"yeye/internal/sleep"
)

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		if err := sleep.For(t.Context(), time.Minute); err != nil || time.Since(begun) != time.Minute {
			t.Errorf("waited %v: %v", time.Since(begun), err)
		}
		if err := sleep.For(t.Context(), -time.Minute); err != nil || time.Since(begun) != time.Minute {
			t.Errorf("a negative pause ended after %v: %v", time.Since(begun), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := sleep.For(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("ended with %v, want that the context ends it", err)
		}
		if err := sleep.For(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("no pause ended with %v, want the context's end", err)
		}
	})
}

func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, n := time.Now(), 0
		ctx, cancel := context.WithCancel(t.Context())
		for range sleep.Every(ctx, time.Second) {
			if n++; n == 3 {
				cancel()
			}
		}
		if n != 3 || time.Since(begun) != 3*time.Second {
			t.Errorf("%d times in %v, want 3 in 3s", n, time.Since(begun))
		}
		cancel()
		for range sleep.Every(t.Context(), time.Second) {
			break
		}
		if time.Since(begun) != 4*time.Second {
			t.Errorf("left after %v, want 4s", time.Since(begun))
		}
	})
}
