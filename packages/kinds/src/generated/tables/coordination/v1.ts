// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
Lease
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .LeaseSpec ?
LeaseList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Lease !
LeaseSpec
 holderIdentity 1 string *?
 leaseDurationSeconds 2 int32 *?
 acquireTime 3 MicroTime *?
 renewTime 4 MicroTime *?
 leaseTransitions 5 int32 *?
 strategy 6 string *?
 preferredHolder 7 string *?
`;
