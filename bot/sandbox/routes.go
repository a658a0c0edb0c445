package sandbox

import (
	"net/http"
	"strings"
)

// api is the REST interface: it routes each request to its endpoint.
type api struct{ *state }

// routes returns the table of everything under /api/v9 (v10, or no version at all, is the same).
func (s api) routes() http.Handler {
	var (
		gw           = gateway(s)
		guilds       = guildEndpoints(s)
		channels     = channelEndpoints(s)
		threads      = threadEndpoints(s)
		messages     = messageEndpoints(s)
		reactions    = reactionEndpoints(s)
		commands     = commandEndpoints(s)
		emojis       = emojiEndpoints(s)
		interactions = interactionEndpoints(s)
		callbacks    = callbackEndpoints(s)
		webhooks     = webhookEndpoints(s)
	)
	mux := http.NewServeMux()
	route := func(pattern string, who access, e endpoint) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, pattern, who, e) })
	}
	route("GET /gateway", noToken, gw.address)
	route("GET /gateway/bot", botToken, gw.addressForBot)

	route("GET /users/@me", anyToken, guilds.currentUser)
	route("GET /users/@me/guilds", anyToken, guilds.listOwn)
	route("GET /users/{user}", anyToken, at(s.userFromPath, guilds.user))
	route("GET /users/@me/channels", userToken, channels.listDMs)
	route("POST /users/@me/channels", anyToken, withBody(channels.openDM))
	route("GET /applications/@me", botToken, guilds.application)
	route("GET /oauth2/applications/@me", botToken, guilds.application)
	route("GET /guilds/{guild}", anyToken, at(s.guildFromPath, guilds.get))
	route("GET /guilds/{guild}/channels", anyToken, at(s.guildFromPath, guilds.channels))
	route("POST /guilds/{guild}/channels", anyToken, withBody(channels.create))
	route("GET /guilds/{guild}/roles", anyToken, at(s.guildFromPath, guilds.roles))
	route("GET /guilds/{guild}/members", anyToken, at(s.guildFromPath, guilds.members))
	route("GET /guilds/{guild}/members/{user}", anyToken, at(s.guildFromPath, guilds.member))
	route("PUT /guilds/{guild}/members/{user}/roles/{role}", anyToken, at(s.guildFromPath, guilds.addRole))
	route("DELETE /guilds/{guild}/members/{user}/roles/{role}", anyToken, at(s.guildFromPath, guilds.removeRole))
	route("GET /guilds/{guild}/threads/active", anyToken, at(s.guildFromPath, threads.listActive))

	route("GET /channels/{channel}", anyToken, s.inChannel(0, channels.get))
	route("PATCH /channels/{channel}", anyToken, withBody(channels.edit))
	route("DELETE /channels/{channel}", anyToken, s.inChannel(0, channels.remove))
	route("POST /channels/{channel}/typing", anyToken, s.inChannel(permSendMessages, channels.typing))
	route("POST /channels/{channel}/threads", anyToken, withBody(threads.create))
	route("GET /channels/{channel}/threads/archived/public", anyToken,
		s.inChannel(permReadHistory, threads.listArchived))
	route("GET /channels/{channel}/thread-members", anyToken, at(threads.membershipFromPath, threads.members))
	route("PUT /channels/{channel}/thread-members/{user}", anyToken, at(threads.membershipFromPath, threads.addMember))
	route("DELETE /channels/{channel}/thread-members/{user}", anyToken,
		at(threads.membershipFromPath, threads.removeMember))

	route("GET /channels/{channel}/messages", anyToken, messages.list)
	route("POST /channels/{channel}/messages", anyToken, messages.create)
	route("POST /channels/{channel}/messages/bulk-delete", botToken, withBody(messages.bulkDelete))
	route("GET /channels/{channel}/messages/{message}", anyToken, s.onMessage(permReadHistory, messages.get))
	route("PATCH /channels/{channel}/messages/{message}", anyToken, withBody(messages.edit))
	route("DELETE /channels/{channel}/messages/{message}", anyToken, s.onMessage(0, messages.remove))
	route("POST /channels/{channel}/messages/{message}/threads", anyToken, withBody(threads.createFromMessage))
	route("GET /channels/{channel}/messages/{message}/reactions/{emoji}", anyToken,
		at(reactions.reactionFromPath(permReadHistory), reactions.list))
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}", anyToken,
		s.onMessage(0, reactions.clearEmoji))
	route("DELETE /channels/{channel}/messages/{message}/reactions", anyToken, s.onMessage(0, reactions.clearAll))
	route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyToken,
		at(reactions.reactionFromPath(permReadHistory), reactions.add))
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyToken,
		at(reactions.reactionFromPath(0), reactions.remove))
	route("GET /channels/{channel}/pins", anyToken, s.inChannel(permReadHistory, messages.pins))
	route("PUT /channels/{channel}/pins/{message}", anyToken, s.onMessage(0, messages.pin))
	route("DELETE /channels/{channel}/pins/{message}", anyToken, s.onMessage(0, messages.unpin))

	for _, scope := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		route("GET "+scope, botToken, at(commands.scopeFromPath, commands.list))
		route("PUT "+scope, botToken, withBody(commands.put))
		route("POST "+scope, botToken, commands.create)
		route("GET "+scope+"/{command}", botToken, at(commands.commandFromPath, commands.get))
		route("PATCH "+scope+"/{command}", botToken, at(commands.commandFromPath, commands.patch))
		route("DELETE "+scope+"/{command}", botToken, at(commands.commandFromPath, commands.remove))
	}
	route("GET /applications/{app}/emojis", botToken, emojis.list)
	route("POST /applications/{app}/emojis", botToken, withBody(emojis.create))
	route("GET /applications/{app}/emojis/{emoji}", botToken, at(emojis.emojiFromPath, emojis.get))
	route("DELETE /applications/{app}/emojis/{emoji}", botToken, at(emojis.emojiFromPath, emojis.remove))
	route("GET /channels/{channel}/application-command-index", userToken, s.inChannel(0, commands.indexOfChannel))
	route("GET /guilds/{guild}/application-command-index", userToken, at(s.guildFromPath, commands.indexOfGuild))

	route("POST /interactions", userToken, interactions.create)
	route("POST /interactions/{interaction}/{token}/callback", noToken, withBody(callbacks.create))
	route("POST /webhooks/{app}/{token}", noToken, webhooks.create)
	route("GET /webhooks/{app}/{token}/messages/{message}", noToken, at(webhooks.messageFromWebhookPath, webhooks.get))
	route("PATCH /webhooks/{app}/{token}/messages/{message}", noToken, withBody(webhooks.edit))
	route("DELETE /webhooks/{app}/{token}/messages/{message}", noToken,
		at(webhooks.messageFromWebhookPath, webhooks.remove))

	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { writeError(w, errNotFound) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, raw := strings.TrimPrefix(r.URL.Path, "/api"), strings.TrimPrefix(r.URL.RawPath, "/api")
		for _, v := range []string{"/v9", "/v10"} {
			if rest, ok := strings.CutPrefix(path, v+"/"); ok {
				path, raw = "/"+rest, strings.TrimPrefix(raw, v)
				break
			}
		}
		r.URL.Path, r.URL.RawPath = path, raw
		mux.ServeHTTP(w, r)
	})
}
