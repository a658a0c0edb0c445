package train

import "fmt"

// Data holds positions to fit to (Training) and validation data (Validation).
type Data struct{ Training, Validation []Record }

// Load reads the first chunks chunks of each folder, all if chunks is 0.
func Load(dirs []string, chunks int) (*Data, error) {
	d := &Data{}
	for _, dir := range dirs {
		files, err := Chunks(dir)
		if err != nil {
			return nil, err
		}
		if chunks > 0 {
			files = files[:min(chunks, len(files))]
		}
		for _, f := range files {
			records, err := ReadChunk(f)
			if err != nil {
				return nil, err
			}
			for _, r := range records {
				if IsValidation(r[RecordSize-1]) {
					d.Validation = append(d.Validation, r)
				} else {
					d.Training = append(d.Training, r)
				}
			}
		}
	}
	if len(d.Training) == 0 || len(d.Validation) == 0 {
		return nil, fmt.Errorf("%v have no positions to fit to and measure on", dirs)
	}
	return d, nil
}
