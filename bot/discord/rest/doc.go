// Package rest sends all requests of the bot to Discord, within Discord's rate limits.
//
// A request obeys the limits in the headers of earlier responses, waits only as long as its context allows, and is
// repeated only if the second time changes nothing. Its error says whether the request may have been carried out
// ([discord.ErrUncertain]) or was certainly not sent ([discord.ErrNotSent]). Responses are read leniently: only the few
// fields that are needed.
//
// Out of scope: events, the order of requests for one message, decisions about what to do with a refusal, games,
// sentences for players, the Discord library.
package rest
