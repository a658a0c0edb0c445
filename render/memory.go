package render

// MemoryBound is the most that a Painter keeps prepared, in bytes: all themes,
// styles of men and newcomers' signs at both scales, and compressed parts of the
// last boards. Boards being drawn come on top, 1.5 MB each at scale 2, as many as
// are drawn at once.
const MemoryBound = 24<<20 + bandBytes

// Memory is about how many bytes of prepared pictures the Painter keeps now. It
// grows with the styles that are used and never beyond [MemoryBound].
func (p *Painter) Memory() int {
	n := p.bands.memory()
	for _, s := range p.stocks {
		s.mu.Lock()
		if s.pal != nil {
			n += 4*len(s.pal.seen) + 16*len(s.pal.rgb)
		}
		for i, g := range s.grounds {
			if g != nil {
				n += g.memory
			}
			for _, style := range s.men[i] {
				for _, m := range style {
					if m != nil {
						n += m.memory
					}
				}
			}
		}
		s.mu.Unlock()
	}
	return n
}
