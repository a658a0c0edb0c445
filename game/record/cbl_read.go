package record

import (
	"bytes"
	"encoding/binary"
)

// CBL is a library of CCBridge: a header, an index, and games as in CBR files, each starting at a block boundary.

var (
	cblMagic    = []byte("CCBridgeLibrary\x00")
	cblOldMagic = []byte("CCBridge\x15\x00\x00\x00")
)

const (
	cblSlots   = 60 // offset of the number of slots in the index
	cblTitle   = 64
	cblIndex   = 66624
	cblEntry   = 276 // bytes of an entry of the index
	cblBlock   = 4096
	cblDeleted = 5 // state of an entry
)

// openCBL finds the games of a library. It does not trust the lengths and counts in the index: a game starts at a block
// that starts with cbrMagic and ends where the next one starts.
func openCBL(data []byte) (*File, error) {
	if bytes.HasPrefix(data, cblOldMagic) {
		version := 0
		if len(data) > len(cblOldMagic) {
			version = int(data[len(cblOldMagic)])
		}
		return nil, &Unsupported{CBL, version}
	}
	if len(data) < cblIndex {
		return nil, &Damaged{CBL, len(data)}
	}
	slots := int64(binary.LittleEndian.Uint32(data[cblSlots:]))
	first := cblIndex + cblEntry*slots
	if first > int64(len(data)) {
		return nil, &Damaged{CBL, cblSlots}
	}
	var starts []int
	for at := int(first); at+len(cbrMagic) <= len(data); at += cblBlock {
		if bytes.HasPrefix(data[at:], cbrMagic) {
			starts = append(starts, at)
		}
	}
	f := &File{Format: CBL, Title: cleanName(utf16Field(data, cblTitle, 512))}
	for k, at := range starts {
		end := len(data)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		if int64(k) < slots && data[cblIndex+cblEntry*k] == cblDeleted {
			continue
		}
		f.addCBR(data[at:end])
	}
	if f.Len() == 0 {
		return nil, &Damaged{CBL, int(first)}
	}
	return f, nil
}

// addCBR adds a game of a library. An unreadable game is listed too, so that the
// others keep their numbers.
func (f *File) addCBR(data []byte) {
	c, err := openCBR(data)
	if err != nil {
		f.add(Heading{Empty: true}, func() (*Record, error) { return nil, err })
		return
	}
	f.add(c.heading(), c.record)
}
