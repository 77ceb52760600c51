// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
AWSElasticBlockStoreVolumeSource
 volumeID 1 string ! default=""
 fsType 2 string ?
 partition 3 int32 ?
 readOnly 4 bool ?
Affinity
 nodeAffinity 1 .NodeAffinity *?
 podAffinity 2 .PodAffinity *?
 podAntiAffinity 3 .PodAntiAffinity *?
AppArmorProfile
 type 1 string ! default=""
 localhostProfile 2 string *?
AttachedVolume
 name 1 string ! default=""
 devicePath 2 string ! default=""
AzureDiskVolumeSource
 diskName 1 string ! default=""
 diskURI 2 string ! default=""
 cachingMode 3 string *? default="ReadWrite"
 fsType 4 string *? default="ext4"
 readOnly 5 bool *? default=false
 kind 6 string *? default="Shared"
AzureFilePersistentVolumeSource
 secretName 1 string ! default=""
 shareName 2 string ! default=""
 readOnly 3 bool ?
 secretNamespace 4 string *
AzureFileVolumeSource
 secretName 1 string ! default=""
 shareName 2 string ! default=""
 readOnly 3 bool ?
Binding
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 target 2 .ObjectReference !
CSIPersistentVolumeSource
 driver 1 string ! default=""
 volumeHandle 2 string ! default=""
 readOnly 3 bool ?
 fsType 4 string ?
 volumeAttributes 5 map[]string ?
 controllerPublishSecretRef 6 .SecretReference *?
 nodeStageSecretRef 7 .SecretReference *?
 nodePublishSecretRef 8 .SecretReference *?
 controllerExpandSecretRef 9 .SecretReference *?
 nodeExpandSecretRef 10 .SecretReference *?
CSIVolumeSource
 driver 1 string ! default=""
 readOnly 2 bool *?
 fsType 3 string *?
 volumeAttributes 4 map[]string ?
 nodePublishSecretRef 5 .LocalObjectReference *?
Capabilities
 add 1 []string ? list=atomic
 drop 2 []string ? list=atomic
CephFSPersistentVolumeSource
 monitors 1 []string ! list=atomic
 path 2 string ?
 user 3 string ?
 secretFile 4 string ?
 secretRef 5 .SecretReference *?
 readOnly 6 bool ?
CephFSVolumeSource
 monitors 1 []string ! list=atomic
 path 2 string ?
 user 3 string ?
 secretFile 4 string ?
 secretRef 5 .LocalObjectReference *?
 readOnly 6 bool ?
CinderPersistentVolumeSource
 volumeID 1 string ! default=""
 fsType 2 string ?
 readOnly 3 bool ?
 secretRef 4 .SecretReference *?
CinderVolumeSource
 volumeID 1 string ! default=""
 fsType 2 string ?
 readOnly 3 bool ?
 secretRef 4 .LocalObjectReference *?
ClientIPConfig
 timeoutSeconds 1 int32 *?
ClusterTrustBundleProjection
 name 1 string *?
 signerName 2 string *?
 labelSelector 3 meta/v1.LabelSelector *?
 optional 5 bool *?
 path 4 string ! default=""
ComponentCondition
 type 1 string ! default=""
 status 2 string ! default=""
 message 3 string ?
 error 4 string ?
ComponentStatus
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 conditions 2 [].ComponentCondition ? list=map:type patch=merge:type
ComponentStatusList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ComponentStatus !
ConfigMap
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 immutable 4 bool *?
 data 2 map[]string ?
 binaryData 3 map[]bytes ?
ConfigMapEnvSource
 ^ 1 .LocalObjectReference
 optional 2 bool *?
ConfigMapKeySelector map=atomic
 ^ 1 .LocalObjectReference
 key 2 string ! default=""
 optional 3 bool *?
ConfigMapList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ConfigMap !
ConfigMapNodeConfigSource
 namespace 1 string ! default=""
 name 2 string ! default=""
 uid 3 string ?
 resourceVersion 4 string ?
 kubeletConfigKey 5 string ! default=""
ConfigMapProjection
 ^ 1 .LocalObjectReference
 items 2 [].KeyToPath ? list=atomic
 optional 4 bool *?
ConfigMapVolumeSource
 ^ 1 .LocalObjectReference
 items 2 [].KeyToPath ? list=atomic
 defaultMode 3 int32 *?
 optional 4 bool *?
Container
 name 1 string ! default=""
 image 2 string ?
 command 3 []string ? list=atomic
 args 4 []string ? list=atomic
 workingDir 5 string ?
 ports 6 [].ContainerPort ? list=map:containerPort,protocol patch=merge:containerPort
 envFrom 19 [].EnvFromSource ? list=atomic
 env 7 [].EnvVar ? list=map:name patch=merge:name
 resources 8 .ResourceRequirements ?
 resizePolicy 23 [].ContainerResizePolicy ? list=atomic
 restartPolicy 24 string *?
 restartPolicyRules 25 [].ContainerRestartRule ? list=atomic
 volumeMounts 9 [].VolumeMount ? list=map:mountPath patch=merge:mountPath
 volumeDevices 21 [].VolumeDevice ? list=map:devicePath patch=merge:devicePath
 livenessProbe 10 .Probe *?
 readinessProbe 11 .Probe *?
 startupProbe 22 .Probe *?
 lifecycle 12 .Lifecycle *?
 terminationMessagePath 13 string ?
 terminationMessagePolicy 20 string ?
 imagePullPolicy 14 string ?
 securityContext 15 .SecurityContext *?
 stdin 16 bool ?
 stdinOnce 17 bool ?
 tty 18 bool ?
ContainerExtendedResourceRequest
 containerName 1 string ! default=""
 resourceName 2 string ! default=""
 requestName 3 string ! default=""
ContainerImage
 names 1 []string list=atomic
 sizeBytes 2 int64 ?
