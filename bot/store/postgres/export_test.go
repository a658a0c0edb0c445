package postgres

// For tests.
var (
	Rebind = dialect{}.Rebind
	Parse  = parse
)
