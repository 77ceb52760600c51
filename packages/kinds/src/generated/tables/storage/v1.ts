// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
CSIDriver
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .CSIDriverSpec !
CSIDriverList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].CSIDriver !
CSIDriverSpec
 attachRequired 1 bool *?
 podInfoOnMount 2 bool *?
 volumeLifecycleModes 3 []string ? list=set
 storageCapacity 4 bool *?
 fsGroupPolicy 5 string *?
 tokenRequests 6 [].TokenRequest ? list=atomic
 requiresRepublish 7 bool *?
 seLinuxMount 8 bool *?
 nodeAllocatableUpdatePeriodSeconds 9 int64 *?
 serviceAccountTokenInSecrets 10 bool *?
 preventPodSchedulingIfMissing 11 bool *?
CSINode
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .CSINodeSpec !
CSINodeDriver
 name 1 string ! default=""
 nodeID 2 string ! default=""
 topologyKeys 3 []string list=atomic
 allocatable 4 .VolumeNodeResources *?
CSINodeList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].CSINode !
CSINodeSpec
 drivers 1 [].CSINodeDriver ! list=map:name patch=merge:name
CSIStorageCapacity
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 nodeTopology 2 meta/v1.LabelSelector *?
 storageClassName 3 string ! default=""
 capacity 4 Quantity *?
 maximumVolumeSize 5 Quantity *?
CSIStorageCapacityList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].CSIStorageCapacity !
StorageClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 provisioner 2 string ! default=""
 parameters 3 map[]string ?
 reclaimPolicy 4 string *?
 mountOptions 5 []string ? list=atomic
 allowVolumeExpansion 6 bool *?
 volumeBindingMode 7 string *?
 allowedTopologies 8 []core/v1.TopologySelectorTerm ? list=atomic
StorageClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].StorageClass !
TokenRequest
 audience 1 string ! default=""
 expirationSeconds 2 int64 *?
VolumeAttachment
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .VolumeAttachmentSpec !
 status 3 .VolumeAttachmentStatus ?
VolumeAttachmentList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].VolumeAttachment !
VolumeAttachmentSource
 persistentVolumeName 1 string *?
 inlineVolumeSpec 2 core/v1.PersistentVolumeSpec *?
VolumeAttachmentSpec
 attacher 1 string ! default=""
 source 2 .VolumeAttachmentSource !
 nodeName 3 string ! default=""
VolumeAttachmentStatus
 attached 1 bool ! default=false
 attachmentMetadata 2 map[]string ?
 attachError 3 .VolumeError *?
 detachError 4 .VolumeError *?
VolumeAttributesClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 driverName 2 string ! default=""
 parameters 3 map[]string ?
VolumeAttributesClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].VolumeAttributesClass !
VolumeError
 time 1 Time ?
 message 2 string ?
 errorCode 3 int32 *?
VolumeNodeResources
 count 1 int32 *?
`;
