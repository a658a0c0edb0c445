package store

// Table is one of the tables in which packages keep things, as the database has it.
type Table struct {
	Name    string
	Columns []string // by name
}
