package main

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// client keeps every connection alive and never negotiates HTTP/2, so that one connection serves one parallel client.
var client = &http.Client{Transport: &http.Transport{
	TLSClientConfig:     &tls.Config{InsecureSkipVerify: true},
	TLSNextProto:        map[string]func(string, *tls.Conn) http.RoundTripper{},
	MaxIdleConns:        1000,
	MaxIdleConnsPerHost: 1000,
	DisableCompression:  true,
}}

func request(method, path string, body []byte, contentType string) (*http.Response, error) {
	req, err := http.NewRequest(method, *server+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+*token)
	req.Header.Set("Accept", "application/json")
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return client.Do(req)
}

// call makes one request and returns the whole answer; any status of 400 or more is an error that carries the answer.
func call(method, path string, body []byte, contentType string) ([]byte, error) {
	res, err := request(method, path, body, contentType)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 400 {
		err = fmt.Errorf("%s %s: %d %s", method, path, res.StatusCode, data)
	}
	return data, err
}

// template is an object body with placeholders.
type template string

func load(kind string) template {
	data, err := os.ReadFile(filepath.Join(*objects, kind+".json"))
	check(err)
	return template(data)
}

func (t template) render(ns, name string, i int) []byte {
	return []byte(strings.NewReplacer("@NAME@", name, "@NS@", ns, "@I@", strconv.Itoa(i)).Replace(string(t)))
}

// path is the collection of a kind in a namespace.
func path(kind, ns string) string {
	switch plural := strings.SplitN(kind, "-", 2)[0] + "s"; plural {
	case "configmaps":
		return "/api/v1/namespaces/" + ns + "/" + plural
	case "deployments":
		return "/apis/apps/v1/namespaces/" + ns + "/" + plural
	default:
		return "/apis/" + group + "/v1/namespaces/" + ns + "/" + plural
	}
}

func name(i int) string { return fmt.Sprintf("web-%06d", i) }

// resourceVersion cuts metadata.resourceVersion out of an answer without parsing all of it.
func resourceVersion(data []byte) string {
	key := []byte(`"resourceVersion":"`)
	i := bytes.Index(data, key)
	if i < 0 {
		return ""
	}
	data = data[i+len(key):]
	return string(data[:bytes.IndexByte(data, '"')])
}

func ensureNamespace(ns string) {
	ensure("/api/v1/namespaces", `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"`+ns+`"}}`)
}