ContainerPort
 name 1 string ?
 hostPort 2 int32 ?
 containerPort 3 int32 ! default=0
 protocol 4 string ? default="TCP"
 hostIP 5 string ?
ContainerResizePolicy
 resourceName 1 string ! default=""
 restartPolicy 2 string ! default=""
ContainerRestartRule
 action 1 string ?!
 exitCodes 2 .ContainerRestartRuleOnExitCodes *?
ContainerRestartRuleOnExitCodes
 operator 1 string ?!
 values 2 []int32 ? list=set
ContainerState
 waiting 1 .ContainerStateWaiting *?
 running 2 .ContainerStateRunning *?
 terminated 3 .ContainerStateTerminated *?
ContainerStateRunning
 startedAt 1 Time ?
ContainerStateTerminated
 exitCode 1 int32 ! default=0
 signal 2 int32 ?
 reason 3 string ?
 message 4 string ?
 startedAt 5 Time ?
 finishedAt 6 Time ?
 containerID 7 string ?
ContainerStateWaiting
 reason 1 string ?
 message 2 string ?
ContainerStatus
 name 1 string ! default=""
 state 2 .ContainerState ?
 lastState 3 .ContainerState ?
 ready 4 bool ! default=false
 restartCount 5 int32 ! default=0
 image 6 string ! default=""
 imageID 7 string ! default=""
 containerID 8 string ?
 started 9 bool *?
 allocatedResources 10 map[]Quantity ?
 resources 11 .ResourceRequirements *?
 volumeMounts 12 [].VolumeMountStatus ? list=map:mountPath patch=merge:mountPath
 user 13 .ContainerUser *?
 allocatedResourcesStatus 14 [].ResourceStatus ? list=map:name patch=merge:name
 stopSignal 15 string *?
ContainerUser
 linux 1 .LinuxContainerUser *?
DaemonEndpoint
 Port 1 int32 ! default=0
DownwardAPIProjection
 items 1 [].DownwardAPIVolumeFile ? list=atomic
DownwardAPIVolumeFile
 path 1 string ! default=""
 fieldRef 2 .ObjectFieldSelector *?
 resourceFieldRef 3 .ResourceFieldSelector *?
 mode 4 int32 *?
DownwardAPIVolumeSource
 items 1 [].DownwardAPIVolumeFile ? list=atomic
 defaultMode 2 int32 *?
EmptyDirVolumeSource
 medium 1 string ?
 sizeLimit 2 Quantity *?
EndpointAddress map=atomic
 ip 1 string ! default=""
 hostname 3 string ?
 nodeName 4 string *?
 targetRef 2 .ObjectReference *?
EndpointPort map=atomic
 name 1 string ?
 port 2 int32 ! default=0
 protocol 3 string ?
 appProtocol 4 string *?
EndpointSubset
 addresses 1 [].EndpointAddress ? list=atomic
 notReadyAddresses 2 [].EndpointAddress ? list=atomic
 ports 3 [].EndpointPort ? list=atomic
Endpoints
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 subsets 2 [].EndpointSubset ? list=atomic
EndpointsList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Endpoints !
EnvFromSource
 prefix 1 string ?
 configMapRef 2 .ConfigMapEnvSource *?
 secretRef 3 .SecretEnvSource *?
EnvVar
 name 1 string ! default=""
 value 2 string ?
 valueFrom 3 .EnvVarSource *?
EnvVarSource
 fieldRef 1 .ObjectFieldSelector *?
 resourceFieldRef 2 .ResourceFieldSelector *?
 configMapKeyRef 3 .ConfigMapKeySelector *?
 secretKeyRef 4 .SecretKeySelector *?
 fileKeyRef 5 .FileKeySelector *?
EphemeralContainer
 ^ 1 .EphemeralContainerCommon
 targetContainerName 2 string ?
EphemeralContainerCommon
 name 1 string ! default=""
 image 2 string ?
 command 3 []string ? list=atomic
 args 4 []string ? list=atomic
 workingDir 5 string ?
 ports 6 [].ContainerPort ? list=map:containerPort,protocol patch=merge:containerPort
 envFrom 19 [].EnvFromSource ? list=atomic
 env 7 [].EnvVar ? list=map:name patch=merge:name
 resources 8 .ResourceRequirements ?
 resizePolicy 23 [].ContainerResizePolicy ? list=atomic
 restartPolicy 24 string *?
 restartPolicyRules 25 [].ContainerRestartRule ? list=atomic
 volumeMounts 9 [].VolumeMount ? list=map:mountPath patch=merge:mountPath
 volumeDevices 21 [].VolumeDevice ? list=map:devicePath patch=merge:devicePath
 livenessProbe 10 .Probe *?
 readinessProbe 11 .Probe *?
 startupProbe 22 .Probe *?
 lifecycle 12 .Lifecycle *?
 terminationMessagePath 13 string ?
 terminationMessagePolicy 20 string ?
 imagePullPolicy 14 string ?
 securityContext 15 .SecurityContext *?
 stdin 16 bool ?
 stdinOnce 17 bool ?
 tty 18 bool ?
EphemeralVolumeSource
 volumeClaimTemplate 1 .PersistentVolumeClaimTemplate *?
Event
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta !
 involvedObject 2 .ObjectReference !
 reason 3 string ?
 message 4 string ?
 source 5 .EventSource ?
 firstTimestamp 6 Time ?
 lastTimestamp 7 Time ?
 count 8 int32 ?
 type 9 string ?
 eventTime 10 MicroTime ?
 series 11 .EventSeries *?
 action 12 string ?
 related 13 .ObjectReference *?
 reportingComponent 14 string default=""
 reportingInstance 15 string default=""
EventList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Event !
EventSeries
 count 1 int32 ?
 lastObservedTime 2 MicroTime ?
