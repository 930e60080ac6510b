package render

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"strings"
	"testing"
)

// TestPolicy: the page says itself that nothing runs in it and nothing is
// fetched by it but its own script and style, named by their hashes (hardening,
// D6).
func TestPolicy(t *testing.T) {
	_, f := lossFile(t)
	page := string(rendered(t, f, "html", Options{}))
	m := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatchIndex(page)
	if m == nil || m[0] > strings.Index(page, "<script") || m[0] > strings.Index(page, "<style") {
		t.Fatal("no policy stands before the first script and style")
	}
	policy := html.UnescapeString(page[m[2]:m[3]])
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %s", policy)
	}
	for _, element := range []string{`(?s)<script>(.*?)</script>`, `(?s)<style>(.*?)</style>`} {
		for _, own := range regexp.MustCompile(element).FindAllStringSubmatch(page, -1) {
			sum := sha256.Sum256([]byte(own[1]))
			if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, hash) {
				t.Errorf("the policy lacks %s, the hash of %.60q", hash, own[1])
			}
		}
	}
}
