package rest

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options of a client. Token is needed.
type Options struct {
	Token string // without "Bot "
	// API is the base address, default Discord's own. A sandbox or a proxy is given like "http://127.0.0.1:8080/api".
	API string
	// PerSecond is how many requests may be sent in a second over all, answers to interactions excepted. 0 is a little less than
	// Discord allows at its own address, and no limit at another, which counts by itself; negative is no limit anywhere.
	PerSecond int
	Logger    *slog.Logger
	Observer  Observer
}

// discordAPI is Discord's own address.
const discordAPI = "https://discord.com/api"

// Client sends requests. It may be used from many goroutines; the order of requests that concern one message is the caller's.
type Client struct {
	http        *http.Client
	attachments *http.Client // stays at addresses of Discord's
	base        string
	token       string
	hosts       map[string]bool // that attachments may be fetched from
	home        string          // one more of them, with whatever scheme the API is reached by; "" for none
	limits      *limits
	log         *slog.Logger
	observer    Observer
	others      sync.Once // another process with this token has been reported
}

// New makes a client. Nothing is sent yet.
func New(o Options) (*Client, error) {
	if o.API == "" {
		o.API = discordAPI
	}
	api, err := url.Parse(o.API)
	if err != nil {
		return nil, fmt.Errorf("the address of Discord's API cannot be read") // the error itself would show what may be a password
	}
	o.API = strings.TrimSuffix(o.API, "/")
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	direct := o.API == discordAPI
	c := &Client{
		base: o.API + "/v9", token: o.Token, log: o.Logger, observer: o.Observer,
		hosts: map[string]bool{"cdn.discordapp.com": true, "media.discordapp.net": true},
	}
	if !direct {
		c.home = api.Host
	}
	c.limits = newLimits(perSecond(o.PerSecond, direct), o.Observer.waited)
	transport := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: 64,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
	}
	c.http = &http.Client{Transport: transport}
	c.attachments = &http.Client{Transport: transport, CheckRedirect: c.redirected}
	return c, nil
}

// Share makes this process one of so many that send with the token: it takes its part of the requests of a second. It may be called
// at any time.
func (c *Client) Share(processes int) { c.limits.share(processes) }

// InvalidRequests is how many requests of the last ten minutes were refused in a way that counts towards a ban of this machine's
// address: Discord's limit is ten thousand.
func (c *Client) InvalidRequests() int { return c.limits.invalidRequests(time.Now()) }
