package tournament

import "testing"

// Names of all scripts fill the same number of columns.
func TestPadded(t *testing.T) {
	for name, want := range map[string]string{
		"Mei": "Mei   ", "Thảo": "Thảo  ", "Tha\u0309o": "Tha\u0309o  ", "王小明": "王小明", "王小明华": "王小… ", "a王小明": "a王小…", "😀": "😀    ", "abcdefgh": "abcde…", "": "      ",
	} {
		if got := padded(name, 6); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
