// Package gateway is the connection to Discord: a supervisor around discordgo's
// websocket that keeps it open, and the one [Sender] of all requests.
//
// discordgo v0.29.0 is kept on a short lead, for reasons measured: its Open can
// hang for good when Discord answers a RESUME with Op 7; its own reconnecting
// retries refused tokens for ever; its rate limiter holds a lock while a request
// is under way and sleeps without a context; it sends a failed POST again, and
// again. So Open runs under a deadline and a hung session is dropped for a new
// one, reconnecting is ours, and requests are made by [Sender], which obeys the
// limits in the answers' headers, waits only as long as its context allows, and
// repeats only what may be repeated.
//
// What may not enter: commands, sessions, sentences for players, the order of
// requests for one message (package bot sees to that), anything of ours at all.
package gateway