EventSource
 component 1 string ?
 host 2 string ?
ExecAction
 command 1 []string ? list=atomic
FCVolumeSource
 targetWWNs 1 []string ? list=atomic
 lun 2 int32 *?
 fsType 3 string ?
 readOnly 4 bool ?
 wwids 5 []string ? list=atomic
FileKeySelector map=atomic
 volumeName 1 string ! default=""
 path 2 string ! default=""
 key 3 string ! default=""
 optional 4 bool *? default=false
FlexPersistentVolumeSource
 driver 1 string ! default=""
 fsType 2 string ?
 secretRef 3 .SecretReference *?
 readOnly 4 bool ?
 options 5 map[]string ?
FlexVolumeSource
 driver 1 string ! default=""
 fsType 2 string ?
 secretRef 3 .LocalObjectReference *?
 readOnly 4 bool ?
 options 5 map[]string ?
FlockerVolumeSource
 datasetName 1 string ?
 datasetUUID 2 string ?
GCEPersistentDiskVolumeSource
 pdName 1 string ! default=""
 fsType 2 string ?
 partition 3 int32 ?
 readOnly 4 bool ?
GRPCAction
 port 1 int32 ! default=0
 service 2 string * default=""
GitRepoVolumeSource
 repository 1 string ! default=""
 revision 2 string ?
 directory 3 string ?
GlusterfsPersistentVolumeSource
 endpoints 1 string ! default=""
 path 2 string ! default=""
 readOnly 3 bool ?
 endpointsNamespace 4 string *?
GlusterfsVolumeSource
 endpoints 1 string ! default=""
 path 2 string ! default=""
 readOnly 3 bool ?
HTTPGetAction
 path 1 string ?
 port 2 IntOrString !
 host 3 string ?
 scheme 4 string ?
 httpHeaders 5 [].HTTPHeader ? list=atomic
HTTPHeader
 name 1 string ! default=""
 value 2 string ! default=""
HostAlias
 ip 1 string ! default=""
 hostnames 2 []string ? list=atomic
HostIP
 ip 1 string ! default=""
HostPathVolumeSource
 path 1 string ! default=""
 type 2 string *?
ISCSIPersistentVolumeSource
 targetPortal 1 string ! default=""
 iqn 2 string ! default=""
 lun 3 int32 ! default=0
 iscsiInterface 4 string ? default="default"
 fsType 5 string ?
 readOnly 6 bool ?
 portals 7 []string ? list=atomic
 chapAuthDiscovery 8 bool ?
 chapAuthSession 11 bool ?
 secretRef 10 .SecretReference *?
 initiatorName 12 string *?
ISCSIVolumeSource
 targetPortal 1 string ! default=""
 iqn 2 string ! default=""
 lun 3 int32 ! default=0
 iscsiInterface 4 string ? default="default"
 fsType 5 string ?
 readOnly 6 bool ?
 portals 7 []string ? list=atomic
 chapAuthDiscovery 8 bool ?
 chapAuthSession 11 bool ?
 secretRef 10 .LocalObjectReference *?
 initiatorName 12 string *?
ImageVolumeSource
 reference 1 string ?
 pullPolicy 2 string ?
ImageVolumeStatus
 imageRef 1 string ?!
KeyToPath
 key 1 string ! default=""
 path 2 string ! default=""
 mode 3 int32 *?
Lifecycle
 postStart 1 .LifecycleHandler *?
 preStop 2 .LifecycleHandler *?
 stopSignal 3 string *?
LifecycleHandler
 exec 1 .ExecAction *?
 httpGet 2 .HTTPGetAction *?
 tcpSocket 3 .TCPSocketAction *?
 sleep 4 .SleepAction *?
LimitRange
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .LimitRangeSpec ?
LimitRangeItem
 type 1 string ! default=""
 max 2 map[]Quantity ?
 min 3 map[]Quantity ?
 default 4 map[]Quantity ?
 defaultRequest 5 map[]Quantity ?
 maxLimitRequestRatio 6 map[]Quantity ?
LimitRangeList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].LimitRange !
LimitRangeSpec
 limits 1 [].LimitRangeItem ! list=atomic
LinuxContainerUser
 uid 1 int64 ! default=0
 gid 2 int64 ! default=0
 supplementalGroups 3 []int64 ? list=atomic
List
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 []RawExtension
LoadBalancerIngress
 ip 1 string ?
 hostname 2 string ?
 ipMode 3 string *?
 ports 4 [].PortStatus ? list=atomic
LoadBalancerStatus
 ingress 1 [].LoadBalancerIngress ? list=atomic
LocalObjectReference map=atomic
 name 1 string ? default=""
LocalVolumeSource
 path 1 string ! default=""
 fsType 2 string *?
ModifyVolumeStatus
 targetVolumeAttributesClassName 1 string ?
 status 2 string ! default=""
NFSVolumeSource
 server 1 string ! default=""
 path 2 string ! default=""
 readOnly 3 bool ?
Namespace
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .NamespaceSpec ?
 status 3 .NamespaceStatus ?
NamespaceCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastTransitionTime 4 Time ?
 reason 5 string ?
 message 6 string ?
NamespaceList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Namespace !
NamespaceSpec
 finalizers 1 []string ? list=atomic
NamespaceStatus
 phase 1 string ?
 conditions 2 [].NamespaceCondition ? list=map:type patch=merge:type
Node
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .NodeSpec ?
 status 3 .NodeStatus ?
NodeAddress
 type 1 string ! default=""
 address 2 string ! default=""
NodeAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 .NodeSelector *?
 preferredDuringSchedulingIgnoredDuringExecution 2 [].PreferredSchedulingTerm ? list=atomic
NodeAllocatableResourceClaimStatus
 resourceClaimName 1 string ! default=""
 containers 2 []string ? list=set
 resources 3 map[]Quantity !
NodeCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastHeartbeatTime 3 Time ?
 lastTransitionTime 4 Time ?
 reason 5 string ?
 message 6 string ?
NodeConfigSource
 configMap 2 .ConfigMapNodeConfigSource *?
NodeConfigStatus
 assigned 1 .NodeConfigSource *?
 active 2 .NodeConfigSource *?
 lastKnownGood 3 .NodeConfigSource *?
 error 4 string ?
NodeDaemonEndpoints
 kubeletEndpoint 1 .DaemonEndpoint ?
NodeFeatures
 supplementalGroupsPolicy 1 bool *?
NodeList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Node !
NodeProxyOptions
 ^ - meta/v1.TypeMeta
 path 1 string ?
NodeRuntimeHandler
 name 1 string default=""
 features 2 .NodeRuntimeHandlerFeatures *?
NodeRuntimeHandlerFeatures
 recursiveReadOnlyMounts 1 bool *?
 userNamespaces 2 bool *?
NodeSelector map=atomic
 nodeSelectorTerms 1 [].NodeSelectorTerm ! list=atomic
NodeSelectorRequirement
 key 1 string ! default=""
 operator 2 string ! default=""
 values 3 []string ? list=atomic
NodeSelectorTerm map=atomic
 matchExpressions 1 [].NodeSelectorRequirement ? list=atomic
 matchFields 2 [].NodeSelectorRequirement ? list=atomic
NodeSpec
 podCIDR 1 string ?
 podCIDRs 7 []string ? list=set patch=merge
 providerID 3 string ?
 unschedulable 4 bool ?
 taints 5 [].Taint ? list=atomic
 configSource 6 .NodeConfigSource *?
 externalID 2 string ?
NodeStatus
 capacity 1 map[]Quantity ?
 allocatable 2 map[]Quantity ?
 phase 3 string ?
 conditions 4 [].NodeCondition ? list=map:type patch=merge:type
 addresses 5 [].NodeAddress ? list=map:type patch=merge:type
 daemonEndpoints 6 .NodeDaemonEndpoints ?
 nodeInfo 7 .NodeSystemInfo ?
 images 8 [].ContainerImage ? list=atomic
 volumesInUse 9 []string ? list=atomic
 volumesAttached 10 [].AttachedVolume ? list=atomic
 config 11 .NodeConfigStatus *?
 runtimeHandlers 12 [].NodeRuntimeHandler ? list=atomic
 features 13 .NodeFeatures *?
 declaredFeatures 14 []string ? list=atomic
NodeSwapStatus
 capacity 1 int64 *?
NodeSystemInfo
 machineID 1 string ! default=""
 systemUUID 2 string ! default=""
 bootID 3 string ! default=""
 kernelVersion 4 string ! default=""
 osImage 5 string ! default=""
 containerRuntimeVersion 6 string ! default=""
 kubeletVersion 7 string ! default=""
 kubeProxyVersion 8 string ! default=""
 operatingSystem 9 string ! default=""
 architecture 10 string ! default=""
 swap 11 .NodeSwapStatus *?
ObjectFieldSelector map=atomic
 apiVersion 1 string ?
 fieldPath 2 string ! default=""
ObjectReference map=atomic
 kind 1 string ?
 namespace 2 string ?
 name 3 string ?
 uid 4 string ?
 apiVersion 5 string ?
 resourceVersion 6 string ?
 fieldPath 7 string ?
PersistentVolume
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PersistentVolumeSpec ?
 status 3 .PersistentVolumeStatus ?
PersistentVolumeClaim
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PersistentVolumeClaimSpec ?
 status 3 .PersistentVolumeClaimStatus ?
PersistentVolumeClaimCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastProbeTime 3 Time ?
 lastTransitionTime 4 Time ?
 reason 5 string ?
 message 6 string ?
PersistentVolumeClaimList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PersistentVolumeClaim !
PersistentVolumeClaimSpec
 accessModes 1 []string ? list=atomic
 selector 4 meta/v1.LabelSelector *?
 resources 2 .VolumeResourceRequirements ?
 volumeName 3 string ?
 storageClassName 5 string *?
 volumeMode 6 string *?
 dataSource 7 .TypedLocalObjectReference *?
 dataSourceRef 8 .TypedObjectReference *?
 volumeAttributesClassName 9 string *?
PersistentVolumeClaimStatus
 phase 1 string ?
 accessModes 2 []string ? list=atomic
 capacity 3 map[]Quantity ?
 conditions 4 [].PersistentVolumeClaimCondition ? list=map:type patch=merge:type
 allocatedResources 5 map[]Quantity ?
 allocatedResourceStatuses 7 map[]string ? map=granular
 currentVolumeAttributesClassName 8 string *?
 modifyVolumeStatus 9 .ModifyVolumeStatus *?
PersistentVolumeClaimTemplate
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PersistentVolumeClaimSpec !
PersistentVolumeClaimVolumeSource
 claimName 1 string ! default=""
 readOnly 2 bool ?
PersistentVolumeList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PersistentVolume !
PersistentVolumeSource
 gcePersistentDisk 1 .GCEPersistentDiskVolumeSource *?
 awsElasticBlockStore 2 .AWSElasticBlockStoreVolumeSource *?
 hostPath 3 .HostPathVolumeSource *?
 glusterfs 4 .GlusterfsPersistentVolumeSource *?
 nfs 5 .NFSVolumeSource *?
 rbd 6 .RBDPersistentVolumeSource *?
 iscsi 7 .ISCSIPersistentVolumeSource *?
 cinder 8 .CinderPersistentVolumeSource *?
 cephfs 9 .CephFSPersistentVolumeSource *?
 fc 10 .FCVolumeSource *?
 flocker 11 .FlockerVolumeSource *?
 flexVolume 12 .FlexPersistentVolumeSource *?
 azureFile 13 .AzureFilePersistentVolumeSource *?
 vsphereVolume 14 .VsphereVirtualDiskVolumeSource *?
 quobyte 15 .QuobyteVolumeSource *?
 azureDisk 16 .AzureDiskVolumeSource *?
 photonPersistentDisk 17 .PhotonPersistentDiskVolumeSource *?
 portworxVolume 18 .PortworxVolumeSource *?
 scaleIO 19 .ScaleIOPersistentVolumeSource *?
 local 20 .LocalVolumeSource *?
 storageos 21 .StorageOSPersistentVolumeSource *?
 csi 22 .CSIPersistentVolumeSource *?
