// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
ExtraValue items=string
FieldSelectorAttributes
 rawSelector 1 string ?
 requirements 2 []meta/v1.FieldSelectorRequirement ? list=atomic
LabelSelectorAttributes
 rawSelector 1 string ?
 requirements 2 []meta/v1.LabelSelectorRequirement ? list=atomic
LocalSubjectAccessReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .SubjectAccessReviewSpec !
 status 3 .SubjectAccessReviewStatus ?
NonResourceAttributes
 path 1 string ?
 verb 2 string ?
NonResourceRule
 verbs 1 []string ! list=atomic
 nonResourceURLs 2 []string ? list=atomic
ResourceAttributes
 namespace 1 string ?
 verb 2 string ?
 group 3 string ?
 version 4 string ?
 resource 5 string ?
 subresource 6 string ?
 name 7 string ?
 fieldSelector 8 .FieldSelectorAttributes *?
 labelSelector 9 .LabelSelectorAttributes *?
ResourceRule
 verbs 1 []string ! list=atomic
 apiGroups 2 []string ? list=atomic
 resources 3 []string ? list=atomic
 resourceNames 4 []string ? list=atomic
SelfSubjectAccessReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .SelfSubjectAccessReviewSpec !
 status 3 .SubjectAccessReviewStatus ?
SelfSubjectAccessReviewSpec
 resourceAttributes 1 .ResourceAttributes *?
 nonResourceAttributes 2 .NonResourceAttributes *?
SelfSubjectRulesReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .SelfSubjectRulesReviewSpec !
 status 3 .SubjectRulesReviewStatus ?
SelfSubjectRulesReviewSpec
 namespace 1 string ?
SubjectAccessReview
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .SubjectAccessReviewSpec !
 status 3 .SubjectAccessReviewStatus ?
SubjectAccessReviewSpec
 resourceAttributes 1 .ResourceAttributes *?
 nonResourceAttributes 2 .NonResourceAttributes *?
 user 3 string ?
 groups 4 []string ? list=atomic
 extra 5 map[].ExtraValue ?
 uid 6 string ?
SubjectAccessReviewStatus
 allowed 1 bool ! default=false
 denied 4 bool ?
 reason 2 string ?
 evaluationError 3 string ?
SubjectRulesReviewStatus
 resourceRules 1 [].ResourceRule ! list=atomic
 nonResourceRules 2 [].NonResourceRule ! list=atomic
 incomplete 3 bool ! default=false
 evaluationError 4 string ?
`;
