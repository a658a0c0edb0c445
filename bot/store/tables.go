package store

// Table is one of the tables of the bot's packages, as it is in the database.
type Table struct {
	Name    string
	Columns []string // by name
}