PersistentVolumeSpec
 capacity 1 map[]Quantity ?
 ^ 2 .PersistentVolumeSource
 accessModes 3 []string ? list=atomic
 claimRef 4 .ObjectReference *? map=granular
 persistentVolumeReclaimPolicy 5 string ?
 storageClassName 6 string ?
 mountOptions 7 []string ? list=atomic
 volumeMode 8 string *?
 nodeAffinity 9 .VolumeNodeAffinity *?
 volumeAttributesClassName 10 string *?
PersistentVolumeStatus
 phase 1 string ?
 message 2 string ?
 reason 3 string ?
 lastPhaseTransitionTime 4 Time *?
PhotonPersistentDiskVolumeSource
 pdID 1 string ! default=""
 fsType 2 string ?
Pod
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PodSpec ?
 status 3 .PodStatus ?
PodAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 [].PodAffinityTerm ? list=atomic
 preferredDuringSchedulingIgnoredDuringExecution 2 [].WeightedPodAffinityTerm ? list=atomic
PodAffinityTerm
 labelSelector 1 meta/v1.LabelSelector *?
 namespaces 2 []string ? list=atomic
 topologyKey 3 string ! default=""
 namespaceSelector 4 meta/v1.LabelSelector *?
 matchLabelKeys 5 []string ? list=atomic
 mismatchLabelKeys 6 []string ? list=atomic
PodAntiAffinity
 requiredDuringSchedulingIgnoredDuringExecution 1 [].PodAffinityTerm ? list=atomic
 preferredDuringSchedulingIgnoredDuringExecution 2 [].WeightedPodAffinityTerm ? list=atomic
PodAttachOptions
 ^ - meta/v1.TypeMeta
 stdin 1 bool ?
 stdout 2 bool ?
 stderr 3 bool ?
 tty 4 bool ?
 container 5 string ?
PodCertificateProjection
 signerName 1 string ?!
 keyType 2 string ?!
 maxExpirationSeconds 3 int32 *?
 credentialBundlePath 4 string ?
 keyPath 5 string ?
 certificateChainPath 6 string ?
 userAnnotations 7 map[]string ?
PodCondition
 type 1 string ! default=""
 observedGeneration 7 int64 ?
 status 2 string ! default=""
 lastProbeTime 3 Time ?
 lastTransitionTime 4 Time ?
 reason 5 string ?
 message 6 string ?
PodDNSConfig
 nameservers 1 []string ? list=atomic
 searches 2 []string ? list=atomic
 options 3 [].PodDNSConfigOption ? list=atomic
PodDNSConfigOption
 name 1 string ?
 value 2 string *?
PodExecOptions
 ^ - meta/v1.TypeMeta
 stdin 1 bool ?
 stdout 2 bool ?
 stderr 3 bool ?
 tty 4 bool ?
 container 5 string ?
 command 6 []string
PodExtendedResourceClaimStatus
 requestMappings 1 [].ContainerExtendedResourceRequest ! list=atomic
 resourceClaimName 2 string ! default=""
PodIP
 ip 1 string ! default=""
PodList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Pod !
PodLogOptions
 ^ - meta/v1.TypeMeta
 container 1 string ?
 follow 2 bool ?
 previous 3 bool ?
 sinceSeconds 4 int64 *?
 sinceTime 5 Time *?
 timestamps 6 bool ?
 tailLines 7 int64 *?
 limitBytes 8 int64 *?
 insecureSkipTLSVerifyBackend 9 bool ?
 stream 10 string *?
PodOS
 name 1 string ! default=""
PodPortForwardOptions
 ^ - meta/v1.TypeMeta
 ports 1 []int32 ?
PodProxyOptions
 ^ - meta/v1.TypeMeta
 path 1 string ?
PodReadinessGate
 conditionType 1 string ! default=""
PodResourceClaim
 name 1 string ! default=""
 resourceClaimName 3 string *?
 resourceClaimTemplateName 4 string *?
PodResourceClaimStatus
 name 1 string ! default=""
 resourceClaimName 2 string *?
PodSchedulingGate
 name 1 string ! default=""
PodSchedulingGroup
 podGroupName 1 string *?
PodSecurityContext
 seLinuxOptions 1 .SELinuxOptions *?
 windowsOptions 8 .WindowsSecurityContextOptions *?
 runAsUser 2 int64 *?
 runAsGroup 6 int64 *?
 runAsNonRoot 3 bool *?
 supplementalGroups 4 []int64 ? list=atomic
 supplementalGroupsPolicy 12 string *?
 fsGroup 5 int64 *?
 sysctls 7 [].Sysctl ? list=atomic
 fsGroupChangePolicy 9 string *?
 seccompProfile 10 .SeccompProfile *?
 appArmorProfile 11 .AppArmorProfile *?
 seLinuxChangePolicy 13 string *?
