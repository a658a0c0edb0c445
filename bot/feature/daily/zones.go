package daily

import (
	_ "embed"
	"strings"
	"time"
)

//go:embed zones.txt
var zonesText string

// zones are IANA names, one for each region; folded are the same in lower case with spaces, for searching.
var zones, folded = func() (names, folded []string) {
	names = strings.Fields(zonesText)
	for _, n := range names {
		folded = append(folded, foldZone(n))
	}
	return names, folded
}()

func foldZone(name string) string {
	return strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(name))
}

// commonZones are suggested before anything is typed.
var commonZones = []string{"Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Singapore", "Asia/Kuala_Lumpur",
	"Asia/Ho_Chi_Minh", "Asia/Bangkok", "Asia/Tokyo",
	"Europe/Berlin", "Europe/Paris", "Europe/London", "America/New_York", "America/Chicago", "America/Los_Angeles",
	"America/Toronto", "America/Vancouver", "America/Sao_Paulo", "Australia/Sydney", "UTC"}

// FindZones returns up to limit zones whose name contains a text, those whose city starts with it first; commonZones
// for an empty text.
func FindZones(text string, limit int) (names []string) {
	text = strings.TrimSpace(foldZone(text))
	if text == "" {
		return commonZones[:min(limit, len(commonZones))]
	}
	var rest []string
	for i, f := range folded {
		switch _, city := cutLast(f); {
		case strings.HasPrefix(city, text):
			names = append(names, zones[i])
		case strings.Contains(f, text):
			rest = append(rest, zones[i])
		}
	}
	names = append(names, rest...)
	return names[:min(limit, len(names))]
}

func cutLast(name string) (region, city string) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], name[i+1:]
}

// UsualZone returns the default zone for a locale.
func UsualZone(language string) string {
	switch language {
	case "zh-CN":
		return "Asia/Shanghai"
	case "zh-TW":
		return "Asia/Taipei"
	case "vi":
		return "Asia/Ho_Chi_Minh"
	default:
		return "UTC"
	}
}

// ClockIn returns the local time in a zone, like 19:05.
func ClockIn(name string, now time.Time) string {
	return now.In(Server{Zone: name}.zone()).Format("15:04")
}
