package main

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// A conditionStep either sets a condition or removes those of a type.
type conditionStep struct {
	Set    *metav1.Condition `json:"set"`
	Remove string            `json:"remove"`
}

type conditionAnswer struct {
	Changed    bool               `json:"changed"`
	Conditions []metav1.Condition `json:"conditions"`
	True       bool               `json:"true"`
	False      bool               `json:"false"`
	Unknown    bool               `json:"unknown"`
}

// Upstream takes the time from the process. The cases live in the past, so a time after all of theirs was taken from there.
func withNow(conditions []metav1.Condition, now metav1.Time) {
	for i := range conditions {
		if conditions[i].LastTransitionTime.After(now.Add(time.Hour)) {
			conditions[i].LastTransitionTime = now
		}
	}
}

func init() {
	register("conditions", func(input json.RawMessage) (any, error) {
		var in struct {
			Conditions []metav1.Condition `json:"conditions"`
			Steps      []conditionStep    `json:"steps"`
			Now        metav1.Time        `json:"now"`
		}
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		conditions := in.Conditions
		answers := []conditionAnswer{}
		for _, step := range in.Steps {
			var changed bool
			name := step.Remove
			if step.Set != nil {
				changed = meta.SetStatusCondition(&conditions, *step.Set)
				name = step.Set.Type
			} else {
				changed = meta.RemoveStatusCondition(&conditions, name)
			}
			withNow(conditions, in.Now)
			answers = append(answers, conditionAnswer{
				Changed:    changed,
				Conditions: append([]metav1.Condition{}, conditions...),
				True:       meta.IsStatusConditionTrue(conditions, name),
				False:      meta.IsStatusConditionFalse(conditions, name),
				Unknown:    meta.IsStatusConditionPresentAndEqual(conditions, name, metav1.ConditionUnknown),
			})
		}
		return answers, nil
	})
	register("controller-of", func(input json.RawMessage) (any, error) {
		var in struct {
			References []metav1.OwnerReference `json:"references"`
			OwnerUID   types.UID               `json:"ownerUid"`
		}
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		child := &metav1.ObjectMeta{OwnerReferences: in.References}
		owner := &metav1.ObjectMeta{UID: in.OwnerUID}
		return map[string]any{
			"controller":   metav1.GetControllerOf(child),
			"isControlled": metav1.IsControlledBy(child, owner),
		}, nil
	})
}
