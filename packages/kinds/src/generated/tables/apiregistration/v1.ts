// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
APIService
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .APIServiceSpec ?
 status 3 .APIServiceStatus ?
APIServiceCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastTransitionTime 3 Time ?
 reason 4 string ?
 message 5 string ?
APIServiceList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].APIService !
APIServiceSpec
 service 1 .ServiceReference *?
 group 2 string ?
 version 3 string ?
 insecureSkipTLSVerify 4 bool ?
 caBundle 5 bytes ? list=atomic
 groupPriorityMinimum 7 int32 ! default=0
 versionPriority 8 int32 ! default=0
APIServiceStatus
 conditions 1 [].APIServiceCondition ? list=map:type patch=merge:type
ServiceReference
 namespace 1 string ?
 name 2 string ?
 port 3 int32 *?
`;
