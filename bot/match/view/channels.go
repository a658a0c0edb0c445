package view

import (
	"strings"

	"yeye/bot/id"
)

// Channels returns mentions of channels, separated by spaces.
func Channels(all []id.Channel) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = "<#" + string(c) + ">"
	}
	return strings.Join(names, " ")
}
