package net

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"os"
)

// The weights are quantized: 1.0 is 255 (QA) in an accumulator and 64 (QB) in the output weights. An output of 1.0 is
// Scale centipawns.
const (
	QA    = 255
	QB    = 64
	Scale = 280

	lanes     = 4  // int16 in a word
	stride    = 64 // the hidden width is a multiple of it: four AVX2 registers
	maxHidden = 1024
)

// Weights holds the weights of a network as training produces them and a file stores them.
type Weights struct {
	Hidden  int
	Rows    []int16 // Features × Hidden: a row for each feature
	Bias    []int16 // Hidden
	Out     []int16 // Buckets × 2 Hidden: in a row, the weights of the side to move come first
	OutBias [Buckets]int32
}

// Net is a network ready to evaluate. It is immutable and may be shared.
type Net struct {
	words    int // in an accumulator
	rows     []uint64
	bias     []uint64
	out      []uint64
	outBias  [Buckets]int32
	checksum uint64
	vector   bool // use AVX2
}

// ErrOverflow means that a sum could overflow its type, with some position.
var ErrOverflow = errors.New("these weights can overflow")

// New makes a network from weights. It returns an error if their number is wrong, or [ErrOverflow].
func New(w *Weights) (*Net, error) {
	h := w.Hidden
	if h <= 0 || h%stride != 0 || h > maxHidden || len(w.Rows) != Features*h || len(w.Bias) != h ||
		len(w.Out) != Buckets*2*h {
		return nil, fmt.Errorf("weights of %d, %d, %d numbers do not make a network of %d hidden units", len(w.Rows),
			len(w.Bias), len(w.Out), h)
	}
	if err := w.checkOverflow(); err != nil {
		return nil, err
	}
	n := &Net{words: h / lanes, rows: pack(w.Rows), bias: pack(w.Bias), out: pack(w.Out), outBias: w.OutBias,
		vector: hasVector}
	sum := fnv.New64a()
	sum.Write(w.bytes())
	n.checksum = sum.Sum64()
	return n, nil
}

// checkOverflow returns an error if a sum could overflow. A hidden unit sums its bias and at most 32 pieces, none with
// more than the unit's largest weight. The output clamps each unit to QA, squares it and multiplies it by its weight:
// the unit times its weight must fit 16 bits, and the sum of all products must fit 32 bits. The output's bias is added
// to that sum in an int, which cannot overflow; a bias above 1<<24, about 1000 times 1.0, is refused as implausible.
func (w *Weights) checkOverflow() error {
	for u := range w.Hidden {
		largest := 0
		for f := range Features {
			largest = max(largest, magnitude(w.Rows[f*w.Hidden+u]))
		}
		if reach := magnitude(w.Bias[u]) + 32*largest; reach > 1<<15-1 {
			return fmt.Errorf("%w: hidden unit %d reaches %d", ErrOverflow, u, reach)
		}
	}
	for b := range Buckets {
		sum := 0
		for _, x := range w.Out[b*2*w.Hidden : (b+1)*2*w.Hidden] {
			if QA*magnitude(x) > 1<<15-1 {
				return fmt.Errorf("%w: an output weight of %d", ErrOverflow, x)
			}
			sum += QA * QA * magnitude(x)
		}
		if sum > 1<<31-1 {
			return fmt.Errorf("%w: output %d reaches %d", ErrOverflow, b, sum)
		}
		if v := int(w.OutBias[b]); v > 1<<24 || v < -1<<24 {
			return fmt.Errorf("%w: an output bias of %d", ErrOverflow, v)
		}
	}
	return nil
}

func magnitude(x int16) int { return max(int(x), -int(x)) }

// pack packs four lanes into each word, the first one lowest.
func pack(w []int16) []uint64 {
	words := make([]uint64, len(w)/lanes)
	for i, x := range w {
		words[i/lanes] |= uint64(uint16(x)) << (i % lanes * 16)
	}
	return words
}

// Portable returns the same network evaluated without AVX2, to check that the result is the same.
func (n *Net) Portable() *Net {
	c := *n
	c.vector = false
	return &c
}

// Checksum distinguishes networks.
func (n *Net) Checksum() uint64 { return n.checksum }

// Hidden returns the width of an accumulator.
func (n *Net) Hidden() int { return n.words * lanes }

// A file is: magic, the hidden width as a 32-bit number, the weights in the order of Weights as little-endian numbers,
// and the CRC-32 (IEEE) of everything before it.
const magic = "yeye net 1\n"

// bytes returns the content of a file without its CRC-32.
func (w *Weights) bytes() []byte {
	var b bytes.Buffer
	b.WriteString(magic)
	for _, part := range []any{uint32(w.Hidden), w.Rows, w.Bias, w.Out, w.OutBias[:]} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			panic(err) // all of them have fixed sizes
		}
	}
	return b.Bytes()
}

// Encode returns the content of a file with the weights. [Decode] reads it.
func (w *Weights) Encode() []byte {
	b := w.bytes()
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// Decode reads weights from the content of a file. It does not check whether they can overflow; [New] does.
func Decode(file []byte) (*Weights, error) {
	body := len(file) - 4
	if body < len(magic)+4 || string(file[:len(magic)]) != magic {
		return nil, errors.New("this is not a network of Yeye")
	}
	w := &Weights{Hidden: int(binary.LittleEndian.Uint32(file[len(magic):]))}
	h := w.Hidden
	if h <= 0 || h%stride != 0 || h > maxHidden {
		return nil, fmt.Errorf("a network of %d hidden units", h)
	}
	w.Rows, w.Bias, w.Out = make([]int16, Features*h), make([]int16, h), make([]int16, Buckets*2*h)
	if want := len(magic) + 4 + 2*(len(w.Rows)+len(w.Bias)+len(w.Out)) + 4*Buckets; body != want {
		return nil, fmt.Errorf("a network of %d hidden units has %d bytes, not %d", h, want+4, len(file))
	}
	if binary.LittleEndian.Uint32(file[body:]) != crc32.ChecksumIEEE(file[:body]) {
		return nil, errors.New("the network's file is damaged")
	}
	r := bytes.NewReader(file[len(magic)+4 : body])
	for _, part := range []any{w.Rows, w.Bias, w.Out, w.OutBias[:]} {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// ReadFile reads the file at a path and makes a network of it.
func ReadFile(path string) (*Net, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n, err := Parse(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// Parse makes a network from the content of a file: [Decode], then [New].
func Parse(file []byte) (*Net, error) {
	w, err := Decode(file)
	if err != nil {
		return nil, err
	}
	return New(w)
}
