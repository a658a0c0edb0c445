package socket

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"time"

	"github.com/gorilla/websocket"
)

// compressAbove is the size in bytes above which payload compression sets in.
const compressAbove = 1024

// message is queued to be sent: a payload, or a raw frame.
type message struct {
	data      []byte
	frameType int // the websocket message type of a raw frame, 0 for a payload
}

// Send queues one payload. It does not block, and does nothing once a closing code is decided.
func (c *Conn) Send(payload []byte) { c.enqueue(message{data: payload}) }

// SendRaw queues a frame that need not be a payload, as text or as bytes. It is never compressed.
func (c *Conn) SendRaw(data []byte, binary bool) {
	kind := websocket.TextMessage
	if binary {
		kind = websocket.BinaryMessage
	}
	c.enqueue(message{data, kind})
}

func (c *Conn) enqueue(m message) {
	c.mu.Lock()
	if c.code == 0 {
		c.queue = append(c.queue, m)
	}
	c.mu.Unlock()
	c.wakeWriter()
}

// SendOp queues a payload that is no event.
func (c *Conn) SendOp(op int, data any) {
	d, _ := json.Marshal(data)
	b, _ := json.Marshal(Frame{Op: op, Data: d})
	c.Send(b)
}

// Ack acknowledges a heartbeat, except after StopAcks.
func (c *Conn) Ack() {
	c.mu.Lock()
	noAcks := c.noAcks
	c.mu.Unlock()
	if !noAcks {
		c.SendOp(OpAck, nil)
	}
}

// Compress turns payload compression on or off, as the client asks in IDENTIFY: payloads over 1 KiB are compressed,
// each by itself. Transport compression takes precedence.
func (c *Conn) Compress(on bool) {
	c.mu.Lock()
	c.compress = on
	c.mu.Unlock()
}

// Close ends the connection with a code once the queue is written. It does not block; the first code counts.
func (c *Conn) Close(code int, reason string) {
	c.mu.Lock()
	if c.code == 0 {
		c.code, c.reason = code, reason
	}
	c.mu.Unlock()
	c.wakeWriter()
}

// wakeWriter wakes the goroutine that writes.
func (c *Conn) wakeWriter() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// write is the one goroutine that writes payloads and the closing frame. It ends with the connection.
func (c *Conn) write() {
	for range c.wake {
		c.mu.Lock()
		queue, code, reason, halfOpen, dropped, compress := c.queue, c.code, c.reason, c.halfOpen, c.dropped, c.compress
		c.queue = nil
		c.mu.Unlock()
		if !halfOpen && !dropped {
			for _, m := range queue {
				if c.writeOne(m, compress) != nil {
					c.ws.Close()
					return
				}
			}
		}
		if code == 0 {
			continue
		}
		if !dropped && !halfOpen {
			c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason),
				time.Now().Add(time.Second))
			select { // let the client answer, so that it reads the code and not a reset
			case <-c.done:
			case <-time.After(500 * time.Millisecond):
			}
		}
		c.ws.Close()
		return
	}
}

func (c *Conn) writeOne(m message, compress bool) error {
	c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
	b := m.data
	switch {
	case m.frameType != 0:
		return c.ws.WriteMessage(m.frameType, b)
	case c.stream != nil: // transport compression: one zlib stream for the whole connection
		c.zbuf.Reset()
		c.stream.Write(b)
		c.stream.Flush()
		return c.ws.WriteMessage(websocket.BinaryMessage, c.zbuf.Bytes())
	case compress && len(b) > compressAbove:
		var buf bytes.Buffer
		z := zlib.NewWriter(&buf)
		z.Write(b)
		z.Close()
		return c.ws.WriteMessage(websocket.BinaryMessage, buf.Bytes())
	}
	return c.ws.WriteMessage(websocket.TextMessage, b)
}
