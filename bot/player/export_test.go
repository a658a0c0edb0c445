package player

// SetSmall sets up to how many bytes a database is small.
func (d *PersonalData) SetSmall(bytes int64) { d.maxSmall = bytes }
