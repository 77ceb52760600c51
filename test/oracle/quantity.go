package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/resource"
)

type quantityQuestion struct {
	Text string
	// Second operand of the comparison, the sum and the difference.
	Other *string
}

type quantityAnswer struct {
	Text      string          `json:"text"`
	Format    resource.Format `json:"format"`
	Canonical string          `json:"canonical"`
	Negated   string          `json:"negated"`
	Sign      int             `json:"sign"`
	Value     int64           `json:"value,string"`
	Milli     int64           `json:"milli,string"`
	Order     int             `json:"order"`
	Sum       string          `json:"sum"`
	Rest      string          `json:"rest"`
}

func init() { register("quantity", quantity) }

func quantity(input json.RawMessage) (any, error) {
	var asked quantityQuestion
	if err := json.Unmarshal(input, &asked); err != nil {
		return nil, err
	}
	q, err := resource.ParseQuantity(asked.Text)
	if err != nil {
		return nil, err
	}
	number, suffix := q.CanonicalizeBytes(nil)
	negated := q.DeepCopy()
	negated.Neg()
	a := quantityAnswer{
		Text:      q.String(),
		Format:    q.Format,
		Canonical: string(number) + string(suffix),
		Negated:   negated.String(),
		Sign:      q.Sign(),
		Value:     q.Value(),
		Milli:     q.MilliValue(),
	}
	if asked.Other == nil {
		return a, nil
	}
	other, err := resource.ParseQuantity(*asked.Other)
	if err != nil {
		return nil, err
	}
	sum, rest := q.DeepCopy(), q.DeepCopy()
	sum.Add(other.DeepCopy())
	rest.Sub(other.DeepCopy())
	a.Order, a.Sum, a.Rest = q.Cmp(other), sum.String(), rest.String()
	return a, nil
}
