package postgres

// Exported for tests.
var (
	Rebind = dialect{}.Rebind
	Parse  = parse
)
