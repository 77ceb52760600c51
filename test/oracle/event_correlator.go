package main

import (
	"encoding/json"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/record"
	clocktesting "k8s.io/utils/clock/testing"
)

type recordedEvent struct {
	AfterMs int64  `json:"afterMs"`
	Object  string `json:"object"`
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Note    string `json:"note"`
}

// What is written for an event: its count and its text, and under which name.
type writtenEvent struct {
	Name    string `json:"name"`
	Count   int32  `json:"count"`
	Message string `json:"message"`
}

// Correlates a sequence of events as client-go's older recorder does; what is held back is null.
func init() {
	register("event-correlator", func(input json.RawMessage) (any, error) {
		var events []recordedEvent
		if err := json.Unmarshal(input, &events); err != nil {
			return nil, err
		}
		clock := clocktesting.NewFakePassiveClock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		correlator := record.NewEventCorrelator(clock)
		written := make([]*writtenEvent, len(events))
		for i, event := range events {
			clock.SetTime(clock.Now().Add(time.Duration(event.AfterMs) * time.Millisecond))
			now := metav1.NewTime(clock.Now())
			result, err := correlator.EventCorrelate(&v1.Event{
				ObjectMeta:     metav1.ObjectMeta{Name: fmt.Sprintf("%s.%d", event.Object, i), Namespace: "default"},
				InvolvedObject: v1.ObjectReference{Kind: "ConfigMap", Namespace: "default", Name: event.Object, UID: "u", APIVersion: "v1"},
				Source:         v1.EventSource{Component: "boxes"},
				Type:           event.Type,
				Reason:         event.Reason,
				Message:        event.Note,
				Count:          1,
				FirstTimestamp: now,
				LastTimestamp:  now,
			})
			if err != nil {
				return nil, err
			}
			if !result.Skip {
				written[i] = &writtenEvent{result.Event.Name, result.Event.Count, result.Event.Message}
			}
		}
		return written, nil
	})
}
