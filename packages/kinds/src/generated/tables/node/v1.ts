// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
Overhead
 podFixed 1 map[]Quantity ?
RuntimeClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 handler 2 string ! default=""
 overhead 3 .Overhead *?
 scheduling 4 .Scheduling *?
RuntimeClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].RuntimeClass !
Scheduling
 nodeSelector 1 map[]string ? map=atomic
 tolerations 2 []core/v1.Toleration ? list=atomic
`;
