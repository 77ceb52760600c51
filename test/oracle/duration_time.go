package main

import (
	"encoding/json"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Each part answers with the exact value and with the text that an object would carry.
func init() {
	register("duration", func(input json.RawMessage) (any, error) {
		var d metav1.Duration
		err := d.UnmarshalJSON(input)
		return []string{strconv.FormatInt(int64(d.Duration), 10), d.ToUnstructured().(string)}, err
	})
	register("time", func(input json.RawMessage) (any, error) {
		var t metav1.Time
		err := t.UnmarshalJSON(input)
		return []string{strconv.FormatInt(t.UnixMilli(), 10), t.UTC().Format(time.RFC3339)}, err
	})
	register("micro-time", func(input json.RawMessage) (any, error) {
		var t metav1.MicroTime
		err := t.UnmarshalJSON(input)
		return []string{strconv.FormatInt(t.UnixMicro(), 10), t.UTC().Format(metav1.RFC3339Micro)}, err
	})
}
