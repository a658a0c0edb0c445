package record

import (
	"regexp"
	"strings"

	"yeye/game/notation"
)

// Two people may play by sending moves to each other. The copied log has the author of each message, and usually the
// time.

const (
	logTime = `(?:[0-9]{1,4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,4}日?[,T]?\s+)?(?:(?:Today|Yesterday|Hôm nay|Hôm qua|今天|昨天)(?: at| lúc)?\s*)?` +
		`(?:[上下]午)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp]\.?[Mm]\.?)?`
	logName = `[^\s:：<>\[\]][^\n:：<>\[\]]{0,31}`
)

var (
	// timedMessage matches time and name before a message on the same line.
	timedMessage = regexp.MustCompile(`^(?:\[` + logTime + `\]|` + logTime + `)\s*[-–—]?\s*(?:<` + logName + `>|` +
		logName + `[:：])\s*`)
	// namedMessage matches the name before a message.
	namedMessage = regexp.MustCompile(`^(?:<(` + logName + `)>|(` + logName + `)[:：])\s*`)
	// listNumber matches the number of a move.
	listNumber = regexp.MustCompile(`^[0-9]{1,3}\s?[.、:：)]+\s*`)
	// logHead matches a line with name and time above a message.
	logHead = regexp.MustCompile(`^` + logName + `(?:\s*[-–—]\s*|\s+)` + logTime + `$`)
)

// minMessages is the minimum of messages with a move in a chat log.
const minMessages = 2

// chatLogMoves returns the moves of a chat log, one message a line, with the text after a message's moves as a comment
// in braces. It drops messages without moves, and returns other text unchanged.
func chatLogMoves(text string) string {
	if len(text) > maxPasteBytes {
		return text
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	for _, read := range []func([]string) ([]string, bool){timedMessages, messagesBelowHeads, namedMessages} {
		if moves, ok := read(lines); ok {
			return strings.Join(moves, "\n")
		}
	}
	return text
}

// leadingMoves returns the moves at the start of a message, without their numbers, then the rest of the message in
// braces. ok is false if it does not start with a move.
func leadingMoves(message string) (moves string, ok bool) {
	for {
		message = listNumber.ReplaceAllString(strings.TrimLeft(message, blanksAndSigns), "")
		if !startsWithMove(message) {
			break
		}
		end := max(len(notation.VietnameseMove(message)), wordEnd(message), 1)
		moves, message = moves+" "+message[:end], message[end:]
	}
	if moves == "" {
		return "", false
	}
	if message = strings.TrimSpace(message); message != "" {
		moves += " {" + strings.NewReplacer("{", "(", "}", ")").Replace(message) + "}"
	}
	return moves, true
}

// blanksAndSigns are the separators between the moves of a message.
const blanksAndSigns = " \t,，;；、。"

// timedMessages reads lines that have time and name before the message.
func timedMessages(lines []string) (moves []string, ok bool) {
	return messagesAfterHeads(lines, func(line string) (string, bool) {
		head := timedMessage.FindString(line)
		return line[len(head):], head != ""
	})
}

// namedMessages reads lines that have a name before the message; there must be at most two names.
func namedMessages(lines []string) (moves []string, ok bool) {
	names := map[string]bool{}
	return messagesAfterHeads(lines, func(line string) (string, bool) {
		m := namedMessage.FindStringSubmatch(line)
		if m == nil || sideLabel.MatchString(line) {
			return "", false
		}
		names[m[1]+m[2]] = true
		return line[len(m[0]):], len(names) <= 2
	})
}

// messagesAfterHeads reads lines that each have a head; message returns a line without its head.
func messagesAfterHeads(lines []string, message func(line string) (text string, ok bool)) (moves []string, ok bool) {
	for _, line := range lines {
		text, ok := message(line)
		if !ok {
			return nil, false
		}
		if move, ok := leadingMoves(text); ok {
			moves = append(moves, move)
		}
	}
	return moves, len(moves) >= minMessages
}

// messagesBelowHeads reads messages that are each below a line with author and time.
func messagesBelowHeads(lines []string) (moves []string, ok bool) {
	heads := 0
	for i, line := range lines {
		switch {
		case logHead.MatchString(line):
			heads++
		case i == 0:
			return nil, false
		default:
			if move, ok := leadingMoves(line); ok {
				moves = append(moves, move)
			}
		}
	}
	return moves, heads >= minMessages && len(moves) >= minMessages
}
