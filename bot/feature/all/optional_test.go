package all

import (
	"slices"
	"testing"

	"yeye/bot/services"
)

// The features that can be switched off are those that say so.
func TestOptional(t *testing.T) {
	var said []string
	for _, f := range Features(new(services.All)) {
		if f.Optional {
			said = append(said, f.Name)
		}
	}
	if !slices.Equal(said, optional) {
		t.Errorf("features say %q, the list is %q", said, optional)
	}
}
