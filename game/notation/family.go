package notation

import "slices"

// Family is a way of writing moves.
type Family uint8

const (
	// Auto means no preference: all families are equal in reading, and writing uses Coordinates.
	Auto        Family = iota
	Coordinates        // h2e2
	WXF                // C2=5, of the world federation
	Chinese            // simplified characters
	Traditional        // traditional characters
	Vietnamese         // P2-5
)

var familyNames = [...]string{"auto", "coordinates", "wxf", "zh", "zh-hant", "vi"}

// String returns a short name in lower case.
func (f Family) String() string {
	if int(f) < len(familyNames) {
		return familyNames[f]
	}
	return "unknown"
}

// ParseFamily reads what String writes.
func ParseFamily(t string) (Family, bool) {
	i := slices.Index(familyNames[:], t)
	return Family(max(i, 0)), i >= 0
}