PodSpec
 volumes 1 [].Volume ? list=map:name patch=merge,retainKeys:name
 initContainers 20 [].Container ? list=map:name patch=merge:name
 containers 2 [].Container ! list=map:name patch=merge:name
 ephemeralContainers 34 [].EphemeralContainer ? list=map:name patch=merge:name
 restartPolicy 3 string ?
 terminationGracePeriodSeconds 4 int64 *?
 activeDeadlineSeconds 5 int64 *?
 dnsPolicy 6 string ?
 nodeSelector 7 map[]string ? map=atomic
 serviceAccountName 8 string ?
 serviceAccount 9 string ?
 automountServiceAccountToken 21 bool *?
 nodeName 10 string ?
 hostNetwork 11 bool ?
 hostPID 12 bool ?
 hostIPC 13 bool ?
 shareProcessNamespace 27 bool *?
 securityContext 14 .PodSecurityContext *?
 imagePullSecrets 15 [].LocalObjectReference ? list=map:name patch=merge:name
 hostname 16 string ?
 subdomain 17 string ?
 affinity 18 .Affinity *?
 schedulerName 19 string ?
 tolerations 22 [].Toleration ? list=atomic
 hostAliases 23 [].HostAlias ? list=map:ip patch=merge:ip
 priorityClassName 24 string ?
 priority 25 int32 *?
 dnsConfig 26 .PodDNSConfig *?
 readinessGates 28 [].PodReadinessGate ? list=atomic
 runtimeClassName 29 string *?
 enableServiceLinks 30 bool *?
 preemptionPolicy 31 string *?
 overhead 32 map[]Quantity ?
 topologySpreadConstraints 33 [].TopologySpreadConstraint ? list=map:topologyKey,whenUnsatisfiable patch=merge:topologyKey
 setHostnameAsFQDN 35 bool *?
 os 36 .PodOS *?
 hostUsers 37 bool *?
 schedulingGates 38 [].PodSchedulingGate ? list=map:name patch=merge:name
 resourceClaims 39 [].PodResourceClaim ? list=map:name patch=merge,retainKeys:name
 resources 40 .ResourceRequirements *?
 hostnameOverride 41 string *?
 schedulingGroup 43 .PodSchedulingGroup *?
PodStatus
 observedGeneration 17 int64 ?
 phase 1 string ?
 conditions 2 [].PodCondition ? list=map:type patch=merge:type
 message 3 string ?
 reason 4 string ?
 nominatedNodeName 11 string ?
 hostIP 5 string ?
 hostIPs 16 [].HostIP ? list=atomic patch=merge:ip
 podIP 6 string ?
 podIPs 12 [].PodIP ? list=map:ip patch=merge:ip
 startTime 7 Time *?
 initContainerStatuses 10 [].ContainerStatus ? list=atomic
 containerStatuses 8 [].ContainerStatus ? list=atomic
 qosClass 9 string ?
 ephemeralContainerStatuses 13 [].ContainerStatus ? list=atomic
 resize 14 string ?
 resourceClaimStatuses 15 [].PodResourceClaimStatus ? list=map:name patch=merge,retainKeys:name
 extendedResourceClaimStatus 18 .PodExtendedResourceClaimStatus *?
 allocatedResources 19 map[]Quantity ?
 resources 20 .ResourceRequirements *?
 nodeAllocatableResourceClaimStatuses 21 [].NodeAllocatableResourceClaimStatus ? list=atomic
PodStatusResult
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 status 2 .PodStatus ?
PodTemplate
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 template 2 .PodTemplateSpec ?
PodTemplateList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PodTemplate !
PodTemplateSpec
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PodSpec ?
PortStatus
 port 1 int32 ! default=0
 protocol 2 string ! default=""
 error 3 string *?
PortworxVolumeSource
 volumeID 1 string ! default=""
 fsType 2 string ?
 readOnly 3 bool ?
PreferredSchedulingTerm
 weight 1 int32 ! default=0
 preference 2 .NodeSelectorTerm !
Probe
 ^ 1 .ProbeHandler
 initialDelaySeconds 2 int32 ?
 timeoutSeconds 3 int32 ?
 periodSeconds 4 int32 ?
 successThreshold 5 int32 ?
 failureThreshold 6 int32 ?
 terminationGracePeriodSeconds 7 int64 *?
ProbeHandler
 exec 1 .ExecAction *?
 httpGet 2 .HTTPGetAction *?
 tcpSocket 3 .TCPSocketAction *?
 grpc 4 .GRPCAction *?
ProjectedVolumeSource
 sources 1 [].VolumeProjection list=atomic
 defaultMode 2 int32 *?
QuobyteVolumeSource
 registry 1 string ! default=""
 volume 2 string ! default=""
 readOnly 3 bool ?
 user 4 string ?
 group 5 string ?
 tenant 6 string ?
RBDPersistentVolumeSource
 monitors 1 []string ! list=atomic
 image 2 string ! default=""
 fsType 3 string ?
 pool 4 string ? default="rbd"
 user 5 string ? default="admin"
 keyring 6 string ? default="/etc/ceph/keyring"
 secretRef 7 .SecretReference *?
 readOnly 8 bool ?
RBDVolumeSource
 monitors 1 []string ! list=atomic
 image 2 string ! default=""
 fsType 3 string ?
 pool 4 string ? default="rbd"
 user 5 string ? default="admin"
 keyring 6 string ? default="/etc/ceph/keyring"
 secretRef 7 .LocalObjectReference *?
 readOnly 8 bool ?
RangeAllocation
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 range 2 string
 data 3 bytes
ReplicationController
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ReplicationControllerSpec ?
 status 3 .ReplicationControllerStatus ?
ReplicationControllerCondition
 type 1 string ! default=""
 status 2 string ! default=""
 lastTransitionTime 3 Time ?
 reason 4 string ?
 message 5 string ?
ReplicationControllerList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ReplicationController !
ReplicationControllerSpec
 replicas 1 int32 *? default=1
 minReadySeconds 4 int32 ? default=0
 selector 2 map[]string ? map=atomic
 template 3 .PodTemplateSpec *?
