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
		for _, pal := range []*palette{s.pal, s.chartPal} {
			if pal != nil {
				total += 4*len(pal.seen) + 16*len(pal.rgb)
			}
		}
		if s.titles != nil {
			for _, t := range s.titles.Values() {
				total += t.bytes()
			}
		}
		if s.cards != nil {
			total += s.cards.memory
		}
		for _, styles := range s.chartKings {
			for _, kings := range styles {
				for _, k := range kings {
					if k != nil {
						total += k.bytes() + len(k.tables)*len(blendLUT{})/len(kings)
					}
				}
			}
		}
		for i, g := range s.backgrounds {
			if g != nil {
				total += g.memory
			}
			for _, n := range s.names[i] {
				if n != nil {
					total += n.memory
				}
			}
			if b := s.backs[i]; b != nil {
				total += b.memory
			}
			for _, r := range s.roles[i] {
				if r != nil {
					total += r.memory
				}
			}
			for _, style := range s.pieces[i] {
				for _, m := range style {
					if m != nil {
						total += m.memory
					}
				}
			}
		}
		s.mu.Unlock()
	}
	return total
}
