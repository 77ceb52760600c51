// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
ExemptPriorityLevelConfiguration
 nominalConcurrencyShares 1 int32 *?
 lendablePercent 2 int32 *?
FlowDistinguisherMethod
 type 1 string ! default=""
FlowSchema
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .FlowSchemaSpec ?
 status 3 .FlowSchemaStatus ?
FlowSchemaCondition
 type 1 string ?
 status 2 string ?
 lastTransitionTime 3 Time ?
 reason 4 string ?
 message 5 string ?
FlowSchemaList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].FlowSchema !
FlowSchemaSpec
 priorityLevelConfiguration 1 .PriorityLevelConfigurationReference !
 matchingPrecedence 2 int32 default=0
 distinguisherMethod 3 .FlowDistinguisherMethod *?
 rules 4 [].PolicyRulesWithSubjects ? list=atomic
FlowSchemaStatus
 conditions 1 [].FlowSchemaCondition ? list=map:type patch=merge:type
GroupSubject
 name 1 string ! default=""
LimitResponse
 type 1 string ! default=""
 queuing 2 .QueuingConfiguration *?
LimitedPriorityLevelConfiguration
 nominalConcurrencyShares 1 int32 *
 limitResponse 2 .LimitResponse ?
 lendablePercent 3 int32 *?
 borrowingLimitPercent 4 int32 *?
NonResourcePolicyRule
 verbs 1 []string ! list=set
 nonResourceURLs 6 []string ! list=set
PolicyRulesWithSubjects
 subjects 1 [].Subject ! list=atomic
 resourceRules 2 [].ResourcePolicyRule ? list=atomic
 nonResourceRules 3 [].NonResourcePolicyRule ? list=atomic
PriorityLevelConfiguration
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PriorityLevelConfigurationSpec ?
 status 3 .PriorityLevelConfigurationStatus ?
PriorityLevelConfigurationCondition
 type 1 string ?
 status 2 string ?
 lastTransitionTime 3 Time ?
 reason 4 string ?
 message 5 string ?
PriorityLevelConfigurationList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PriorityLevelConfiguration !
PriorityLevelConfigurationReference
 name 1 string ! default=""
PriorityLevelConfigurationSpec
 type 1 string ! default=""
 limited 2 .LimitedPriorityLevelConfiguration *?
 exempt 3 .ExemptPriorityLevelConfiguration *?
PriorityLevelConfigurationStatus
 conditions 1 [].PriorityLevelConfigurationCondition ? list=map:type patch=merge:type
QueuingConfiguration
 queues 1 int32 default=0
 handSize 2 int32 default=0
 queueLengthLimit 3 int32 default=0
ResourcePolicyRule
 verbs 1 []string ! list=set
 apiGroups 2 []string ! list=set
 resources 3 []string ! list=set
 clusterScope 4 bool ?
 namespaces 5 []string list=set
ServiceAccountSubject
 namespace 1 string ! default=""
 name 2 string ! default=""
Subject
 kind 1 string ! default=""
 user 2 .UserSubject *?
 group 3 .GroupSubject *?
 serviceAccount 4 .ServiceAccountSubject *?
UserSubject
 name 1 string ! default=""
`;
