package main

import (
	"encoding/json"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
)

func init() {
	register("merge-patch", func(input json.RawMessage) (any, error) {
		return onDocuments(input, func(documents []json.RawMessage) ([]byte, error) {
			return jsonpatch.MergePatch(documents[0], documents[1])
		})
	})
	register("merge-patch-diff", func(input json.RawMessage) (any, error) {
		return onDocuments(input, func(documents []json.RawMessage) ([]byte, error) {
			return jsonpatch.CreateMergePatch(documents[0], documents[1])
		})
	})
	register("three-way-merge-patch", func(input json.RawMessage) (any, error) {
		return onDocuments(input, func(documents []json.RawMessage) ([]byte, error) {
			return jsonmergepatch.CreateThreeWayJSONMergePatch(documents[0], documents[1], documents[2])
		})
	})
	// As kube-apiserver applies it, save for negative indexes, which RFC 6902 does not know.
	jsonpatch.SupportNegativeIndices = false
	jsonpatch.AccumulatedCopySizeLimit = 3 << 20
	register("json-patch", func(input json.RawMessage) (any, error) {
		return onDocuments(input, func(documents []json.RawMessage) ([]byte, error) {
			patch, err := jsonpatch.DecodePatch(documents[1])
			if err != nil {
				return nil, err
			}
			return patch.Apply(documents[0])
		})
	})
}

// onDocuments calls a function of JSON texts with the documents of a question, and answers with its result.
func onDocuments(input json.RawMessage, call func([]json.RawMessage) ([]byte, error)) (any, error) {
	var documents []json.RawMessage
	if err := json.Unmarshal(input, &documents); err != nil {
		return nil, err
	}
	result, err := call(documents)
	return json.RawMessage(result), err
}
