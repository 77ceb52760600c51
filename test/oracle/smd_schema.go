package main

import (
	"sort"

	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"sigs.k8s.io/json"
)

// smdType turns a shape into a type of structured-merge-diff. Everything is inlined, except that "any" refers to the named
// type by which the library recognises content that nobody described.
func smdType(shape *Shape) typed.ParseableType {
	return typed.ParseableType{
		TypeRef: smdRef(shape),
		Schema:  &schema.Schema{Types: typed.DeducedParseableType.Schema.Types},
	}
}

func smdRef(shape *Shape) schema.TypeRef {
	switch shape.Type {
	case "scalar":
		scalar := smdScalar(shape.Scalar)
		return schema.TypeRef{Inlined: schema.Atom{Scalar: &scalar}}
	case "list":
		return schema.TypeRef{Inlined: schema.Atom{List: smdList(shape)}}
	case "map":
		return schema.TypeRef{Inlined: schema.Atom{Map: smdMap(shape)}}
	}
	return typed.DeducedParseableType.TypeRef
}

func smdScalar(name string) schema.Scalar {
	switch name {
	case "string":
		return schema.String
	case "number":
		return schema.Numeric
	case "boolean":
		return schema.Boolean
	}
	return schema.Untyped
}

func smdList(shape *Shape) *schema.List {
	list := &schema.List{ElementType: smdRef(shape.Items), ElementRelationship: schema.Associative}
	switch shape.List {
	case "atomic":
		list.ElementRelationship = schema.Atomic
	case "map":
		list.Keys = shape.Keys
	}
	return list
}

func smdMap(shape *Shape) *schema.Map {
	m := &schema.Map{}
	if shape.Map == "atomic" {
		m.ElementRelationship = schema.Atomic
	}
	if shape.Values != nil {
		m.ElementType = smdRef(shape.Values)
	}
	for name, field := range shape.Fields {
		structField := schema.StructField{Name: name, Type: smdRef(field.Shape)}
		if field.Default != nil {
			if err := json.UnmarshalCaseSensitivePreserveInts(field.Default, &structField.Default); err != nil {
				panic(err)
			}
		}
		m.Fields = append(m.Fields, structField)
	}
	sort.Slice(m.Fields, func(i, j int) bool { return m.Fields[i].Name < m.Fields[j].Name })
	return m
}
