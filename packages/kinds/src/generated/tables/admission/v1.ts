// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
AdmissionRequest
 uid 1 string
 kind 2 meta/v1.GroupVersionKind
 resource 3 meta/v1.GroupVersionResource
 subResource 4 string ?
 requestKind 13 meta/v1.GroupVersionKind *?
 requestResource 14 meta/v1.GroupVersionResource *?
 requestSubResource 15 string ?
 name 5 string ?
 namespace 6 string ?
 operation 7 string
 userInfo 8 authentication/v1.UserInfo
 object 9 RawExtension ?
 oldObject 10 RawExtension ?
 dryRun 11 bool *?
 options 12 RawExtension ?
AdmissionResponse
 uid 1 string
 allowed 2 bool
 status 3 meta/v1.Status *?
 patch 4 bytes ?
 patchType 5 string *?
 auditAnnotations 6 map[]string ?
 warnings 7 []string ?
AdmissionReview
 ^ - meta/v1.TypeMeta
 request 1 .AdmissionRequest *?
 response 2 .AdmissionResponse *?
`;
