package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strconv"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// renderCelValue writes a value as JSON that names its type, {"int": "5"}, so that 1, 1u and 1.0 stay apart. Maps and objects are
// lists of pairs in the order of their rendered keys, because Go's order is none.
func renderCelValue(value ref.Val) any {
	switch v := value.(type) {
	case types.Null:
		return map[string]any{"null": true}
	case types.Bool:
		return map[string]any{"bool": bool(v)}
	case types.Int:
		return map[string]any{"int": strconv.FormatInt(int64(v), 10)}
	case types.Uint:
		return map[string]any{"uint": strconv.FormatUint(uint64(v), 10)}
	case types.Double:
		return map[string]any{"double": renderCelDouble(float64(v))}
	case types.String:
		return map[string]any{"string": string(v)}
	case types.Bytes:
		return map[string]any{"bytes": base64.StdEncoding.EncodeToString(v)}
	case types.Timestamp:
		return map[string]any{"timestamp": v.Time.UTC().Format(time.RFC3339Nano)}
	case types.Duration:
		return map[string]any{"duration": strconv.FormatInt(int64(v.Duration), 10)}
	case *types.Type:
		return map[string]any{"type": v.TypeName()}
	case *types.Optional:
		if !v.HasValue() {
			return map[string]any{"optional": nil}
		}
		return map[string]any{"optional": renderCelValue(v.GetValue())}
	case traits.Mapper:
		return renderCelEntries(v, func(key ref.Val) ref.Val { return v.Get(key) })
	case traits.Lister:
		items := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			items = append(items, renderCelValue(it.Next()))
		}
		return map[string]any{"list": items}
	}
	if fields, ok := value.(traits.Iterable); ok {
		if indexer, ok := value.(traits.Indexer); ok {
			return renderCelEntries(fields, indexer.Get)
		}
	}
	// A type of a library, or an object with declared fields: what it is called and what Go prints for it.
	return map[string]any{"opaque": value.Type().TypeName(), "text": fmt.Sprint(value.Value())}
}

func renderCelDouble(value float64) string {
	if math.IsInf(value, 0) || math.IsNaN(value) {
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	text, _ := json.Marshal(value)
	return string(text)
}

func renderCelEntries(keys traits.Iterable, get func(ref.Val) ref.Val) any {
	entries := [][2]any{}
	order := []string{}
	for it := keys.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		rendered := renderCelValue(key)
		text, _ := json.Marshal(rendered)
		at := sort.SearchStrings(order, string(text))
		order = append(order[:at], append([]string{string(text)}, order[at:]...)...)
		entries = append(entries[:at], append([][2]any{{rendered, renderCelValue(get(key))}}, entries[at:]...)...)
	}
	return map[string]any{"map": entries}
}
