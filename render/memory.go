package render

// MemoryBound is the largest size in bytes of a Painter's prepared parts: all themes, styles of
// pieces, their emoji, newcomers' signs and names, backs, cards' faces at both scales, and
// compressed bands. Boards being drawn are extra, 1.5 MB each at scale 2.
const MemoryBound = 46<<20 + bandBytes

// Memory returns the approximate size in bytes of the prepared parts that the Painter keeps now. It
// grows with the styles in use and never exceeds [MemoryBound].
func (p *Painter) Memory() int {
	total := p.bands.memory()
	for i := range p.emoji {
		total += int(p.emoji[i].bytes.Load())
	}
	for _, s := range p.caches {
		s.mu.Lock()
		total += s.memory
		if s.titles != nil {
			for _, t := range s.titles.Values() {
				total += t.bytes
			}
		}
		s.mu.Unlock()
	}
	return total
}
