/** The fields of Kubernetes 1.36.3's internal structs, one struct a line. Written by `make structs`. */
export const internalStructs: string = `\
AWSElasticBlockStoreVolumeSource VolumeID=volumeID:text FSType=fsType:text Partition=partition:number ReadOnly=readOnly:boolean
Affinity NodeAffinity=nodeAffinity:*NodeAffinity PodAffinity=podAffinity:*PodAffinity PodAntiAffinity=podAntiAffinity:*PodAntiAffinity
AppArmorProfile Type=type:text LocalhostProfile=localhostProfile:any
AzureDiskVolumeSource DiskName=diskName:text DataDiskURI=diskURI:text CachingMode=cachingMode:any FSType=fsType:any ReadOnly=readOnly:any Kind=kind:any
AzureFilePersistentVolumeSource SecretName=secretName:text ShareName=shareName:text ReadOnly=readOnly:boolean SecretNamespace=secretNamespace:any
AzureFileVolumeSource SecretName=secretName:text ShareName=shareName:text ReadOnly=readOnly:boolean
CELDeviceSelector Expression=expression:text
CSIPersistentVolumeSource Driver=driver:text VolumeHandle=volumeHandle:text ReadOnly=readOnly:boolean FSType=fsType:text VolumeAttributes=volumeAttributes:any ControllerPublishSecretRef=controllerPublishSecretRef:*SecretReference NodeStageSecretRef=nodeStageSecretRef:*SecretReference NodePublishSecretRef=nodePublishSecretRef:*SecretReference ControllerExpandSecretRef=controllerExpandSecretRef:*SecretReference NodeExpandSecretRef=nodeExpandSecretRef:*SecretReference
CSIVolumeSource Driver=driver:text ReadOnly=readOnly:any FSType=fsType:any VolumeAttributes=volumeAttributes:any NodePublishSecretRef=nodePublishSecretRef:*LocalObjectReference
Capabilities Add=add:any Drop=drop:any
CapacityRequirements Requests=requests:any
CephFSPersistentVolumeSource Monitors=monitors:any Path=path:text User=user:text SecretFile=secretFile:text SecretRef=secretRef:*SecretReference ReadOnly=readOnly:boolean
CephFSVolumeSource Monitors=monitors:any Path=path:text User=user:text SecretFile=secretFile:text SecretRef=secretRef:*LocalObjectReference ReadOnly=readOnly:boolean
CinderPersistentVolumeSource VolumeID=volumeID:text FSType=fsType:text ReadOnly=readOnly:boolean SecretRef=secretRef:*SecretReference
CinderVolumeSource VolumeID=volumeID:text FSType=fsType:text ReadOnly=readOnly:boolean SecretRef=secretRef:*LocalObjectReference
ClusterTrustBundleProjection Name=name:any SignerName=signerName:any LabelSelector=labelSelector:*LabelSelector Optional=optional:any Path=path:text
ConfigMapEnvSource Name=name:text Optional=optional:any
ConfigMapKeySelector Name=name:text Key=key:text Optional=optional:any
ConfigMapProjection Name=name:text Items=items:[]KeyToPath Optional=optional:any
ConfigMapVolumeSource Name=name:text Items=items:[]KeyToPath DefaultMode=defaultMode:any Optional=optional:any
Container Name=name:text Image=image:text Command=command:any Args=args:any WorkingDir=workingDir:text Ports=ports:[]ContainerPort EnvFrom=envFrom:[]EnvFromSource Env=env:[]EnvVar Resources=resources:ResourceRequirements ResizePolicy=resizePolicy:[]ContainerResizePolicy RestartPolicy=restartPolicy:any RestartPolicyRules=restartPolicyRules:[]ContainerRestartRule VolumeMounts=volumeMounts:[]VolumeMount VolumeDevices=volumeDevices:[]VolumeDevice LivenessProbe=livenessProbe:*Probe ReadinessProbe=readinessProbe:*Probe StartupProbe=startupProbe:*Probe Lifecycle=lifecycle:*Lifecycle TerminationMessagePath=terminationMessagePath:text TerminationMessagePolicy=terminationMessagePolicy:text ImagePullPolicy=imagePullPolicy:text SecurityContext=securityContext:*SecurityContext Stdin=stdin:boolean StdinOnce=stdinOnce:boolean TTY=tty:boolean
ContainerPort Name=name:text HostPort=hostPort:number ContainerPort=containerPort:number Protocol=protocol:text HostIP=hostIP:text
ContainerResizePolicy ResourceName=resourceName:text RestartPolicy=restartPolicy:text
ContainerRestartRule Action=action:text ExitCodes=exitCodes:*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes Operator=operator:text Values=values:any
DeviceAttribute IntValue=int:any BoolValue=bool:any StringValue=string:any VersionValue=version:any IntValues=ints:any BoolValues=bools:any StringValues=strings:any VersionValues=versions:any
DeviceClaim Requests=requests:[]DeviceRequest Constraints=constraints:[]DeviceConstraint Config=config:[]DeviceClaimConfiguration
DeviceClaimConfiguration Requests=requests:any Opaque=opaque:*OpaqueDeviceConfiguration
DeviceConstraint Requests=requests:any MatchAttribute=matchAttribute:any DistinctAttribute=distinctAttribute:any
DeviceRequest Name=name:text Exactly=exactly:*ExactDeviceRequest FirstAvailable=firstAvailable:[]DeviceSubRequest
DeviceSelector CEL=cel:*CELDeviceSelector
DeviceSubRequest Name=name:text DeviceClassName=deviceClassName:text Selectors=selectors:[]DeviceSelector AllocationMode=allocationMode:text Count=count:number Tolerations=tolerations:[]DeviceToleration Capacity=capacity:*CapacityRequirements
DeviceToleration Key=key:text Operator=operator:text Value=value:text Effect=effect:text TolerationSeconds=tolerationSeconds:any
DownwardAPIProjection Items=items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile Path=path:text FieldRef=fieldRef:*ObjectFieldSelector ResourceFieldRef=resourceFieldRef:*ResourceFieldSelector Mode=mode:any
DownwardAPIVolumeSource Items=items:[]DownwardAPIVolumeFile DefaultMode=defaultMode:any
EmptyDirVolumeSource Medium=medium:text SizeLimit=sizeLimit:any
EnvFromSource Prefix=prefix:text ConfigMapRef=configMapRef:*ConfigMapEnvSource SecretRef=secretRef:*SecretEnvSource
EnvVar Name=name:text Value=value:text ValueFrom=valueFrom:*EnvVarSource
EnvVarSource FieldRef=fieldRef:*ObjectFieldSelector ResourceFieldRef=resourceFieldRef:*ResourceFieldSelector ConfigMapKeyRef=configMapKeyRef:*ConfigMapKeySelector SecretKeyRef=secretKeyRef:*SecretKeySelector FileKeyRef=fileKeyRef:*FileKeySelector
EphemeralContainer Name=name:text Image=image:text Command=command:any Args=args:any WorkingDir=workingDir:text Ports=ports:[]ContainerPort EnvFrom=envFrom:[]EnvFromSource Env=env:[]EnvVar Resources=resources:ResourceRequirements ResizePolicy=resizePolicy:[]ContainerResizePolicy RestartPolicy=restartPolicy:any RestartPolicyRules=restartPolicyRules:[]ContainerRestartRule VolumeMounts=volumeMounts:[]VolumeMount VolumeDevices=volumeDevices:[]VolumeDevice LivenessProbe=livenessProbe:*Probe ReadinessProbe=readinessProbe:*Probe StartupProbe=startupProbe:*Probe Lifecycle=lifecycle:*Lifecycle TerminationMessagePath=terminationMessagePath:text TerminationMessagePolicy=terminationMessagePolicy:text ImagePullPolicy=imagePullPolicy:text SecurityContext=securityContext:*SecurityContext Stdin=stdin:boolean StdinOnce=stdinOnce:boolean TTY=tty:boolean TargetContainerName=targetContainerName:text
EphemeralVolumeSource VolumeClaimTemplate=volumeClaimTemplate:*PersistentVolumeClaimTemplate
EventSource Component=component:text Host=host:text
ExactDeviceRequest DeviceClassName=deviceClassName:text Selectors=selectors:[]DeviceSelector AllocationMode=allocationMode:text Count=count:number AdminAccess=adminAccess:any Tolerations=tolerations:[]DeviceToleration Capacity=capacity:*CapacityRequirements
ExecAction Command=command:any
ExemptPriorityLevelConfiguration NominalConcurrencyShares=nominalConcurrencyShares:any LendablePercent=lendablePercent:any
FCVolumeSource TargetWWNs=targetWWNs:any Lun=lun:any FSType=fsType:text ReadOnly=readOnly:boolean WWIDs=wwids:any
FileKeySelector VolumeName=volumeName:text Path=path:text Key=key:text Optional=optional:any
FlexPersistentVolumeSource Driver=driver:text FSType=fsType:text SecretRef=secretRef:*SecretReference ReadOnly=readOnly:boolean Options=options:any
FlexVolumeSource Driver=driver:text FSType=fsType:text SecretRef=secretRef:*LocalObjectReference ReadOnly=readOnly:boolean Options=options:any
FlockerVolumeSource DatasetName=datasetName:text DatasetUUID=datasetUUID:text
FlowDistinguisherMethod Type=type:text
FlowSchemaSpec PriorityLevelConfiguration=priorityLevelConfiguration:PriorityLevelConfigurationReference MatchingPrecedence=matchingPrecedence:number DistinguisherMethod=distinguisherMethod:*FlowDistinguisherMethod Rules=rules:[]PolicyRulesWithSubjects
GCEPersistentDiskVolumeSource PDName=pdName:text FSType=fsType:text Partition=partition:number ReadOnly=readOnly:boolean
GRPCAction Port=port:number Service=service:any
GitRepoVolumeSource Repository=repository:text Revision=revision:text Directory=directory:text
GlusterfsPersistentVolumeSource EndpointsName=endpoints:text Path=path:text ReadOnly=readOnly:boolean EndpointsNamespace=endpointsNamespace:any
GlusterfsVolumeSource EndpointsName=endpoints:text Path=path:text ReadOnly=readOnly:boolean
GroupSubject Name=name:text
HTTPGetAction Path=path:text Port=port:IntOrString Host=host:text Scheme=scheme:text HTTPHeaders=httpHeaders:[]HTTPHeader
HTTPHeader Name=name:text Value=value:text
HostAlias IP=ip:text Hostnames=hostnames:any
HostPathVolumeSource Path=path:text Type=type:any
ISCSIPersistentVolumeSource TargetPortal=targetPortal:text IQN=iqn:text Lun=lun:number ISCSIInterface=iscsiInterface:text FSType=fsType:text ReadOnly=readOnly:boolean Portals=portals:any DiscoveryCHAPAuth=chapAuthDiscovery:boolean SessionCHAPAuth=chapAuthSession:boolean SecretRef=secretRef:*SecretReference InitiatorName=initiatorName:any
ISCSIVolumeSource TargetPortal=targetPortal:text IQN=iqn:text Lun=lun:number ISCSIInterface=iscsiInterface:text FSType=fsType:text ReadOnly=readOnly:boolean Portals=portals:any DiscoveryCHAPAuth=chapAuthDiscovery:boolean SessionCHAPAuth=chapAuthSession:boolean SecretRef=secretRef:*LocalObjectReference InitiatorName=initiatorName:any
ImageVolumeSource Reference=reference:text PullPolicy=pullPolicy:text
KeyToPath Key=key:text Path=path:text Mode=mode:any
LabelSelector matchLabels?=matchLabels:any matchExpressions?=matchExpressions:[]LabelSelectorRequirement
LabelSelectorRequirement key=key:text operator=operator:text values?=values:any
Lifecycle PostStart=postStart:*LifecycleHandler PreStop=preStop:*LifecycleHandler StopSignal=stopSignal:any
LifecycleHandler Exec=exec:*ExecAction HTTPGet=httpGet:*HTTPGetAction TCPSocket=tcpSocket:*TCPSocketAction Sleep=sleep:*SleepAction
LimitResponse Type=type:text Queuing=queuing:*QueuingConfiguration
LimitedPriorityLevelConfiguration NominalConcurrencyShares=nominalConcurrencyShares:number LimitResponse=limitResponse:LimitResponse LendablePercent=lendablePercent:any BorrowingLimitPercent=borrowingLimitPercent:any
LocalObjectReference Name=name:text
LocalVolumeSource Path=path:text FSType=fsType:any
ManagedFieldsEntry manager?=manager:text operation?=operation:text apiVersion?=apiVersion:text time?=time:any fieldsType?=fieldsType:text fieldsV1?=fieldsV1:any subresource?=subresource:text
NFSVolumeSource Server=server:text Path=path:text ReadOnly=readOnly:boolean
NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
NodeSelector NodeSelectorTerms=nodeSelectorTerms:[]NodeSelectorTerm
NodeSelectorRequirement Key=key:text Operator=operator:text Values=values:any
NodeSelectorTerm MatchExpressions=matchExpressions:[]NodeSelectorRequirement MatchFields=matchFields:[]NodeSelectorRequirement
NonResourcePolicyRule Verbs=verbs:any NonResourceURLs=nonResourceURLs:any
ObjectFieldSelector APIVersion=apiVersion:text FieldPath=fieldPath:text
ObjectMeta name?=name:text generateName?=generateName:text namespace?=namespace:text selfLink?=selfLink:text uid?=uid:text resourceVersion?=resourceVersion:text generation?=generation:number creationTimestamp?=creationTimestamp:Time deletionTimestamp?=deletionTimestamp:any deletionGracePeriodSeconds?=deletionGracePeriodSeconds:any labels?=labels:any annotations?=annotations:any ownerReferences?=ownerReferences:[]OwnerReference finalizers?=finalizers:any managedFields?=managedFields:[]ManagedFieldsEntry
ObjectReference Kind=kind:text Namespace=namespace:text Name=name:text UID=uid:text APIVersion=apiVersion:text ResourceVersion=resourceVersion:text FieldPath=fieldPath:text
OpaqueDeviceConfiguration Driver=driver:text Parameters=parameters:RawExtension
OwnerReference apiVersion=apiVersion:text kind=kind:text name=name:text uid=uid:text controller?=controller:any blockOwnerDeletion?=blockOwnerDeletion:any
PersistentVolumeClaimSpec AccessModes=accessModes:any Selector=selector:*LabelSelector Resources=resources:VolumeResourceRequirements VolumeName=volumeName:text StorageClassName=storageClassName:any VolumeMode=volumeMode:any DataSource=dataSource:*TypedLocalObjectReference DataSourceRef=dataSourceRef:*TypedObjectReference VolumeAttributesClassName=volumeAttributesClassName:any
PersistentVolumeClaimTemplate ^=metadata:ObjectMeta Spec=spec:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource ClaimName=claimName:text ReadOnly=readOnly:boolean
PersistentVolumeSource GCEPersistentDisk=gcePersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource HostPath=hostPath:*HostPathVolumeSource Glusterfs=glusterfs:*GlusterfsPersistentVolumeSource NFS=nfs:*NFSVolumeSource RBD=rbd:*RBDPersistentVolumeSource Quobyte=quobyte:*QuobyteVolumeSource ISCSI=iscsi:*ISCSIPersistentVolumeSource FlexVolume=flexVolume:*FlexPersistentVolumeSource Cinder=cinder:*CinderPersistentVolumeSource CephFS=cephfs:*CephFSPersistentVolumeSource FC=fc:*FCVolumeSource Flocker=flocker:*FlockerVolumeSource AzureFile=azureFile:*AzureFilePersistentVolumeSource VsphereVolume=vsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk=azureDisk:*AzureDiskVolumeSource PhotonPersistentDisk=photonPersistentDisk:*PhotonPersistentDiskVolumeSource PortworxVolume=portworxVolume:*PortworxVolumeSource ScaleIO=scaleIO:*ScaleIOPersistentVolumeSource Local=local:*LocalVolumeSource StorageOS=storageos:*StorageOSPersistentVolumeSource CSI=csi:*CSIPersistentVolumeSource
PhotonPersistentDiskVolumeSource PdID=pdID:text FSType=fsType:text
PodAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodAffinityTerm LabelSelector=labelSelector:*LabelSelector Namespaces=namespaces:any TopologyKey=topologyKey:text NamespaceSelector=namespaceSelector:*LabelSelector MatchLabelKeys=matchLabelKeys:any MismatchLabelKeys=mismatchLabelKeys:any
PodAntiAffinity RequiredDuringSchedulingIgnoredDuringExecution=requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
PodCertificateProjection SignerName=signerName:text KeyType=keyType:text MaxExpirationSeconds=maxExpirationSeconds:any CredentialBundlePath=credentialBundlePath:text KeyPath=keyPath:text CertificateChainPath=certificateChainPath:text UserAnnotations=userAnnotations:any
PodDNSConfig Nameservers=nameservers:any Searches=searches:any Options=options:[]PodDNSConfigOption
PodDNSConfigOption Name=name:text Value=value:any
PodFailurePolicy Rules=rules:[]PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement ContainerName=containerName:any Operator=operator:text Values=values:any
PodFailurePolicyOnPodConditionsPattern Type=type:text Status=status:text
PodFailurePolicyRule Action=action:text OnExitCodes=onExitCodes:*PodFailurePolicyOnExitCodesRequirement OnPodConditions=onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodOS Name=name:text
PodReadinessGate ConditionType=conditionType:text
PodResourceClaim Name=name:text ResourceClaimName=resourceClaimName:any ResourceClaimTemplateName=resourceClaimTemplateName:any
PodSchedulingGate Name=name:text
PodSchedulingGroup PodGroupName=podGroupName:any
PodSecurityContext HostNetwork=hostNetwork:boolean HostPID=hostPID:boolean HostIPC=hostIPC:boolean ShareProcessNamespace=shareProcessNamespace:any HostUsers=hostUsers:any SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions=windowsOptions:*WindowsSecurityContextOptions RunAsUser=runAsUser:any RunAsGroup=runAsGroup:any RunAsNonRoot=runAsNonRoot:any SupplementalGroups=supplementalGroups:any SupplementalGroupsPolicy=supplementalGroupsPolicy:any FSGroup=fsGroup:any FSGroupChangePolicy=fsGroupChangePolicy:any Sysctls=sysctls:[]Sysctl SeccompProfile=seccompProfile:*SeccompProfile AppArmorProfile=appArmorProfile:*AppArmorProfile SELinuxChangePolicy=seLinuxChangePolicy:any
PodSpec Volumes=volumes:[]Volume InitContainers=initContainers:[]Container Containers=containers:[]Container EphemeralContainers=ephemeralContainers:[]EphemeralContainer RestartPolicy=restartPolicy:text TerminationGracePeriodSeconds=terminationGracePeriodSeconds:any ActiveDeadlineSeconds=activeDeadlineSeconds:any DNSPolicy=dnsPolicy:text NodeSelector=nodeSelector:any ServiceAccountName=serviceAccountName:text AutomountServiceAccountToken=automountServiceAccountToken:any NodeName=nodeName:text SecurityContext=securityContext:*PodSecurityContext ImagePullSecrets=imagePullSecrets:[]LocalObjectReference Hostname=hostname:text Subdomain=subdomain:text SetHostnameAsFQDN=setHostnameAsFQDN:any Affinity=affinity:*Affinity SchedulerName=schedulerName:text Tolerations=tolerations:[]Toleration HostAliases=hostAliases:[]HostAlias PriorityClassName=priorityClassName:text Priority=priority:any PreemptionPolicy=preemptionPolicy:any DNSConfig=dnsConfig:*PodDNSConfig ReadinessGates=readinessGates:[]PodReadinessGate RuntimeClassName=runtimeClassName:any Overhead=overhead:any EnableServiceLinks=enableServiceLinks:any TopologySpreadConstraints=topologySpreadConstraints:[]TopologySpreadConstraint OS=os:*PodOS SchedulingGates=schedulingGates:[]PodSchedulingGate ResourceClaims=resourceClaims:[]PodResourceClaim Resources=resources:*ResourceRequirements HostnameOverride=hostnameOverride:any SchedulingGroup=schedulingGroup:*PodSchedulingGroup
PodTemplateSpec ^=metadata:ObjectMeta Spec=spec:PodSpec
PolicyRulesWithSubjects Subjects=subjects:[]Subject ResourceRules=resourceRules:[]ResourcePolicyRule NonResourceRules=nonResourceRules:[]NonResourcePolicyRule
PortworxVolumeSource VolumeID=volumeID:text FSType=fsType:text ReadOnly=readOnly:boolean
PreferredSchedulingTerm Weight=weight:number Preference=preference:NodeSelectorTerm
PriorityLevelConfigurationReference Name=name:text
PriorityLevelConfigurationSpec Type=type:text Limited=limited:*LimitedPriorityLevelConfiguration Exempt=exempt:*ExemptPriorityLevelConfiguration
Probe Exec=exec:*ExecAction HTTPGet=httpGet:*HTTPGetAction TCPSocket=tcpSocket:*TCPSocketAction GRPC=grpc:*GRPCAction InitialDelaySeconds=initialDelaySeconds:number TimeoutSeconds=timeoutSeconds:number PeriodSeconds=periodSeconds:number SuccessThreshold=successThreshold:number FailureThreshold=failureThreshold:number TerminationGracePeriodSeconds=terminationGracePeriodSeconds:any
ProjectedVolumeSource Sources=sources:[]VolumeProjection DefaultMode=defaultMode:any
QueuingConfiguration Queues=queues:number HandSize=handSize:number QueueLengthLimit=queueLengthLimit:number
QuobyteVolumeSource Registry=registry:text Volume=volume:text ReadOnly=readOnly:boolean User=user:text Group=group:text Tenant=tenant:text
RBDPersistentVolumeSource CephMonitors=monitors:any RBDImage=image:text FSType=fsType:text RBDPool=pool:text RadosUser=user:text Keyring=keyring:text SecretRef=secretRef:*SecretReference ReadOnly=readOnly:boolean
RBDVolumeSource CephMonitors=monitors:any RBDImage=image:text FSType=fsType:text RBDPool=pool:text RadosUser=user:text Keyring=keyring:text SecretRef=secretRef:*LocalObjectReference ReadOnly=readOnly:boolean
ResourceClaim Name=name:text Request=request:text
ResourceClaimSpec Devices=devices:DeviceClaim
ResourceClaimTemplateSpec ^=metadata:ObjectMeta Spec=spec:ResourceClaimSpec
ResourceFieldSelector ContainerName=containerName:text Resource=resource:text Divisor=divisor:Quantity
ResourcePolicyRule Verbs=verbs:any APIGroups=apiGroups:any Resources=resources:any ClusterScope=clusterScope:boolean Namespaces=namespaces:any
ResourceRequirements Limits=limits:any Requests=requests:any Claims=claims:[]ResourceClaim
SELinuxOptions User=user:text Role=role:text Type=type:text Level=level:text
ScaleIOPersistentVolumeSource Gateway=gateway:text System=system:text SecretRef=secretRef:*SecretReference SSLEnabled=sslEnabled:boolean ProtectionDomain=protectionDomain:text StoragePool=storagePool:text StorageMode=storageMode:text VolumeName=volumeName:text FSType=fsType:text ReadOnly=readOnly:boolean
ScaleIOVolumeSource Gateway=gateway:text System=system:text SecretRef=secretRef:*LocalObjectReference SSLEnabled=sslEnabled:boolean ProtectionDomain=protectionDomain:text StoragePool=storagePool:text StorageMode=storageMode:text VolumeName=volumeName:text FSType=fsType:text ReadOnly=readOnly:boolean
ScopeSelector MatchExpressions=matchExpressions:[]ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement ScopeName=scopeName:text Operator=operator:text Values=values:any
SeccompProfile Type=type:text LocalhostProfile=localhostProfile:any
SecretEnvSource Name=name:text Optional=optional:any
SecretKeySelector Name=name:text Key=key:text Optional=optional:any
SecretProjection Name=name:text Items=items:[]KeyToPath Optional=optional:any
SecretReference Name=name:text Namespace=namespace:text
SecretVolumeSource SecretName=secretName:text Items=items:[]KeyToPath DefaultMode=defaultMode:any Optional=optional:any
SecurityContext Capabilities=capabilities:*Capabilities Privileged=privileged:any SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions=windowsOptions:*WindowsSecurityContextOptions RunAsUser=runAsUser:any RunAsGroup=runAsGroup:any RunAsNonRoot=runAsNonRoot:any ReadOnlyRootFilesystem=readOnlyRootFilesystem:any AllowPrivilegeEscalation=allowPrivilegeEscalation:any ProcMount=procMount:any SeccompProfile=seccompProfile:*SeccompProfile AppArmorProfile=appArmorProfile:*AppArmorProfile
ServiceAccountSubject Namespace=namespace:text Name=name:text
ServiceAccountTokenProjection Audience=audience:text ExpirationSeconds=expirationSeconds:number Path=path:text
SleepAction Seconds=seconds:number
StorageOSPersistentVolumeSource VolumeName=volumeName:text VolumeNamespace=volumeNamespace:text FSType=fsType:text ReadOnly=readOnly:boolean SecretRef=secretRef:*ObjectReference
StorageOSVolumeSource VolumeName=volumeName:text VolumeNamespace=volumeNamespace:text FSType=fsType:text ReadOnly=readOnly:boolean SecretRef=secretRef:*LocalObjectReference
Subject Kind=kind:text User=user:*UserSubject Group=group:*GroupSubject ServiceAccount=serviceAccount:*ServiceAccountSubject
SuccessPolicy Rules=rules:[]SuccessPolicyRule
SuccessPolicyRule SucceededIndexes=succeededIndexes:any SucceededCount=succeededCount:any
Sysctl Name=name:text Value=value:text
TCPSocketAction Port=port:IntOrString Host=host:text
Toleration Key=key:text Operator=operator:text Value=value:text Effect=effect:text TolerationSeconds=tolerationSeconds:any
TopologySpreadConstraint MaxSkew=maxSkew:number TopologyKey=topologyKey:text WhenUnsatisfiable=whenUnsatisfiable:text LabelSelector=labelSelector:*LabelSelector MinDomains=minDomains:any NodeAffinityPolicy=nodeAffinityPolicy:any NodeTaintsPolicy=nodeTaintsPolicy:any MatchLabelKeys=matchLabelKeys:any
TypedLocalObjectReference APIGroup=apiGroup:any Kind=kind:text Name=name:text
TypedObjectReference APIGroup=apiGroup:any Kind=kind:text Name=name:text Namespace=namespace:any
UserSubject Name=name:text
Volume Name=name:text HostPath=hostPath:*HostPathVolumeSource EmptyDir=emptyDir:*EmptyDirVolumeSource GCEPersistentDisk=gcePersistentDisk:*GCEPersistentDiskVolumeSource AWSElasticBlockStore=awsElasticBlockStore:*AWSElasticBlockStoreVolumeSource GitRepo=gitRepo:*GitRepoVolumeSource Secret=secret:*SecretVolumeSource NFS=nfs:*NFSVolumeSource ISCSI=iscsi:*ISCSIVolumeSource Glusterfs=glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim=persistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD=rbd:*RBDVolumeSource Quobyte=quobyte:*QuobyteVolumeSource FlexVolume=flexVolume:*FlexVolumeSource Cinder=cinder:*CinderVolumeSource CephFS=cephfs:*CephFSVolumeSource Flocker=flocker:*FlockerVolumeSource DownwardAPI=downwardAPI:*DownwardAPIVolumeSource FC=fc:*FCVolumeSource AzureFile=azureFile:*AzureFileVolumeSource ConfigMap=configMap:*ConfigMapVolumeSource VsphereVolume=vsphereVolume:*VsphereVirtualDiskVolumeSource AzureDisk=azureDisk:*AzureDiskVolumeSource PhotonPersistentDisk=photonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected=projected:*ProjectedVolumeSource PortworxVolume=portworxVolume:*PortworxVolumeSource ScaleIO=scaleIO:*ScaleIOVolumeSource StorageOS=storageos:*StorageOSVolumeSource CSI=csi:*CSIVolumeSource Ephemeral=ephemeral:*EphemeralVolumeSource Image=image:*ImageVolumeSource
VolumeDevice Name=name:text DevicePath=devicePath:text
VolumeMount Name=name:text ReadOnly=readOnly:boolean RecursiveReadOnly=recursiveReadOnly:any MountPath=mountPath:text SubPath=subPath:text MountPropagation=mountPropagation:any SubPathExpr=subPathExpr:text
VolumeNodeAffinity Required=required:*NodeSelector
VolumeProjection Secret=secret:*SecretProjection DownwardAPI=downwardAPI:*DownwardAPIProjection ConfigMap=configMap:*ConfigMapProjection ServiceAccountToken=serviceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle=clusterTrustBundle:*ClusterTrustBundleProjection PodCertificate=podCertificate:*PodCertificateProjection
VolumeResourceRequirements Limits=limits:any Requests=requests:any
VsphereVirtualDiskVolumeSource VolumePath=volumePath:text FSType=fsType:text StoragePolicyName=storagePolicyName:text StoragePolicyID=storagePolicyID:text
WeightedPodAffinityTerm Weight=weight:number PodAffinityTerm=podAffinityTerm:PodAffinityTerm
WindowsSecurityContextOptions GMSACredentialSpecName=gmsaCredentialSpecName:any GMSACredentialSpec=gmsaCredentialSpec:any RunAsUserName=runAsUserName:any HostProcess=hostProcess:any
`;
