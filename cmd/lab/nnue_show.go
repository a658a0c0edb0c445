package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"text/tabwriter"

	"yeye/ai/net"
	"yeye/cmd/lab/internal/train"
	"yeye/game"
)

// nnueShowCmd describes the training data: the distribution of labels, pieces, sides and results,
// and the number of duplicate positions.
type nnueShowCmd struct {
	Dir    string `arg:"" type:"path" help:"Folder of positions."`
	Chunks int    `default:"20" help:"Maximum number of files to read, spread over all; 0 for all."`
	Net    string `type:"existingfile" help:"Network file: report its error on held-back positions beside the built-in one's."`
}

func (c *nnueShowCmd) Run() error {
	files, err := train.Chunks(c.Dir)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s holds no positions", c.Dir)
	}
	var s datasetStats
	var heldOut []train.Record
	for _, file := range sampled(files, c.Chunks) {
		records, err := train.ReadChunk(file)
		if err != nil {
			return err
		}
		for k := range records {
			s.add(&records[k])
			if train.IsValidation(records[k][train.RecordSize-1]) {
				heldOut = append(heldOut, records[k])
			}
		}
	}
	if s.n == 0 { // files may be empty, and an empty set has no quantiles
		return fmt.Errorf("%s holds no positions", c.Dir)
	}
	if err := s.print(len(files)); err != nil || c.Net == "" {
		return err
	}
	n, err := net.ReadFile(c.Net)
	if err != nil {
		return err
	}
	all, by := train.Compare(n, heldOut)
	fmt.Printf("mean squared error of %d positions: network %.5f, built in %.5f\n", all.Positions, all.Net,
		all.BuiltIn)
	for i, e := range by {
		fmt.Printf("%2d–%2d pieces, %d positions: network %.5f, built in %.5f\n", 4*i+1, 4*i+4, e.Positions, e.Net,
			e.BuiltIn)
	}
	return nil
}

// sampled returns at most n of the files, evenly spaced; all of them if n is not positive.
func sampled(files []string, n int) []string {
	if n <= 0 || n >= len(files) {
		return files
	}
	some := make([]string, n)
	for i := range some {
		some[i] = files[i*len(files)/n]
	}
	return some
}

// datasetStats holds the distribution of the positions read.
type datasetStats struct {
	n, branches, black, heldOut int
	results                     [4]int
	pieces                      [33]int
	halfmoveClocks              [4]int
	scores                      []int
	sum, sumOfSquares           float64
	keys                        []uint64
}

func (s *datasetStats) add(r *train.Record) {
	sample := r.Unpack()
	s.n++
	if sample.Branch {
		s.branches++
	}
	if sample.Turn == game.Black {
		s.black++
	}
	if train.IsValidation(sample.Game) {
		s.heldOut++
	}
	s.results[sample.Result]++
	count := 0
	for _, p := range sample.Board {
		if p != game.NoPiece {
			count++
		}
	}
	s.pieces[min(count, 32)]++
	s.halfmoveClocks[min(sample.HalfmoveClock/20, 3)]++
	s.scores = append(s.scores, sample.Score)
	s.sum += float64(sample.Score)
	s.sumOfSquares += float64(sample.Score) * float64(sample.Score)
	p := sample.Position()
	s.keys = append(s.keys, p.Key())
}

func (s *datasetStats) print(files int) error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(s.n)) }
	slices.Sort(s.keys)
	fmt.Fprintf(out, "positions looked at\t%d, of %d files\n", s.n, files)
	fmt.Fprintf(out, "there more than once\t%s\n", share(s.n-len(slices.Compact(s.keys))))
	fmt.Fprintf(out, "a move away from a game\t%s\n", share(s.branches))
	fmt.Fprintf(out, "Black to move\t%s\n", share(s.black))
	fmt.Fprintf(out, "held back\t%s\n", share(s.heldOut))
	for r, n := range s.results {
		fmt.Fprintf(out, "result %s\t%s\n", game.Result(r), share(n))
	}
	mean := s.sum / float64(s.n)
	fmt.Fprintf(out, "score\tmean %.1f, deviation %.0f\n", mean, math.Sqrt(s.sumOfSquares/float64(s.n)-mean*mean))
	slices.Sort(s.scores)
	for _, q := range []int{1, 5, 25, 50, 75, 95, 99} {
		fmt.Fprintf(out, "score, %d %% below\t%d\n", q, s.scores[len(s.scores)*q/100])
	}
	for from := 0; from < 32; from += 4 {
		n := 0
		for _, k := range s.pieces[from+1 : from+5] {
			n += k
		}
		fmt.Fprintf(out, "%d–%d pieces\t%s\n", from+1, from+4, share(n))
	}
	for i, n := range s.halfmoveClocks {
		upTo := fmt.Sprintf("–%d plies", i*20+19)
		if i == len(s.halfmoveClocks)-1 { // the last line counts all the rest
			upTo = " plies and more"
		}
		fmt.Fprintf(out, "%d%s since a capture\t%s\n", i*20, upTo, share(n))
	}
	return out.Flush()
}
