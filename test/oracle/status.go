package main

import (
	"encoding/json"
	"errors"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kjson "sigs.k8s.io/json"
)

// A fieldErrorInput is one field error: how its path is built, what stood there, and the rest by type.
type fieldErrorInput struct {
	Type      string      `json:"type"`
	Path      [][2]string `json:"path"`
	BadValue  string      `json:"badValue"` // JSON, so that integers keep all their digits
	Detail    string      `json:"detail"`
	Supported []string    `json:"supported"`
	Amounts   [2]int      `json:"amounts"`
}

func (in fieldErrorInput) path() (path *field.Path) {
	for _, step := range in.Path {
		switch kind, text := step[0], step[1]; kind {
		case "child":
			path = path.Child(text)
		case "key":
			path = path.Key(text)
		case "index":
			var index int
			fmt.Sscan(text, &index)
			path = path.Index(index)
		}
	}
	return path
}

func (in fieldErrorInput) build() *field.Error {
	path := in.path()
	// Unstructured objects hold int64 where the number is an integer, as this decoder gives it.
	var value any
	if err := kjson.UnmarshalCaseSensitivePreserveInts([]byte(in.BadValue), &value); err != nil {
		panic(err)
	}
	switch in.Type {
	case "FieldValueRequired":
		return field.Required(path, in.Detail)
	case "FieldValueInvalid":
		return field.Invalid(path, value, in.Detail)
	case "FieldValueTypeInvalid":
		return field.TypeInvalid(path, value, in.Detail)
	case "FieldValueDuplicate":
		return field.Duplicate(path, value)
	case "FieldValueNotFound":
		return field.NotFound(path, value)
	case "FieldValueNotSupported":
		return field.NotSupported(path, value, in.Supported)
	case "FieldValueForbidden":
		return field.Forbidden(path, in.Detail)
	case "FieldValueTooLong":
		return field.TooLong(path, "", in.Amounts[1])
	case "FieldValueTooLongCharacters":
		return field.TooLongCharacters(path, "", in.Amounts[1])
	case "FieldValueTooShort":
		return field.TooShort(path, "", in.Amounts[1])
	case "FieldValueTooMany":
		return field.TooMany(path, in.Amounts[0], in.Amounts[1])
	case "FieldValueTooFew":
		return field.TooFew(path, in.Amounts[0], in.Amounts[1])
	case "InternalError":
		return field.InternalError(path, errors.New(in.Detail))
	}
	panic("no such type: " + in.Type)
}

type statusInput struct {
	Constructor  string               `json:"constructor"`
	Group        string               `json:"group"`
	Subject      string               `json:"subject"`
	Name         string               `json:"name"`
	Text         string               `json:"text"`
	Seconds      int                  `json:"seconds"`
	Errors       []fieldErrorInput    `json:"errors"`
	Causes       []metav1.StatusCause `json:"causes"`
	Code         int                  `json:"code"`
	Verb         string               `json:"verb"`
	IsUnexpected bool                 `json:"isUnexpected"`
}

func (in statusInput) build() *apierrors.StatusError {
	resource := schema.GroupResource{Group: in.Group, Resource: in.Subject}
	why := errors.New(in.Text)
	switch in.Constructor {
	case "badRequest":
		return apierrors.NewBadRequest(in.Text)
	case "unauthorized":
		return apierrors.NewUnauthorized(in.Text)
	case "forbidden":
		return apierrors.NewForbidden(resource, in.Name, why)
	case "notFound":
		return apierrors.NewNotFound(resource, in.Name)
	case "methodNotSupported":
		return apierrors.NewMethodNotSupported(resource, in.Text)
	case "alreadyExists":
		return apierrors.NewAlreadyExists(resource, in.Name)
	case "generateNameConflict":
		return apierrors.NewGenerateNameConflict(resource, in.Name, in.Seconds)
	case "conflict":
		return apierrors.NewConflict(resource, in.Name, why)
	case "applyConflict":
		return apierrors.NewApplyConflict(in.Causes, in.Text)
	case "gone":
		return apierrors.NewGone(in.Text)
	case "expired":
		return apierrors.NewResourceExpired(in.Text)
	case "requestEntityTooLarge":
		return apierrors.NewRequestEntityTooLargeError(in.Text)
	case "invalid":
		var list field.ErrorList
		for _, e := range in.Errors {
			list = append(list, e.build())
		}
		return apierrors.NewInvalid(schema.GroupKind{Group: in.Group, Kind: in.Subject}, in.Name, list)
	case "tooManyRequests":
		return apierrors.NewTooManyRequests(in.Text, in.Seconds)
	case "internalError":
		return apierrors.NewInternalError(why)
	case "serverTimeout":
		return apierrors.NewServerTimeout(resource, in.Name, in.Seconds)
	case "serviceUnavailable":
		return apierrors.NewServiceUnavailable(in.Text)
	case "timeout":
		return apierrors.NewTimeoutError(in.Text, in.Seconds)
	case "unreadableResponse":
		return apierrors.NewGenericServerResponse(in.Code, in.Verb, resource, in.Name, in.Text, in.Seconds, in.IsUnexpected)
	}
	panic("no such constructor: " + in.Constructor)
}

var predicates = map[string]func(error) bool{
	"BadRequest":            apierrors.IsBadRequest,
	"Unauthorized":          apierrors.IsUnauthorized,
	"Forbidden":             apierrors.IsForbidden,
	"NotFound":              apierrors.IsNotFound,
	"MethodNotAllowed":      apierrors.IsMethodNotSupported,
	"NotAcceptable":         apierrors.IsNotAcceptable,
	"AlreadyExists":         apierrors.IsAlreadyExists,
	"Conflict":              apierrors.IsConflict,
	"Gone":                  apierrors.IsGone,
	"Expired":               apierrors.IsResourceExpired,
	"RequestEntityTooLarge": apierrors.IsRequestEntityTooLargeError,
	"UnsupportedMediaType":  apierrors.IsUnsupportedMediaType,
	"Invalid":               apierrors.IsInvalid,
	"TooManyRequests":       apierrors.IsTooManyRequests,
	"InternalError":         apierrors.IsInternalError,
	"ServerTimeout":         apierrors.IsServerTimeout,
	"StorageReadError":      apierrors.IsStoreReadError,
	"ServiceUnavailable":    apierrors.IsServiceUnavailable,
	"Timeout":               apierrors.IsTimeout,
}

func init() {
	register("field-error", func(input json.RawMessage) (any, error) {
		var in fieldErrorInput
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		e := in.build()
		return map[string]string{"type": string(e.Type), "path": e.Field, "body": e.ErrorBody(), "text": e.Error()}, nil
	})
	register("status", func(input json.RawMessage) (any, error) {
		var in statusInput
		if err := json.Unmarshal(input, &in); err != nil {
			return nil, err
		}
		status := in.build().Status()
		status.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
		return status, nil
	})
	register("status-reasons", func(input json.RawMessage) (any, error) {
		var status metav1.Status
		if err := json.Unmarshal(input, &status); err != nil {
			return nil, err
		}
		wrapped := fmt.Errorf("wrapped: %w", &apierrors.StatusError{ErrStatus: status})
		reasons := []string{}
		for reason, is := range predicates {
			if is(wrapped) {
				reasons = append(reasons, reason)
			}
		}
		seconds, asks := apierrors.SuggestsClientDelay(wrapped)
		return map[string]any{"reasons": reasons, "seconds": seconds, "asks": asks}, nil
	})
}
