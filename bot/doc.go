// Package bot puts the bot together: [Open] makes what features are built from, and [Core.Run] connects and plays until its context
// ends, with the features it is given.
//
// The way of a request is one direction: gateway event → router → a feature's handler → a service of the domain, one transaction →
// the display. Time and engines come back through the scheduler, by the same services.
//
// What may not enter: what any feature does, SQL, sentences.
package bot
