// Package outfile writes the files that a user asks for: whole, or not at all.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file that the user wants: under another name beside it, which
// becomes its name when all is written. So there is the old file or the new one,
// whole. A link is followed. What is no file, and a file in a directory that
// takes no new one, is written in place.
func Write(file string, write func(io.Writer) error) error {
	path, err := followed(file)
	if err != nil {
		return err
	}
	f, err := beside(path)
	if errors.Is(err, errInPlace) {
		return inPlace(path, write)
	}
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Sync())
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return unwrapped(file, err)
	}
	return nil
}

// unwrapped is an error about the file that the user named, whatever name it
// had when it came up.
func unwrapped(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &fs.PathError{Op: path.Op, Path: file, Err: path.Err}
	}
	return err
}

// inPlace writes what cannot be replaced.
func inPlace(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// errInPlace says that no other file can stand in for one.
var errInPlace = errors.New("to be written in place")

// beside makes a new file that can take the name and the mode of another.
func beside(path string) (*os.File, error) {
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("is a directory")}
	case err == nil && !info.Mode().IsRegular():
		return nil, errInPlace
	case err == nil:
		if err := opens(path); err != nil {
			return nil, err
		}
		mode = info.Mode().Perm()
	}
	there := err == nil
	name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), os.Getpid()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	switch {
	case err != nil && there && errors.Is(err, fs.ErrPermission):
		return nil, errInPlace
	case err != nil:
		return nil, unwrapped(path, err)
	case there:
		_ = f.Chmod(mode) // as it was, where the system has such a thing
	}
	return f, nil
}

// opens reports why a file cannot be written.
func opens(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// followed is where links lead, also if nothing is there.
func followed(file string) (string, error) {
	for range 40 {
		to, err := os.Readlink(file)
		if err != nil {
			return file, nil // no link, or nothing: opening it tells
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(file), to)
		}
		file = to
	}
	return "", &fs.PathError{Op: "open", Path: file, Err: errors.New("too many links")}
}

// Writable makes sure, before a run that may take hours, that a file can be
// written. It leaves everything as it was.
func Writable(file string) error {
	path, err := followed(file)
	if err == nil {
		var f *os.File
		if f, err = beside(path); err == nil {
			f.Close()
			os.Remove(f.Name())
		}
	}
	if err == nil || errors.Is(err, errInPlace) {
		return nil
	}
	return err
}

// Remove takes away a file, also one that a link leads to, but neither the link
// nor what is no file: a device, a pipe.
func Remove(file string) (removed bool, err error) {
	file, err = filepath.EvalSymlinks(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	return true, os.Remove(file)
}

// Append adds to a file that others add to as well, which is made if there is none.
func Append(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
