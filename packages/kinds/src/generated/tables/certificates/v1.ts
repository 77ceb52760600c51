// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
CertificateSigningRequest
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .CertificateSigningRequestSpec !
 status 3 .CertificateSigningRequestStatus ?
CertificateSigningRequestCondition
 type 1 string ! default=""
 status 6 string ! default=""
 reason 2 string ?
 message 3 string ?
 lastUpdateTime 4 Time ?
 lastTransitionTime 5 Time ?
CertificateSigningRequestList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].CertificateSigningRequest !
CertificateSigningRequestSpec
 request 1 bytes !
 signerName 7 string ! default=""
 expirationSeconds 8 int32 *?
 usages 5 []string ? list=atomic
 username 2 string ?
 uid 3 string ?
 groups 4 []string ? list=atomic
 extra 6 map[].ExtraValue ?
CertificateSigningRequestStatus
 conditions 1 [].CertificateSigningRequestCondition ? list=map:type
 certificate 2 bytes ?
ExtraValue items=string
`;
