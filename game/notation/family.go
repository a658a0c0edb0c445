package notation

// Family is one way to write moves.
type Family uint8

const (
	// Auto is no preference: in reading all families are equals, in writing it
	// is Coordinates.
	Auto        Family = iota
	Coordinates        // h2e2
	WXF                // C2=5, of the world federation
	Chinese            // simplified characters
	Traditional        // characters
	Vietnamese         // P2-5
)

var familyNames = [...]string{"auto", "coordinates", "wxf", "zh", "zh-hant", "vi"}

// String is a short name in lower case.
func (f Family) String() string {
	if int(f) < len(familyNames) {
		return familyNames[f]
	}
	return "unknown"
}

// ParseFamily reads what String writes.
func ParseFamily(t string) (Family, bool) {
	for f, name := range familyNames {
		if name == t {
			return Family(f), true
		}
	}
	return Auto, false
}
