// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
BoundObjectReference
 kind 1 string ?
 apiVersion 2 string ?
 name 3 string ?
 uid 4 string ?
ExtraValue items=string
SelfSubjectReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 status 2 .SelfSubjectReviewStatus ?
SelfSubjectReviewStatus
 userInfo 1 .UserInfo ?
TokenRequest
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .TokenRequestSpec
 status 3 .TokenRequestStatus ?
TokenRequestSpec
 audiences 1 []string list=atomic
 expirationSeconds 4 int64 *
 boundObjectRef 3 .BoundObjectReference *
TokenRequestStatus
 token 1 string default=""
 expirationTimestamp 2 Time
TokenReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .TokenReviewSpec !
 status 3 .TokenReviewStatus ?
TokenReviewSpec
 token 1 string ?!
 audiences 2 []string ? list=atomic
TokenReviewStatus
 authenticated 1 bool ?
 user 2 .UserInfo ?
 audiences 4 []string ? list=atomic
 error 3 string ?
UserInfo
 username 1 string ?
 uid 2 string ?
 groups 3 []string ? list=atomic
 extra 4 map[].ExtraValue ?
`;
