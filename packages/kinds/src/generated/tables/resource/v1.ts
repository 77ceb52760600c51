// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
AllocatedDeviceStatus
 driver 1 string ! default=""
 pool 2 string ! default=""
 device 3 string ! default=""
 shareID 7 string *?
 conditions 4 []meta/v1.Condition list=map:type
 data 5 RawExtension *?
 networkData 6 .NetworkDeviceData *?
AllocationResult
 devices 1 .DeviceAllocationResult ?
 nodeSelector 3 core/v1.NodeSelector *?
 allocationTimestamp 5 Time *?
CELDeviceSelector
 expression 1 string ! default=""
CapacityRequestPolicy
 default 1 Quantity *
 validValues 3 []Quantity ? list=atomic
 validRange 4 .CapacityRequestPolicyRange *?
CapacityRequestPolicyRange
 min 1 Quantity *?!
 max 2 Quantity *?
 step 3 Quantity *?
CapacityRequirements
 requests 1 map[]Quantity ?
Counter
 value 1 Quantity !
CounterSet
 name 1 string ! default=""
 counters 2 map[].Counter ?!
Device
 name 1 string ! default=""
 attributes 2 map[].DeviceAttribute ?
 capacity 3 map[].DeviceCapacity ?
 consumesCounters 4 [].DeviceCounterConsumption ? list=atomic
 nodeName 5 string *?
 nodeSelector 6 core/v1.NodeSelector *?
 allNodes 7 bool *?
 taints 8 [].DeviceTaint ? list=atomic
 bindsToNode 9 bool *?
 bindingConditions 10 []string ? list=atomic
 bindingFailureConditions 11 []string ? list=atomic
 allowMultipleAllocations 12 bool *?
 nodeAllocatableResourceMappings 13 map[].NodeAllocatableResourceMapping ?
DeviceAllocationConfiguration
 source 1 string ! default=""
 requests 2 []string ? list=atomic
 ^ 3 .DeviceConfiguration
DeviceAllocationResult
 results 1 [].DeviceRequestAllocationResult ? list=atomic
 config 2 [].DeviceAllocationConfiguration ? list=atomic
DeviceAttribute
 int 2 int64 *?
 bool 3 bool *?
 string 4 string *?
 version 5 string *?
 ints 6 []int64 ? list=atomic
 bools 7 []bool ? list=atomic
 strings 8 []string ? list=atomic
 versions 9 []string ? list=atomic
DeviceCapacity
 value 1 Quantity !
 requestPolicy 2 .CapacityRequestPolicy *?
DeviceClaim
 requests 1 [].DeviceRequest list=atomic
 constraints 2 [].DeviceConstraint ? list=atomic
 config 3 [].DeviceClaimConfiguration ? list=atomic
DeviceClaimConfiguration
 requests 1 []string ? list=atomic
 ^ 2 .DeviceConfiguration
DeviceClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .DeviceClassSpec !
DeviceClassConfiguration
 ^ 1 .DeviceConfiguration
DeviceClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].DeviceClass !
DeviceClassSpec
 selectors 1 [].DeviceSelector ? list=atomic
 config 2 [].DeviceClassConfiguration ? list=atomic
 extendedResourceName 4 string *?
DeviceConfiguration
 opaque 1 .OpaqueDeviceConfiguration *?
DeviceConstraint
 requests 1 []string ? list=atomic
 matchAttribute 2 string *?
 distinctAttribute 3 string *?
DeviceCounterConsumption
 counterSet 1 string ! default=""
 counters 2 map[].Counter ?!
DeviceRequest
 name 1 string ! default=""
 exactly 2 .ExactDeviceRequest *?
 firstAvailable 3 [].DeviceSubRequest ? list=atomic
DeviceRequestAllocationResult
 request 1 string ! default=""
 driver 2 string ! default=""
 pool 3 string ! default=""
 device 4 string ! default=""
 adminAccess 5 bool *?
 tolerations 6 [].DeviceToleration ? list=atomic
 bindingConditions 7 []string ? list=atomic
 bindingFailureConditions 8 []string ? list=atomic
 shareID 9 string *?
 consumedCapacity 10 map[]Quantity ?
DeviceSelector
 cel 1 .CELDeviceSelector *?
DeviceSubRequest
 name 1 string ! default=""
 deviceClassName 2 string ! default=""
 selectors 3 [].DeviceSelector ? list=atomic
 allocationMode 4 string ?
 count 5 int64 ?
 tolerations 6 [].DeviceToleration ? list=atomic
 capacity 7 .CapacityRequirements *?
DeviceTaint
 key 1 string ! default=""
 value 2 string ?
 effect 3 string ! default=""
 timeAdded 4 Time *?
DeviceToleration
 key 1 string ?
 operator 2 string ? default="Equal"
 value 3 string ?
 effect 4 string ?
 tolerationSeconds 5 int64 *?
ExactDeviceRequest
 deviceClassName 1 string ! default=""
 selectors 2 [].DeviceSelector ? list=atomic
 allocationMode 3 string ?
 count 4 int64 ?
 adminAccess 5 bool *?
 tolerations 6 [].DeviceToleration ? list=atomic
 capacity 7 .CapacityRequirements *?
NetworkDeviceData
 interfaceName 1 string ?
 ips 2 []string ? list=atomic
 hardwareAddress 3 string ?
NodeAllocatableResourceMapping
 capacityKey 1 string *?
 allocationMultiplier 2 Quantity *?
OpaqueDeviceConfiguration
 driver 1 string ! default=""
 parameters 2 RawExtension !
ResourceClaim
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ResourceClaimSpec !
 status 3 .ResourceClaimStatus ?
ResourceClaimConsumerReference
 apiGroup 1 string ?
 resource 3 string ! default=""
 name 4 string ! default=""
 uid 5 string ! default=""
ResourceClaimList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ResourceClaim !
ResourceClaimSpec
 devices 1 .DeviceClaim
ResourceClaimStatus
 allocation 1 .AllocationResult *?
 reservedFor 2 [].ResourceClaimConsumerReference ? list=map:uid patch=merge:uid
 devices 4 [].AllocatedDeviceStatus ? list=map:driver,device,pool,shareID
ResourceClaimTemplate
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ResourceClaimTemplateSpec !
ResourceClaimTemplateList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ResourceClaimTemplate !
ResourceClaimTemplateSpec
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ResourceClaimSpec !
ResourcePool
 name 1 string ! default=""
 generation 2 int64 ! default=0
 resourceSliceCount 3 int64 ! default=0
ResourceSlice
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ResourceSliceSpec !
ResourceSliceList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ResourceSlice !
ResourceSliceSpec
 driver 1 string ! default=""
 pool 2 .ResourcePool !
 nodeName 3 string *?
 nodeSelector 4 core/v1.NodeSelector *?
 allNodes 5 bool *?
 devices 6 [].Device ? list=atomic
 perDeviceNodeSelection 7 bool *?
 sharedCounters 8 [].CounterSet ? list=atomic
`;
