package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"strings"
	"time"
)

// serveHook answers reviews over TLS on loopback and tells the server to ask it about every create of the kind. It wants what the
// in-process function of embedded-plane.ts wants: that an object has replicas.
func serveHook() {
	certificate, ca := selfSigned()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"h2", "http/1.1"}})
	check(err)
	go func() { check(http.Serve(listener, http.HandlerFunc(review))) }()
	plural := strings.SplitN(*kind, "-", 2)[0] + "s"
	ensure("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", fmt.Sprintf(
		`{"apiVersion":"admissionregistration.k8s.io/v1","kind":"ValidatingWebhookConfiguration","metadata":{"name":"bench"},"webhooks":[`+
			`{"name":"bench.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{"url":"https://%s/","caBundle":"%s"},`+
			`"rules":[{"operations":["CREATE"],"apiGroups":["%s"],"apiVersions":["v1"],"resources":["%s"]}]}]}`,
		listener.Addr(), base64.StdEncoding.EncodeToString(ca), group, plural))
	// A webhook counts a moment after it was written.
	time.Sleep(2 * time.Second)
}

func review(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Request struct {
			UID    string
			Object struct{ Spec struct{ Replicas int } }
		}
	}
	check(json.NewDecoder(r.Body).Decode(&asked))
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"%s","allowed":%t}}`,
		asked.Request.UID, asked.Request.Object.Spec.Replicas > 0)
}

func selfSigned() (tls.Certificate, []byte) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	check(err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
