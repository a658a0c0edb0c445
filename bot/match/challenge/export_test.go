package challenge

// Queries are the frequent queries.
var Queries = map[string]string{
	"by channel": selectFrom + whereInChannel, "waits in a channel": selectFrom + whereWaitsIn, "waits in a guild": selectFrom + whereWaitsOn,
	"started":   selectFrom + whereStarted,
	"by player": selectFrom + whereSits, "about": selectFrom + whereAbout, "erase": selectFrom + whereClosed,
	"waiting": countOfWaiting, "waits for": countOfPlayer,
	"tidy": selectEndedBefore,
}
