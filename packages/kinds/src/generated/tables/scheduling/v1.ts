// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
PriorityClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 value 2 int32 default=0
 globalDefault 3 bool ?
 description 4 string ?
 preemptionPolicy 5 string *?
PriorityClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PriorityClass !
`;
