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
	route("GET /gateway", open, gw.address)
	route("GET /gateway/bot", botOnly, gw.addressForBot)

	route("GET /users/@me", anyone, guilds.me)
	route("GET /users/@me/guilds", anyone, guilds.mine)
	route("GET /users/{user}", anyone, guilds.user)
	route("GET /users/@me/channels", noBots, channels.listDMs)
	route("POST /users/@me/channels", anyone, channels.openDM)
	route("GET /applications/@me", botOnly, guilds.application)
	route("GET /oauth2/applications/@me", botOnly, guilds.application)
	route("GET /guilds/{guild}", anyone, guilds.get)
	route("GET /guilds/{guild}/channels", anyone, guilds.channels)
	route("POST /guilds/{guild}/channels", anyone, channels.create)
	route("GET /guilds/{guild}/roles", anyone, guilds.roles)
	route("GET /guilds/{guild}/members", anyone, guilds.members)
	route("GET /guilds/{guild}/members/{user}", anyone, guilds.member)
	route("PUT /guilds/{guild}/members/{user}/roles/{role}", anyone, guilds.giveRole)
	route("DELETE /guilds/{guild}/members/{user}/roles/{role}", anyone, guilds.takeRole)
	route("GET /guilds/{guild}/threads/active", anyone, threads.active)

	route("GET /channels/{channel}", anyone, channels.get)
	route("PATCH /channels/{channel}", anyone, channels.edit)
	route("DELETE /channels/{channel}", anyone, channels.remove)
	route("POST /channels/{channel}/typing", anyone, channels.typing)
	route("POST /channels/{channel}/threads", anyone, threads.start)
	route("GET /channels/{channel}/threads/archived/public", anyone, threads.archived)
	route("GET /channels/{channel}/thread-members", anyone, threads.members)
	route("PUT /channels/{channel}/thread-members/{user}", anyone, threads.addMember)
	route("DELETE /channels/{channel}/thread-members/{user}", anyone, threads.removeMember)

	route("GET /channels/{channel}/messages", anyone, messages.list)
	route("POST /channels/{channel}/messages", anyone, messages.create)
	route("POST /channels/{channel}/messages/bulk-delete", botOnly, messages.bulkDelete)
	route("GET /channels/{channel}/messages/{message}", anyone, messages.get)
	route("PATCH /channels/{channel}/messages/{message}", anyone, messages.edit)
	route("DELETE /channels/{channel}/messages/{message}", anyone, messages.remove)
	route("POST /channels/{channel}/messages/{message}/threads", anyone, threads.startFrom)
	route("GET /channels/{channel}/messages/{message}/reactions/{emoji}", anyone, reactions.list)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}", anyone, reactions.clearEmoji)
	route("DELETE /channels/{channel}/messages/{message}/reactions", anyone, reactions.clearAll)
	route("PUT /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyone, reactions.add)
	route("DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/{user}", anyone, reactions.remove)
	route("GET /channels/{channel}/pins", anyone, messages.pins)
	route("PUT /channels/{channel}/pins/{message}", anyone, messages.pin)
	route("DELETE /channels/{channel}/pins/{message}", anyone, messages.unpin)

	for _, scope := range []string{"/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"} {
		route("GET "+scope, botOnly, commands.list)
		route("PUT "+scope, botOnly, commands.put)
		route("POST "+scope, botOnly, commands.create)
		route("GET "+scope+"/{command}", botOnly, commands.get)
		route("PATCH "+scope+"/{command}", botOnly, commands.patch)
		route("DELETE "+scope+"/{command}", botOnly, commands.remove)
	}
	route("GET /applications/{app}/emojis", botOnly, emojis.list)
	route("POST /applications/{app}/emojis", botOnly, emojis.create)
	route("GET /applications/{app}/emojis/{emoji}", botOnly, emojis.get)
	route("DELETE /applications/{app}/emojis/{emoji}", botOnly, emojis.remove)
	route("GET /channels/{channel}/application-command-index", noBots, commands.index)
	route("GET /guilds/{guild}/application-command-index", noBots, commands.index)

	route("POST /interactions", noBots, interactions.create)
	route("POST /interactions/{interaction}/{token}/callback", open, callbacks.create)
	route("POST /webhooks/{app}/{token}", open, webhooks.create)
	route("GET /webhooks/{app}/{token}/messages/{message}", open, webhooks.get)
	route("PATCH /webhooks/{app}/{token}/messages/{message}", open, webhooks.edit)
	route("DELETE /webhooks/{app}/{token}/messages/{message}", open, webhooks.remove)

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
