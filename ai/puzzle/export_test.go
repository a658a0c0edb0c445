package puzzle

// AllThemes returns every theme but those of mates' lengths and finishes.
func AllThemes() []Theme {
	all := make([]Theme, len(predicates))
	for i, c := range predicates {
		all[i] = c.theme
	}
	return all
}
