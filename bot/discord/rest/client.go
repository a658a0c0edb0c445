package rest

import (
	"cmp"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options configures a client. Token is needed.
type Options struct {
	Token string // without "Bot "
	// API is the base address, default Discord's own. The form for a sandbox or a proxy is "http://127.0.0.1:8080/api".
	API string
	// PerSecond limits how many requests are sent in a second overall, except responses to interactions. 0 is a little
	// less than Discord allows at its own address, and no limit at another, which counts by itself; negative is no
	// limit anywhere.
	PerSecond int
	Version   string // of the program, for the User-Agent, default "development"
	Logger    *slog.Logger
	Observer  Observer
}

// discordAPI is Discord's own address.
const discordAPI = "https://discord.com/api"

// Client sends requests. It is safe for concurrent use; the caller orders the requests that concern one message.
type Client struct {
	http        *http.Client
	attachments *http.Client // limited to Discord's addresses
	base        string
	token       string
	agent       string // the User-Agent
	// the API's host, from which attachments may be fetched, by http too; "" if the API is Discord's own
	apiHost          string
	limits           *limits
	log              *slog.Logger
	observer         Observer
	warnOtherProcess sync.Once // reports another process with this token
}

// pingAfter is how long a connection may be silent before an HTTP/2 ping; the answer must come within half of it. All
// requests share one connection: without pings, a dead one would hold them up for a quarter of an hour.
var pingAfter = 10 * time.Second // tests shorten it

// New makes a client. It sends nothing yet.
func New(o Options) (*Client, error) {
	o.API = cmp.Or(o.API, discordAPI)
	api, err := url.Parse(o.API)
	if err != nil {
		// the error itself would show what may be a password
		return nil, fmt.Errorf("the address of Discord's API cannot be read")
	}
	o.API = strings.TrimSuffix(o.API, "/")
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	direct := o.API == discordAPI
	c := &Client{base: o.API + "/v9", token: o.Token, log: o.Logger, observer: o.Observer}
	c.agent = "DiscordBot (https://github.com/yeye-xiangqi/yeye, " + cmp.Or(o.Version, "development") + ")"
	if !direct {
		c.apiHost = api.Host
	}
	c.limits = newLimits(perSecond(o.PerSecond, direct), o.Observer.waited)
	transport := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: 64,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
		HTTP2:               &http.HTTP2Config{SendPingTimeout: pingAfter, PingTimeout: pingAfter / 2},
	}
	c.http = &http.Client{Transport: transport}
	c.attachments = &http.Client{Transport: transport, CheckRedirect: c.checkRedirect}
	return c, nil
}

// SetProcesses divides the overall rate limit by the number of processes that send with the token. It may be called
// at any time.
func (c *Client) SetProcesses(processes int) { c.limits.setProcesses(processes) }
