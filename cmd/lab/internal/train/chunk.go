package train

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"yeye/ai"
)

// ChunkGames is the number of games in a file of positions.
const ChunkGames = 256

// heldOutGames of every heldOutModulus games are validation data.
const heldOutGames, heldOutModulus = 8, 256

// IsValidation reports whether the sample's game is validation data.
func IsValidation(gameByte uint8) bool { return int(gameByte) >= heldOutModulus-heldOutGames }

func chunkPath(dir string, n int) string { return filepath.Join(dir, fmt.Sprintf("%06d.positions", n)) }

// ChunkInfo describes a complete chunk.
type ChunkInfo struct {
	Chunk, Positions int
	Old              bool // it already existed
}

// Generate makes the chunks below to that do not exist in dir yet, with that many workers. It calls done for each
// chunk, existing ones first, and never concurrently. It returns an error if the folder was made with other settings.
func Generate(ctx context.Context, dir string, p Play, o ai.Options, to, workers int, done func(ChunkInfo)) error {
	return generate(ctx, dir, p, o, to, workers, ChunkGames, done)
}

// generate is Generate with a number of games per chunk.
func generate(
	ctx context.Context,
	dir string,
	p Play,
	o ai.Options,
	to, workers, games int,
	done func(ChunkInfo),
) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := checkSettings(filepath.Join(dir, "settings.json"), p); err != nil {
		return err
	}
	var missing []int
	for n := range to {
		switch info, err := os.Stat(chunkPath(dir, n)); {
		case err == nil:
			done(ChunkInfo{n, int(info.Size() / RecordSize), true})
		case errors.Is(err, os.ErrNotExist):
			missing = append(missing, n)
		default:
			return err
		}
	}
	made := make(chan ChunkInfo)
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range max(1, workers) {
		group.Go(func() error {
			player := NewPlayer(p, o)
			for {
				k := int(next.Add(1)) - 1
				if k >= len(missing) {
					return nil
				}
				n, err := player.chunk(ctx, dir, missing[k], games)
				if err != nil {
					return err
				}
				made <- ChunkInfo{missing[k], n, false}
			}
		})
	}
	failed := make(chan error, 1)
	go func() {
		failed <- group.Wait()
		close(made)
	}()
	for m := range made {
		done(m)
	}
	return <-failed
}

// checkSettings returns an error if a folder was made with other settings.
func checkSettings(file string, settings any) error {
	current, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	switch stored, err := os.ReadFile(file); {
	case errors.Is(err, os.ErrNotExist):
		return os.WriteFile(file, current, 0o644)
	case err != nil:
		return err
	case string(stored) != string(current):
		return fmt.Errorf("%s was created with %s, not %s: use another folder", filepath.Dir(file), stored, current)
	}
	return nil
}

// chunk plays the games of chunk n and writes them to a temporary file that is then renamed, so that a file with the
// final name is complete.
func (p *Player) chunk(ctx context.Context, dir string, n, games int) (positions int, err error) {
	path := chunkPath(dir, n)
	file, err := os.Create(path + ".part")
	if err != nil {
		return 0, err
	}
	defer func() {
		file.Close()
		if err != nil {
			os.Remove(path + ".part")
		}
	}()
	out := bufio.NewWriterSize(file, 1<<16)
	for i := n * games; i < (n+1)*games; i++ {
		samples, err := p.Game(ctx, i)
		if err != nil {
			return 0, err
		}
		for k := range samples {
			r := samples[k].Pack()
			if _, err := out.Write(r[:]); err != nil {
				return 0, err
			}
		}
		positions += len(samples)
	}
	if err := errors.Join(out.Flush(), file.Sync(), file.Close()); err != nil {
		return 0, err
	}
	return positions, os.Rename(path+".part", path)
}

// Chunks returns the files of positions in dir, in order.
func Chunks(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.positions"))
	slices.Sort(files)
	return files, err
}

// ReadChunk returns the records of one file.
func ReadChunk(path string) ([]Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size()%RecordSize != 0 {
		return nil, fmt.Errorf("%s: %d bytes are not a whole number of positions", path, info.Size())
	}
	records := make([]Record, info.Size()/RecordSize)
	in := bufio.NewReaderSize(file, 1<<20)
	for i := range records {
		if _, err := io.ReadFull(in, records[i][:]); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return records, nil
}
