package seal

import (
	"encoding/binary"
	"errors"
	"testing"

	"yeye/game"
	"yeye/game/jieqi"
)

func example(t *testing.T) Opened {
	t.Helper()
	o := Opened{Terms: Terms{Match: "m1", Red: "1001", Black: "1002"}, Words: [2]Hash{Word("bamboo"), Word("老船长")}}
	for i := range o.Secret {
		o.Secret[i] = byte(i)
	}
	var err error
	if o.Commitment, err = ParseHash("a8a94ff6e9e59b9e2536c3ce905b340fa907ecbe8cecab6cd59a458093b0446c"); err != nil {
		t.Fatal(err)
	}
	if o.Deal, err = jieqi.ParseDeal("NRPCNAPCPPBRPAB/pbbacrnpapprcnp"); err != nil {
		t.Fatal(err)
	}
	return o
}

// The published example, which other implementations compute as well.
func TestVector(t *testing.T) {
	o := example(t)
	if c := Commit(o.Terms, o.Secret); c != o.Commitment {
		t.Errorf("commitment %s", c)
	}
	const want = "e8c1b3896a00d8fd7758677e7f699704a06090baf313cb98b574ae13958b3f97"
	k := Key(o.Terms, o.Secret, o.Words[0], o.Words[1])
	if k.String() != want {
		t.Errorf("key %s", k)
	}
	if d := Deal(k); d != o.Deal {
		t.Errorf("deal %s", d)
	}
	if err := o.Verify(); err != nil {
		t.Error(err)
	}
}

// Whatever is changed is found.
func TestChangesAreFound(t *testing.T) {
	for name, change := range map[string]struct {
		f    func(*Opened)
		want error
	}{
		"match":      {func(o *Opened) { o.Match = "m2" }, ErrCommitment},
		"red":        {func(o *Opened) { o.Red, o.Black = o.Black, o.Red }, ErrCommitment},
		"a bit":      {func(o *Opened) { o.Secret[31] ^= 1 }, ErrCommitment},
		"commitment": {func(o *Opened) { o.Commitment[0] ^= 128 }, ErrCommitment},
		"a word":     {func(o *Opened) { o.Words[0] = Word("Bamboo") }, ErrDeal},
		"the order":  {func(o *Opened) { o.Words[0], o.Words[1] = o.Words[1], o.Words[0] }, ErrDeal},
		"deal":       {func(o *Opened) { o.Deal[1][0], o.Deal[1][1] = o.Deal[1][1], o.Deal[1][0] }, ErrDeal},
	} {
		o := example(t)
		change.f(&o)
		if err := o.Verify(); !errors.Is(err, change.want) {
			t.Errorf("%s changed: %v", name, err)
		}
	}
}

// Of many deals every piece lies on every point about equally often (chi-square, 5 degrees of freedom for the six
// kinds).
func TestDealsAreUniform(t *testing.T) {
	const deals = 20_000
	var seen [2][15][8]int
	for n := range deals {
		var k Hash
		binary.BigEndian.PutUint64(k[:], uint64(n))
		d := Deal(k)
		if !d.Valid() {
			t.Fatalf("deal %d: %s", n, d)
		}
		for c := range d {
			for i, r := range d[c] {
				seen[c][i][r]++
			}
		}
	}
	full := jieqi.FullPool()
	for c := range seen {
		for i := range seen[c] {
			chi := 0.0
			for r := game.Advisor; r <= game.Pawn; r++ {
				want := deals * float64(full[r]) / 15
				diff := float64(seen[c][i][r]) - want
				chi += diff * diff / want
			}
			if chi > 27.8 { // one in 24 000 by chance, of 30 points
				t.Errorf("side %d point %d: chi-square %.1f, %v", c, i, chi, seen[c][i])
			}
		}
	}
}