ReplicationControllerStatus
 replicas 1 int32 ! default=0
 fullyLabeledReplicas 2 int32 ?
 readyReplicas 4 int32 ?
 availableReplicas 5 int32 ?
 observedGeneration 3 int64 ?
 conditions 6 [].ReplicationControllerCondition ? list=map:type patch=merge:type
ResourceClaim
 name 1 string ! default=""
 request 2 string ?
ResourceFieldSelector map=atomic
 containerName 1 string ?
 resource 2 string ! default=""
 divisor 3 Quantity ?
ResourceHealth
 resourceID 1 string ! default=""
 health 2 string ?
 message 6 string *?
ResourceQuota
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ResourceQuotaSpec ?
 status 3 .ResourceQuotaStatus ?
ResourceQuotaList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ResourceQuota !
ResourceQuotaSpec
 hard 1 map[]Quantity ?
 scopes 2 []string ? list=atomic
 scopeSelector 3 .ScopeSelector *?
ResourceQuotaStatus
 hard 1 map[]Quantity ?
 used 2 map[]Quantity ?
ResourceRequirements
 limits 1 map[]Quantity ?
 requests 2 map[]Quantity ?
 claims 3 [].ResourceClaim ? list=map:name
ResourceStatus
 name 1 string ! default=""
 resources 2 [].ResourceHealth ? list=map:resourceID
SELinuxOptions
 user 1 string ?
 role 2 string ?
 type 3 string ?
 level 4 string ?
ScaleIOPersistentVolumeSource
 gateway 1 string ! default=""
 system 2 string ! default=""
 secretRef 3 .SecretReference *!
 sslEnabled 4 bool ?
 protectionDomain 5 string ?
 storagePool 6 string ?
 storageMode 7 string ? default="ThinProvisioned"
 volumeName 8 string ?
 fsType 9 string ? default="xfs"
 readOnly 10 bool ?
ScaleIOVolumeSource
 gateway 1 string ! default=""
 system 2 string ! default=""
 secretRef 3 .LocalObjectReference *!
 sslEnabled 4 bool ?
 protectionDomain 5 string ?
 storagePool 6 string ?
 storageMode 7 string ? default="ThinProvisioned"
 volumeName 8 string ?
 fsType 9 string ? default="xfs"
 readOnly 10 bool ?
ScopeSelector map=atomic
 matchExpressions 1 [].ScopedResourceSelectorRequirement ? list=atomic
ScopedResourceSelectorRequirement
 scopeName 1 string ! default=""
 operator 2 string ! default=""
 values 3 []string ? list=atomic
SeccompProfile
 type 1 string ! default=""
 localhostProfile 2 string *?
Secret
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 immutable 5 bool *?
 data 2 map[]bytes ?
 stringData 4 map[]string ?
 type 3 string ?
SecretEnvSource
 ^ 1 .LocalObjectReference
 optional 2 bool *?
SecretKeySelector map=atomic
 ^ 1 .LocalObjectReference
 key 2 string ! default=""
 optional 3 bool *?
SecretList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Secret !
SecretProjection
 ^ 1 .LocalObjectReference
 items 2 [].KeyToPath ? list=atomic
 optional 4 bool *?
SecretReference map=atomic
 name 1 string ?
 namespace 2 string ?
SecretVolumeSource
 secretName 1 string ?
 items 2 [].KeyToPath ? list=atomic
 defaultMode 3 int32 *?
 optional 4 bool *?
SecurityContext
 capabilities 1 .Capabilities *?
 privileged 2 bool *?
 seLinuxOptions 3 .SELinuxOptions *?
 windowsOptions 10 .WindowsSecurityContextOptions *?
 runAsUser 4 int64 *?
 runAsGroup 8 int64 *?
 runAsNonRoot 5 bool *?
 readOnlyRootFilesystem 6 bool *?
 allowPrivilegeEscalation 7 bool *?
 procMount 9 string *?
 seccompProfile 11 .SeccompProfile *?
 appArmorProfile 12 .AppArmorProfile *?
SerializedReference
 ^ - meta/v1.TypeMeta
 reference 1 .ObjectReference ?
Service
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ServiceSpec ?
 status 3 .ServiceStatus ?
ServiceAccount
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 secrets 2 [].ObjectReference ? list=map:name patch=merge:name
 imagePullSecrets 3 [].LocalObjectReference ? list=atomic
 automountServiceAccountToken 4 bool *?
ServiceAccountList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ServiceAccount !
ServiceAccountTokenProjection
 audience 1 string ?
 expirationSeconds 2 int64 *?
 path 3 string ! default=""
ServiceList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Service !
ServicePort
 name 1 string ?
 protocol 2 string ? default="TCP"
 appProtocol 6 string *?
 port 3 int32 ! default=0
 targetPort 4 IntOrString ?
 nodePort 5 int32 ?
ServiceProxyOptions
 ^ - meta/v1.TypeMeta
 path 1 string ?
ServiceSpec
 ports 1 [].ServicePort ? list=map:port,protocol patch=merge:port
 selector 2 map[]string ? map=atomic
 clusterIP 3 string ?
 clusterIPs 18 []string ? list=atomic
 type 4 string ?
 externalIPs 5 []string ? list=atomic
 sessionAffinity 7 string ?
 loadBalancerIP 8 string ?
 loadBalancerSourceRanges 9 []string ? list=atomic
 externalName 10 string ?
 externalTrafficPolicy 11 string ?
 healthCheckNodePort 12 int32 ?
 publishNotReadyAddresses 13 bool ?
 sessionAffinityConfig 14 .SessionAffinityConfig *?
 ipFamilies 19 []string ? list=atomic
 ipFamilyPolicy 17 string *?
 allocateLoadBalancerNodePorts 20 bool *?
 loadBalancerClass 21 string *?
 internalTrafficPolicy 22 string *?
 trafficDistribution 23 string *?
