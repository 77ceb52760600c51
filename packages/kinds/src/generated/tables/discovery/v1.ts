// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
Endpoint
 addresses 1 []string ! list=set
 conditions 2 .EndpointConditions ?
 hostname 3 string *?
 targetRef 4 core/v1.ObjectReference *?
 deprecatedTopology 5 map[]string ?
 nodeName 6 string *?
 zone 7 string *?
 hints 8 .EndpointHints *?
EndpointConditions
 ready 1 bool *?
 serving 2 bool *?
 terminating 3 bool *?
EndpointHints
 forZones 1 [].ForZone ? list=atomic
 forNodes 2 [].ForNode ? list=atomic
EndpointPort map=atomic
 name 1 string *?
 protocol 2 string *?
 port 3 int32 *?
 appProtocol 4 string *?
EndpointSlice
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 addressType 4 string ! default=""
 endpoints 2 [].Endpoint list=atomic
 ports 3 [].EndpointPort list=atomic
EndpointSliceList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].EndpointSlice !
ForNode
 name 1 string ! default=""
ForZone
 name 1 string ! default=""
`;
