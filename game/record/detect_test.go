package record

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Files attached by mistake are named by their kind.
func TestForeignFiles(t *testing.T) {
	zeros := strings.Repeat("\x00", 64)
	for head, want := range map[string]string{
		"PK\x03\x04\x14" + zeros: "ZIP", "%PDF-1.7\n": "PDF", "\x89PNG\r\n\x1a\n" + zeros: "PNG", "\xff\xd8\xff\xe0" + zeros: "JPEG", "GIF89a" + zeros: "GIF",
		"\xd0\xcf\x11\xe0" + zeros: "Word", "MZ\x90\x00" + zeros: "EXE", "{\\rtf1 1. C2=5}": "RTF", "\x00\x01\x02": "", "che\x03\x00": "",
	} {
		var foreign *Foreign
		if _, err := Open([]byte(head)); !errors.As(err, &foreign) || foreign.Kind != want {
			t.Errorf("%q: %v, want %q", head[:5], err, want)
		}
	}
	if _, err := Open([]byte("GIF of 1. h2e2")); errors.As(err, new(*Foreign)) {
		t.Errorf("text is taken for a picture: %v", err)
	}
}

// A tree of any shape takes time linear in its length.
func TestHostileTrees(t *testing.T) {
	there := []string{"h0g2", "h9g7", "g2h0", "g7h9"}
	for name, flags := range map[string]byte{"one line": 0xf0, "forks without end": 0xff, "one fork": 0x0f} {
		var b strings.Builder
		b.WriteString(xqfRoot)
		for i := range MaxSize/8 - 200 {
			b.WriteString(xqfStep(there[i%4], flags))
		}
		began := time.Now()
		_, err := Read(xqfMoves(b.String()))
		if took := time.Since(began); took > 20*time.Second { // a quadratic reader would take minutes
			t.Errorf("%s took %s", name, took)
		}
		if name != "one fork" && !errors.Is(err, ErrTooBig) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The depth of nested variations is limited.
func TestDeepTree(t *testing.T) {
	deep := func(n int) []byte {
		var b strings.Builder
		b.WriteString(xqfRoot)
		for range n {
			b.WriteString(xqfStep("h2e2", 0xf0) + xqfStep("h9g7", 0xff) + xqfStep("h0g2", 0))
			b.WriteString(xqfStep("b9c7", 0xf0)) // the alternative to the reply
			b.WriteString(xqfStep("e2h2", 0xf0) + xqfStep("c7b9", 0xf0))
		}
		return xqfMoves(b.String() + xqfStep("i0i1", 0))
	}
	if r, err := Read(deep(MaxDepth)); err != nil || len(r.Line) != 3 {
		t.Errorf("%d deep: %v", MaxDepth, err)
	}
	if _, err := Read(deep(MaxDepth + 1)); !errors.Is(err, ErrTooBig) {
		t.Errorf("deeper: %v", err)
	}
}
