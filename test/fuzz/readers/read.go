// Reads the archives whose paths come in, a line each, and prints what is in each of them as a line of JSON.
package main

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
)

type file [3]any

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		files, err := read(lines.Text())
		answer := map[string]any{"files": files}
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		text, _ := json.Marshal(answer)
		fmt.Println(string(text))
	}
}

func read(path string) ([]file, error) {
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	files := []file{}
	for _, entry := range archive.File {
		if strings.HasSuffix(entry.Name, "/") {
			continue
		}
		content, err := entry.Open()
		if err != nil {
			return nil, err
		}
		hash := crc32.NewIEEE()
		bytes, err := io.Copy(hash, content)
		content.Close()
		if err != nil {
			return nil, err
		}
		files = append(files, file{entry.Name, bytes, hash.Sum32()})
	}
	return files, nil
}
