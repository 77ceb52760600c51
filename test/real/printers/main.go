// Printers shows objects as kube-apiserver shows them in Tables: an object a line in, its row a line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	"k8s.io/kubernetes/pkg/printers"
	printersinternal "k8s.io/kubernetes/pkg/printers/internalversion"
	printerstorage "k8s.io/kubernetes/pkg/printers/storage"
)

// Row is what the object became on the way, how it is shown, and between which moments that was.
type Row struct {
	Object     json.RawMessage            `json:"object,omitempty"`
	Cells      []any                      `json:"cells,omitempty"`
	Conditions []metav1.TableRowCondition `json:"conditions,omitempty"`
	BeginMs    float64                    `json:"beginMs,omitempty"`
	EndMs      float64                    `json:"endMs,omitempty"`
	Error      string                     `json:"error,omitempty"`
}

var convertor = printerstorage.TableConvertor{
	TableGenerator: printers.NewTableGenerator().With(printersinternal.AddHandlers),
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	answers := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		row, err := show(line)
		if err != nil {
			row = Row{Error: err.Error()}
		}
		if err := answers.Encode(row); err != nil {
			panic(err)
		}
	}
}

// show reads the object twice, because what is empty is lost when it is stored.
func show(text []byte) (Row, error) {
	decoder := legacyscheme.Codecs.UniversalDecoder()
	var head metav1.TypeMeta
	if err := json.Unmarshal(text, &head); err != nil {
		return Row{}, err
	}
	sent, _, err := decoder.Decode(text, nil, nil)
	if err != nil {
		return Row{}, err
	}
	codec := legacyscheme.Codecs.LegacyCodec(head.GroupVersionKind().GroupVersion())
	stored, err := runtime.Encode(codec, sent)
	if err != nil {
		return Row{}, err
	}
	object, _, err := decoder.Decode(stored, nil, nil)
	if err != nil {
		return Row{}, err
	}
	begin := nowMs()
	table, err := convertor.ConvertToTable(context.Background(), object, &metav1.TableOptions{})
	if err != nil {
		return Row{}, err
	}
	row := table.Rows[0]
	return Row{Object: stored, Cells: row.Cells, Conditions: row.Conditions, BeginMs: begin, EndMs: nowMs()}, nil
}

func nowMs() float64 {
	return float64(time.Now().UnixMicro()) / 1000
}
