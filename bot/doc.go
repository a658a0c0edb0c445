// Package bot puts the bot together: [Open] makes the services that features are built from, and [Core.Run] connects and plays with
// the given features until its context ends.
//
// A request goes in one direction: gateway event → router → a feature's handler → a service of the domain, one transaction → the
// display. Deadlines and engine moves arrive through the scheduler, by the same services.
//
// What may not enter: what any feature does, SQL, sentences.
package bot
