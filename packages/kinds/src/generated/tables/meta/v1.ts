// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
APIGroup
 ^ - .TypeMeta
 name 1 string
 versions 2 [].GroupVersionForDiscovery
 preferredVersion 3 .GroupVersionForDiscovery ?
 serverAddressByClientCIDRs 4 [].ServerAddressByClientCIDR ?
APIGroupList
 ^ - .TypeMeta
 groups 1 [].APIGroup
APIResource
 name 1 string ! default=""
 singularName 6 string ! default=""
 namespaced 2 bool ! default=false
 group 8 string ?
 version 9 string ?
 kind 3 string ! default=""
 verbs 4 .Verbs !
 shortNames 5 []string ? list=atomic
 categories 7 []string ? list=atomic
 storageVersionHash 10 string ?
APIResourceList
 ^ - .TypeMeta
 groupVersion 1 string ! default=""
 resources 2 [].APIResource ! list=atomic
APIVersions
 ^ - .TypeMeta
 versions 1 []string
 serverAddressByClientCIDRs 2 [].ServerAddressByClientCIDR
Condition
 type 1 string ! default=""
 status 2 string ! default=""
 observedGeneration 3 int64 ?
 lastTransitionTime 4 Time !
 reason 5 string ! default=""
 message 6 string ! default=""
CreateOptions
 ^ - .TypeMeta
 dryRun 1 []string ?
 fieldManager 3 string ?
 fieldValidation 4 string ?
DeleteOptions
 ^ - .TypeMeta
 gracePeriodSeconds 1 int64 *?
 preconditions 2 .Preconditions *?
 orphanDependents 3 bool *?
 propagationPolicy 4 string *?
 dryRun 5 []string ? list=atomic
 ignoreStoreReadErrorWithClusterBreakingPotential 6 bool *?
FieldSelectorRequirement
 key 1 string ! default=""
 operator 2 string ! default=""
 values 3 []string ? list=atomic
GetOptions
 ^ - .TypeMeta
 resourceVersion 1 string ?
GroupVersionForDiscovery
 groupVersion 1 string
 version 2 string
GroupVersionKind
 group 1 string
 version 2 string
 kind 3 string
GroupVersionResource
 group 1 string
 version 2 string
 resource 3 string
LabelSelector map=atomic
 matchLabels 1 map[]string ?
 matchExpressions 2 [].LabelSelectorRequirement ? list=atomic
LabelSelectorRequirement
 key 1 string ! default=""
 operator 2 string ! default=""
 values 3 []string ? list=atomic
ListMeta
 selfLink 1 string ?
 resourceVersion 2 string ?
 continue 3 string ?
 remainingItemCount 4 int64 *?
 shardInfo 5 .ShardInfo *?
ListOptions
 ^ - .TypeMeta
 labelSelector 1 string ?
 fieldSelector 2 string ?
 watch 3 bool ?
 allowWatchBookmarks 9 bool ?
 resourceVersion 4 string ?
 resourceVersionMatch 10 string ?
 timeoutSeconds 5 int64 *?
 limit 7 int64 ?
 continue 8 string ?
 sendInitialEvents 11 bool *?
 shardSelector 15 string ?
ManagedFieldsEntry
 manager 1 string ?
 operation 2 string ?
 apiVersion 3 string ?
 time 4 Time *?
 fieldsType 6 string ?
 fieldsV1 7 FieldsV1 *?
 subresource 8 string ?
ObjectMeta
 name 1 string ?
 generateName 2 string ?
 namespace 3 string ?
 selfLink 4 string ?
 uid 5 string ?
 resourceVersion 6 string ?
 generation 7 int64 ?
 creationTimestamp 8 Time ?
 deletionTimestamp 9 Time *?
 deletionGracePeriodSeconds 10 int64 *?
 labels 11 map[]string ?
 annotations 12 map[]string ?
 ownerReferences 13 [].OwnerReference ? list=map:uid patch=merge:uid
 finalizers 14 []string ? list=set patch=merge
 managedFields 17 [].ManagedFieldsEntry ? list=atomic
OwnerReference map=atomic
 apiVersion 5 string ! default=""
 kind 1 string ! default=""
 name 3 string ! default=""
 uid 4 string ! default=""
 controller 6 bool *?
 blockOwnerDeletion 7 bool *?
PartialObjectMetadata
 ^ - .TypeMeta
 metadata 1 .ObjectMeta ?
PartialObjectMetadataList
 ^ - .TypeMeta
 metadata 1 .ListMeta ?
 items 2 [].PartialObjectMetadata
PatchOptions
 ^ - .TypeMeta
 dryRun 1 []string ?
 force 2 bool *?
 fieldManager 3 string ?
 fieldValidation 4 string ?
Preconditions
 uid 1 string *?
 resourceVersion 2 string *?
ServerAddressByClientCIDR
 clientCIDR 1 string
 serverAddress 2 string
ShardInfo
 selector 1 string ! default=""
Status
 ^ - .TypeMeta
 metadata 1 .ListMeta ?
 status 2 string ?
 message 3 string ?
 reason 4 string ?
 details 5 .StatusDetails *?
 code 6 int32 ?
StatusCause
 reason 1 string ?
 message 2 string ?
 field 3 string ?
StatusDetails
 name 1 string ?
 group 2 string ?
 kind 3 string ?
 uid 6 string ?
 causes 4 [].StatusCause ? list=atomic
 retryAfterSeconds 5 int32 ?
Table
 ^ - .TypeMeta
 metadata - .ListMeta ?
 columnDefinitions - [].TableColumnDefinition
 rows - [].TableRow
TableColumnDefinition
 name - string
 type - string
 format - string
 description - string
 priority - int32
TableOptions
 ^ - .TypeMeta
 includeObject 1 string ?
TableRow
 cells - []any
 conditions - [].TableRowCondition ?
 object - RawExtension ?
TableRowCondition
 type - string
 status - string
 reason - string ?
 message - string ?
TypeMeta
 kind 1 string ?
 apiVersion 2 string ?
UpdateOptions
 ^ - .TypeMeta
 dryRun 1 []string ?
 fieldManager 2 string ?
 fieldValidation 3 string ?
Verbs items=string
WatchEvent
 type 1 string ! default=""
 object 2 RawExtension !
`;