ServiceStatus
 loadBalancer 1 .LoadBalancerStatus ?
 conditions 2 []meta/v1.Condition ? list=map:type patch=merge:type
SessionAffinityConfig
 clientIP 1 .ClientIPConfig *?
SleepAction
 seconds 1 int64 ! default=0
StorageOSPersistentVolumeSource
 volumeName 1 string ?
 volumeNamespace 2 string ?
 fsType 3 string ?
 readOnly 4 bool ?
 secretRef 5 .ObjectReference *?
StorageOSVolumeSource
 volumeName 1 string ?
 volumeNamespace 2 string ?
 fsType 3 string ?
 readOnly 4 bool ?
 secretRef 5 .LocalObjectReference *?
Sysctl
 name 1 string ! default=""
 value 2 string ! default=""
TCPSocketAction
 port 1 IntOrString !
 host 2 string ?
Taint
 key 1 string ! default=""
 value 2 string ?
 effect 3 string ! default=""
 timeAdded 4 Time *?
Toleration
 key 1 string ?
 operator 2 string ?
 value 3 string ?
 effect 4 string ?
 tolerationSeconds 5 int64 *?
TopologySelectorLabelRequirement
 key 1 string ! default=""
 values 2 []string ! list=atomic
TopologySelectorTerm map=atomic
 matchLabelExpressions 1 [].TopologySelectorLabelRequirement ? list=atomic
TopologySpreadConstraint
 maxSkew 1 int32 ! default=0
 topologyKey 2 string ! default=""
 whenUnsatisfiable 3 string ! default=""
 labelSelector 4 meta/v1.LabelSelector *?
 minDomains 5 int32 *?
 nodeAffinityPolicy 6 string *?
 nodeTaintsPolicy 7 string *?
 matchLabelKeys 8 []string ? list=atomic
TypedLocalObjectReference map=atomic
 apiGroup 1 string *
 kind 2 string ! default=""
 name 3 string ! default=""
TypedObjectReference
 apiGroup 1 string *
 kind 2 string ! default=""
 name 3 string ! default=""
 namespace 4 string *?
Volume
 name 1 string ! default=""
 ^ 2 .VolumeSource
VolumeDevice
 name 1 string ! default=""
 devicePath 2 string ! default=""
VolumeMount
 name 1 string ! default=""
 readOnly 2 bool ?
 recursiveReadOnly 7 string *?
 mountPath 3 string ! default=""
 subPath 4 string ?
 mountPropagation 5 string *?
 subPathExpr 6 string ?
VolumeMountStatus
 name 1 string ! default=""
 mountPath 2 string ! default=""
 readOnly 3 bool ?
 recursiveReadOnly 4 string *?
 volumeStatus 5 .VolumeStatus *?
VolumeNodeAffinity
 required 1 .NodeSelector *?
VolumeProjection
 secret 1 .SecretProjection *?
 downwardAPI 2 .DownwardAPIProjection *?
 configMap 3 .ConfigMapProjection *?
 serviceAccountToken 4 .ServiceAccountTokenProjection *?
 clusterTrustBundle 5 .ClusterTrustBundleProjection *?
 podCertificate 6 .PodCertificateProjection *?
VolumeResourceRequirements
 limits 1 map[]Quantity ?
 requests 2 map[]Quantity ?
VolumeSource
 hostPath 1 .HostPathVolumeSource *?
 emptyDir 2 .EmptyDirVolumeSource *?
 gcePersistentDisk 3 .GCEPersistentDiskVolumeSource *?
 awsElasticBlockStore 4 .AWSElasticBlockStoreVolumeSource *?
 gitRepo 5 .GitRepoVolumeSource *?
 secret 6 .SecretVolumeSource *?
 nfs 7 .NFSVolumeSource *?
 iscsi 8 .ISCSIVolumeSource *?
 glusterfs 9 .GlusterfsVolumeSource *?
 persistentVolumeClaim 10 .PersistentVolumeClaimVolumeSource *?
 rbd 11 .RBDVolumeSource *?
 flexVolume 12 .FlexVolumeSource *?
 cinder 13 .CinderVolumeSource *?
 cephfs 14 .CephFSVolumeSource *?
 flocker 15 .FlockerVolumeSource *?
 downwardAPI 16 .DownwardAPIVolumeSource *?
 fc 17 .FCVolumeSource *?
 azureFile 18 .AzureFileVolumeSource *?
 configMap 19 .ConfigMapVolumeSource *?
 vsphereVolume 20 .VsphereVirtualDiskVolumeSource *?
 quobyte 21 .QuobyteVolumeSource *?
 azureDisk 22 .AzureDiskVolumeSource *?
 photonPersistentDisk 23 .PhotonPersistentDiskVolumeSource *?
 projected 26 .ProjectedVolumeSource *?
 portworxVolume 24 .PortworxVolumeSource *?
 scaleIO 25 .ScaleIOVolumeSource *?
 storageos 27 .StorageOSVolumeSource *?
 csi 28 .CSIVolumeSource *?
 ephemeral 29 .EphemeralVolumeSource *?
 image 30 .ImageVolumeSource *?
VolumeStatus
 image 1 .ImageVolumeStatus *?
VsphereVirtualDiskVolumeSource
 volumePath 1 string ! default=""
 fsType 2 string ?
 storagePolicyName 3 string ?
 storagePolicyID 4 string ?
WeightedPodAffinityTerm
 weight 1 int32 ! default=0
 podAffinityTerm 2 .PodAffinityTerm !
WindowsSecurityContextOptions
 gmsaCredentialSpecName 1 string *?
 gmsaCredentialSpec 2 string *?
 runAsUserName 3 string *?
 hostProcess 4 bool *?
`;
