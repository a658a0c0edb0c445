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
	route("GET /users/{user}", anyToken, guilds.user)
	route("GET /users/@me/channels", userToken, channels.listDMs)
	route("POST /users/@me/channels", anyToken, channels.openDM)
	route("GET /applications/@me", botToken, guilds.application)
	route("GET /oauth2/applications/@me", botToken, guilds.application)
	route("GET /guilds/{guild}", anyToken, guilds.get)
	route("GET /guilds/{guild}/channels", anyToken, guilds.channels)
	route("POST /guilds/{guild}/channels", anyToken, channels.create)
	route("GET /guilds/{guild}/roles", anyToken, guilds.roles)
	route("GET /guilds/{guild}/members", anyToken, guilds.members)
	route("GET /guilds/{guild}/members/{user}", anyToken, guilds.member)
	route("PUT /guilds/{guild}/members/{user}/roles/{role}", anyToken, guilds.addRole)
	route("DELETE /guilds/{guild}/members/{user}/roles/{role}", anyToken, guilds.removeRole)
	route("GET /guilds/{guild}/threads/active", anyToken, threads.listActive)

	route("GET /channels/{channel}", anyToken, channels.get)
	route("PATCH /channels/{channel}", anyToken, channels.edit)
	route("DELETE /channels/{channel}", anyToken, channels.remove)
	route("POST /channels/{channel}/typing", anyToken, channels.typing)
	route("POST /channels/{channel}/threads", anyToken, threads.create)
	route("GET /channels/{channel}/threads/archived/public", anyToken, threads.listArchived)
	route("GET /channels/{channel}/thread-members", anyToken, threads.members)
	route("PUT /channels/{channel}/thread-members/{user}", anyToken, threads.addMember)
	route("DELETE /channels/{channel}/thread-members/{user}", anyToken, threads.removeMember)

	route("GET /channels/{channel}/messages", anyToken, messages.list)
	route("POST /channels/{channel}/messages", anyToken, messages.create)
	route("POST /channels/{channel}/messages/bulk-delete", botToken, messages.bulkDelete)
	route("GET /channels/{channel}/messages/{message}", anyToken, messages.get)
	route("PATCH /channels/{channel}/messages/{message}", anyToken, messages.edit)
	route("DELETE /channels/{channel}/messages/{message}", anyToken, messages.remove)
	route("POST /channels/{channel}/messages/{message}/threads", anyToken, threads.createFromMessage)
	route("GET /channels/{channel}/messages/{message}/reactions/{emoji}", anyToken, reactions.list)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}", anyToken, reactions.clearEmoji)
	route("DELETE /channels/{channel}/messages/{message}/reactions", anyToken, reactions.clearAll)
	route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyToken, reactions.add)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyToken, reactions.remove)
	route("GET /channels/{channel}/pins", anyToken, messages.pins)
	route("PUT /channels/{channel}/pins/{message}", anyToken, messages.pin)
	route("DELETE /channels/{channel}/pins/{message}", anyToken, messages.unpin)

	for _, scope := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		route("GET "+scope, botToken, commands.list)
		route("PUT "+scope, botToken, commands.put)
		route("POST "+scope, botToken, commands.create)
		route("GET "+scope+"/{command}", botToken, commands.get)
		route("PATCH "+scope+"/{command}", botToken, commands.patch)
		route("DELETE "+scope+"/{command}", botToken, commands.remove)
	}
	route("GET /applications/{app}/emojis", botToken, emojis.list)
	route("POST /applications/{app}/emojis", botToken, emojis.create)
	route("GET /applications/{app}/emojis/{emoji}", botToken, emojis.get)
	route("DELETE /applications/{app}/emojis/{emoji}", botToken, emojis.remove)
	route("GET /channels/{channel}/application-command-index", userToken, commands.index)
	route("GET /guilds/{guild}/application-command-index", userToken, commands.index)

	route("POST /interactions", userToken, interactions.create)
	route("POST /interactions/{interaction}/{token}/callback", noToken, callbacks.create)
	route("POST /webhooks/{app}/{token}", noToken, webhooks.create)
	route("GET /webhooks/{app}/{token}/messages/{message}", noToken, webhooks.get)
	route("PATCH /webhooks/{app}/{token}/messages/{message}", noToken, webhooks.edit)
	route("DELETE /webhooks/{app}/{token}/messages/{message}", noToken, webhooks.remove)

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
