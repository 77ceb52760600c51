// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
ApplyConfiguration
 expression 1 string ?
AuditAnnotation
 key 1 string ! default=""
 valueExpression 2 string ! default=""
ExpressionWarning
 fieldRef 2 string ! default=""
 warning 3 string ! default=""
JSONPatch
 expression 1 string ?
MatchCondition
 name 1 string ! default=""
 expression 2 string ! default=""
MatchResources map=atomic
 namespaceSelector 1 meta/v1.LabelSelector *?
 objectSelector 2 meta/v1.LabelSelector *?
 resourceRules 3 [].NamedRuleWithOperations ? list=atomic
 excludeResourceRules 4 [].NamedRuleWithOperations ? list=atomic
 matchPolicy 7 string *?
MutatingAdmissionPolicy
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .MutatingAdmissionPolicySpec ?
MutatingAdmissionPolicyBinding
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .MutatingAdmissionPolicyBindingSpec ?
MutatingAdmissionPolicyBindingList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].MutatingAdmissionPolicyBinding !
MutatingAdmissionPolicyBindingSpec
 policyName 1 string ?
 paramRef 2 .ParamRef *?
 matchResources 3 .MatchResources *?
MutatingAdmissionPolicyList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].MutatingAdmissionPolicy !
MutatingAdmissionPolicySpec
 paramKind 1 .ParamKind *?
 matchConstraints 2 .MatchResources *?
 variables 3 [].Variable ? list=atomic
 mutations 4 [].Mutation ? list=atomic
 failurePolicy 5 string *?
 matchConditions 6 [].MatchCondition ? list=map:name patch=merge:name
 reinvocationPolicy 7 string ?
MutatingWebhook
 name 1 string ! default=""
 clientConfig 2 .WebhookClientConfig !
 rules 3 [].RuleWithOperations ? list=atomic
 failurePolicy 4 string *?
 matchPolicy 9 string *?
 namespaceSelector 5 meta/v1.LabelSelector *?
 objectSelector 11 meta/v1.LabelSelector *?
 sideEffects 6 string *!
 timeoutSeconds 7 int32 *?
 admissionReviewVersions 8 []string ! list=atomic
 reinvocationPolicy 10 string *?
 matchConditions 12 [].MatchCondition ? list=map:name patch=merge:name
MutatingWebhookConfiguration
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 webhooks 2 [].MutatingWebhook ? list=map:name patch=merge:name
MutatingWebhookConfigurationList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].MutatingWebhookConfiguration !
Mutation
 patchType 2 string ! default=""
 applyConfiguration 3 .ApplyConfiguration *?
 jsonPatch 4 .JSONPatch *?
NamedRuleWithOperations map=atomic
 resourceNames 1 []string ? list=atomic
 ^ 2 .RuleWithOperations
ParamKind map=atomic
 apiVersion 1 string ?
 kind 2 string ?
ParamRef map=atomic
 name 1 string ?
 namespace 2 string ?
 selector 3 meta/v1.LabelSelector *?
 parameterNotFoundAction 4 string *?
Rule
 apiGroups 1 []string ? list=atomic
 apiVersions 2 []string ? list=atomic
 resources 3 []string ? list=atomic
 scope 4 string *?
RuleWithOperations
 operations 1 []string ? list=atomic
 ^ 2 .Rule
ServiceReference
 namespace 1 string ! default=""
 name 2 string ! default=""
 path 3 string *?
 port 4 int32 *?
TypeChecking
 expressionWarnings 1 [].ExpressionWarning ? list=atomic
ValidatingAdmissionPolicy
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ValidatingAdmissionPolicySpec ?
 status 3 .ValidatingAdmissionPolicyStatus ?
ValidatingAdmissionPolicyBinding
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ValidatingAdmissionPolicyBindingSpec ?!
ValidatingAdmissionPolicyBindingList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ValidatingAdmissionPolicyBinding !
ValidatingAdmissionPolicyBindingSpec
 policyName 1 string ?!
 paramRef 2 .ParamRef *?
 matchResources 3 .MatchResources *?
 validationActions 4 []string ?! list=set
ValidatingAdmissionPolicyList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ValidatingAdmissionPolicy !
ValidatingAdmissionPolicySpec
 paramKind 1 .ParamKind *?
 matchConstraints 2 .MatchResources *?
 validations 3 [].Validation ? list=atomic
 failurePolicy 4 string *?
 auditAnnotations 5 [].AuditAnnotation ? list=atomic
 matchConditions 6 [].MatchCondition ? list=map:name patch=merge:name
 variables 7 [].Variable ? list=map:name patch=merge:name
ValidatingAdmissionPolicyStatus
 observedGeneration 1 int64 ?
 typeChecking 2 .TypeChecking *?
 conditions 3 []meta/v1.Condition ? list=map:type
ValidatingWebhook
 name 1 string ! default=""
 clientConfig 2 .WebhookClientConfig !
 rules 3 [].RuleWithOperations ? list=atomic
 failurePolicy 4 string *?
 matchPolicy 9 string *?
 namespaceSelector 5 meta/v1.LabelSelector *?
 objectSelector 10 meta/v1.LabelSelector *?
 sideEffects 6 string *!
 timeoutSeconds 7 int32 *?
 admissionReviewVersions 8 []string ! list=atomic
 matchConditions 11 [].MatchCondition ? list=map:name patch=merge:name
ValidatingWebhookConfiguration
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 webhooks 2 [].ValidatingWebhook ? list=map:name patch=merge:name
ValidatingWebhookConfigurationList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ValidatingWebhookConfiguration !
Validation
 expression 1 string ! default=""
 message 2 string ?
 reason 3 string *?
 messageExpression 4 string ?
Variable map=atomic
 name 1 string ! default=""
 expression 2 string ! default=""
WebhookClientConfig
 url 3 string *?
 service 1 .ServiceReference *?
 caBundle 2 bytes ?
`;
