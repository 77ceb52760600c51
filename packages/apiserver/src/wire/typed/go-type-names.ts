/**
 * Names of Go types that the tables of kinds do not hold, since only messages show them: to JSON a `v1.RestartPolicy` is a string.
 *
 * A line per type, and on it the fields whose type has a name of its own. A test compares it with Kubernetes' types.
 */
const table = `
admission/v1.AdmissionRequest operation=v1.Operation uid=types.UID
admission/v1.AdmissionResponse patchType=v1.PatchType uid=types.UID
admissionregistration/v1.MatchResources matchPolicy=v1.MatchPolicyType
admissionregistration/v1.MutatingAdmissionPolicySpec failurePolicy=v1.FailurePolicyType reinvocationPolicy=v1.ReinvocationPolicyType
admissionregistration/v1.MutatingWebhook failurePolicy=v1.FailurePolicyType matchPolicy=v1.MatchPolicyType reinvocationPolicy=v1.ReinvocationPolicyType sideEffects=v1.SideEffectClass
admissionregistration/v1.Mutation patchType=v1.PatchType
admissionregistration/v1.ParamRef parameterNotFoundAction=v1.ParameterNotFoundActionType
admissionregistration/v1.Rule scope=v1.ScopeType
admissionregistration/v1.RuleWithOperations operations=[]v1.OperationType
admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec validationActions=[]v1.ValidationAction
admissionregistration/v1.ValidatingAdmissionPolicySpec failurePolicy=v1.FailurePolicyType
admissionregistration/v1.ValidatingWebhook failurePolicy=v1.FailurePolicyType matchPolicy=v1.MatchPolicyType sideEffects=v1.SideEffectClass
admissionregistration/v1.Validation reason=v1.StatusReason
apiextensions/v1.ConversionRequest uid=types.UID
apiextensions/v1.ConversionResponse uid=types.UID
apiextensions/v1.CustomResourceConversion strategy=v1.ConversionStrategyType
apiextensions/v1.CustomResourceDefinitionCondition status=v1.ConditionStatus type=v1.CustomResourceDefinitionConditionType
apiextensions/v1.CustomResourceDefinitionSpec scope=v1.ResourceScope
apiextensions/v1.JSONSchemaProps $schema=v1.JSONSchemaURL definitions=v1.JSONSchemaDefinitions dependencies=v1.JSONSchemaDependencies x-kubernetes-validations=v1.ValidationRules
apiextensions/v1.ValidationRule reason=v1.FieldValueErrorReason
apps/v1.DaemonSetCondition status=v1.ConditionStatus type=v1.DaemonSetConditionType
apps/v1.DaemonSetUpdateStrategy type=v1.DaemonSetUpdateStrategyType
apps/v1.DeploymentCondition status=v1.ConditionStatus type=v1.DeploymentConditionType
apps/v1.DeploymentStrategy type=v1.DeploymentStrategyType
apps/v1.ReplicaSetCondition status=v1.ConditionStatus type=v1.ReplicaSetConditionType
apps/v1.StatefulSetCondition status=v1.ConditionStatus type=v1.StatefulSetConditionType
apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted=v1.PersistentVolumeClaimRetentionPolicyType whenScaled=v1.PersistentVolumeClaimRetentionPolicyType
apps/v1.StatefulSetSpec podManagementPolicy=v1.PodManagementPolicyType
apps/v1.StatefulSetUpdateStrategy type=v1.StatefulSetUpdateStrategyType
authentication/v1.BoundObjectReference uid=types.UID
authentication/v1.UserInfo extra=map[string]v1.ExtraValue
authorization/v1.SubjectAccessReviewSpec extra=map[string]v1.ExtraValue
autoscaling/v2.ContainerResourceMetricSource name=v1.ResourceName
autoscaling/v2.ContainerResourceMetricStatus name=v1.ResourceName
autoscaling/v2.HPAScalingPolicy type=v2.HPAScalingPolicyType
autoscaling/v2.HPAScalingRules selectPolicy=v2.ScalingPolicySelect
autoscaling/v2.HorizontalPodAutoscalerCondition status=v1.ConditionStatus type=v2.HorizontalPodAutoscalerConditionType
autoscaling/v2.MetricSpec type=v2.MetricSourceType
autoscaling/v2.MetricStatus type=v2.MetricSourceType
autoscaling/v2.MetricTarget type=v2.MetricTargetType
autoscaling/v2.ResourceMetricSource name=v1.ResourceName
autoscaling/v2.ResourceMetricStatus name=v1.ResourceName
batch/v1.CronJobSpec concurrencyPolicy=v1.ConcurrencyPolicy
batch/v1.JobCondition status=v1.ConditionStatus type=v1.JobConditionType
batch/v1.JobSpec completionMode=v1.CompletionMode podReplacementPolicy=v1.PodReplacementPolicy
batch/v1.PodFailurePolicyOnExitCodesRequirement operator=v1.PodFailurePolicyOnExitCodesOperator
batch/v1.PodFailurePolicyOnPodConditionsPattern status=v1.ConditionStatus type=v1.PodConditionType
batch/v1.PodFailurePolicyRule action=v1.PodFailurePolicyAction
batch/v1.UncountedTerminatedPods failed=[]types.UID succeeded=[]types.UID
certificates/v1.CertificateSigningRequestCondition status=v1.ConditionStatus type=v1.RequestConditionType
certificates/v1.CertificateSigningRequestSpec extra=map[string]v1.ExtraValue usages=[]v1.KeyUsage
coordination/v1.LeaseSpec strategy=v1.CoordinatedLeaseStrategy
core/v1.AppArmorProfile type=v1.AppArmorProfileType
core/v1.AttachedVolume name=v1.UniqueVolumeName
core/v1.AzureDiskVolumeSource cachingMode=v1.AzureDataDiskCachingMode kind=v1.AzureDataDiskKind
core/v1.Capabilities add=[]v1.Capability drop=[]v1.Capability
core/v1.ComponentCondition status=v1.ConditionStatus type=v1.ComponentConditionType
core/v1.ConfigMapNodeConfigSource uid=types.UID
core/v1.Container imagePullPolicy=v1.PullPolicy restartPolicy=v1.ContainerRestartPolicy terminationMessagePolicy=v1.TerminationMessagePolicy
core/v1.ContainerPort protocol=v1.Protocol
core/v1.ContainerResizePolicy resourceName=v1.ResourceName restartPolicy=v1.ResourceResizeRestartPolicy
core/v1.ContainerRestartRule action=v1.ContainerRestartRuleAction
core/v1.ContainerRestartRuleOnExitCodes operator=v1.ContainerRestartRuleOnExitCodesOperator
core/v1.ContainerStatus allocatedResources=v1.ResourceList stopSignal=v1.Signal
core/v1.EmptyDirVolumeSource medium=v1.StorageMedium
core/v1.EndpointPort protocol=v1.Protocol
core/v1.EphemeralContainerCommon imagePullPolicy=v1.PullPolicy restartPolicy=v1.ContainerRestartPolicy terminationMessagePolicy=v1.TerminationMessagePolicy
core/v1.HTTPGetAction scheme=v1.URIScheme
core/v1.HostPathVolumeSource type=v1.HostPathType
core/v1.ImageVolumeSource pullPolicy=v1.PullPolicy
core/v1.Lifecycle stopSignal=v1.Signal
core/v1.LimitRangeItem default=v1.ResourceList defaultRequest=v1.ResourceList max=v1.ResourceList maxLimitRequestRatio=v1.ResourceList min=v1.ResourceList type=v1.LimitType
core/v1.LoadBalancerIngress ipMode=v1.LoadBalancerIPMode
core/v1.ModifyVolumeStatus status=v1.PersistentVolumeClaimModifyVolumeStatus
core/v1.NamespaceCondition status=v1.ConditionStatus type=v1.NamespaceConditionType
core/v1.NamespaceSpec finalizers=[]v1.FinalizerName
core/v1.NamespaceStatus phase=v1.NamespacePhase
core/v1.NodeAddress type=v1.NodeAddressType
core/v1.NodeAllocatableResourceClaimStatus resources=map[v1.ResourceName]resource.Quantity
core/v1.NodeCondition status=v1.ConditionStatus type=v1.NodeConditionType
core/v1.NodeSelectorRequirement operator=v1.NodeSelectorOperator
core/v1.NodeStatus allocatable=v1.ResourceList capacity=v1.ResourceList phase=v1.NodePhase volumesInUse=[]v1.UniqueVolumeName
core/v1.ObjectReference uid=types.UID
core/v1.PersistentVolumeClaimCondition status=v1.ConditionStatus type=v1.PersistentVolumeClaimConditionType
core/v1.PersistentVolumeClaimSpec accessModes=[]v1.PersistentVolumeAccessMode volumeMode=v1.PersistentVolumeMode
core/v1.PersistentVolumeClaimStatus accessModes=[]v1.PersistentVolumeAccessMode allocatedResourceStatuses=map[v1.ResourceName]v1.ClaimResourceStatus allocatedResources=v1.ResourceList capacity=v1.ResourceList phase=v1.PersistentVolumeClaimPhase
core/v1.PersistentVolumeSpec accessModes=[]v1.PersistentVolumeAccessMode capacity=v1.ResourceList persistentVolumeReclaimPolicy=v1.PersistentVolumeReclaimPolicy volumeMode=v1.PersistentVolumeMode
core/v1.PersistentVolumeStatus phase=v1.PersistentVolumePhase
core/v1.PodCondition status=v1.ConditionStatus type=v1.PodConditionType
core/v1.PodOS name=v1.OSName
core/v1.PodReadinessGate conditionType=v1.PodConditionType
core/v1.PodSecurityContext fsGroupChangePolicy=v1.PodFSGroupChangePolicy seLinuxChangePolicy=v1.PodSELinuxChangePolicy supplementalGroupsPolicy=v1.SupplementalGroupsPolicy
core/v1.PodSpec dnsPolicy=v1.DNSPolicy overhead=v1.ResourceList preemptionPolicy=v1.PreemptionPolicy restartPolicy=v1.RestartPolicy
core/v1.PodStatus allocatedResources=v1.ResourceList phase=v1.PodPhase qosClass=v1.PodQOSClass resize=v1.PodResizeStatus
core/v1.PortStatus protocol=v1.Protocol
core/v1.ReplicationControllerCondition status=v1.ConditionStatus type=v1.ReplicationControllerConditionType
core/v1.ResourceHealth health=v1.ResourceHealthStatus resourceID=v1.ResourceID
core/v1.ResourceQuotaSpec hard=v1.ResourceList scopes=[]v1.ResourceQuotaScope
core/v1.ResourceQuotaStatus hard=v1.ResourceList used=v1.ResourceList
core/v1.ResourceRequirements limits=v1.ResourceList requests=v1.ResourceList
core/v1.ResourceStatus name=v1.ResourceName
core/v1.ScopedResourceSelectorRequirement operator=v1.ScopeSelectorOperator scopeName=v1.ResourceQuotaScope
core/v1.SeccompProfile type=v1.SeccompProfileType
core/v1.Secret type=v1.SecretType
core/v1.SecurityContext procMount=v1.ProcMountType
core/v1.ServicePort protocol=v1.Protocol
core/v1.ServiceSpec externalTrafficPolicy=v1.ServiceExternalTrafficPolicy internalTrafficPolicy=v1.ServiceInternalTrafficPolicy ipFamilies=[]v1.IPFamily ipFamilyPolicy=v1.IPFamilyPolicy sessionAffinity=v1.ServiceAffinity type=v1.ServiceType
core/v1.Taint effect=v1.TaintEffect
core/v1.Toleration effect=v1.TaintEffect operator=v1.TolerationOperator
core/v1.TopologySpreadConstraint nodeAffinityPolicy=v1.NodeInclusionPolicy nodeTaintsPolicy=v1.NodeInclusionPolicy whenUnsatisfiable=v1.UnsatisfiableConstraintAction
core/v1.VolumeMount mountPropagation=v1.MountPropagationMode recursiveReadOnly=v1.RecursiveReadOnlyMode
core/v1.VolumeMountStatus recursiveReadOnly=v1.RecursiveReadOnlyMode
core/v1.VolumeResourceRequirements limits=v1.ResourceList requests=v1.ResourceList
discovery/v1.EndpointPort protocol=v1.Protocol
discovery/v1.EndpointSlice addressType=v1.AddressType
flowcontrol/v1.FlowDistinguisherMethod type=v1.FlowDistinguisherMethodType
flowcontrol/v1.FlowSchemaCondition status=v1.ConditionStatus type=v1.FlowSchemaConditionType
flowcontrol/v1.LimitResponse type=v1.LimitResponseType
flowcontrol/v1.PriorityLevelConfigurationCondition status=v1.ConditionStatus type=v1.PriorityLevelConfigurationConditionType
flowcontrol/v1.PriorityLevelConfigurationSpec type=v1.PriorityLevelEnablement
flowcontrol/v1.Subject kind=v1.SubjectKind
meta/v1.APIResource verbs=v1.Verbs
meta/v1.Condition status=v1.ConditionStatus
meta/v1.DeleteOptions propagationPolicy=v1.DeletionPropagation
meta/v1.FieldSelectorRequirement operator=v1.FieldSelectorOperator
meta/v1.LabelSelectorRequirement operator=v1.LabelSelectorOperator
meta/v1.ListOptions resourceVersionMatch=v1.ResourceVersionMatch
meta/v1.ManagedFieldsEntry operation=v1.ManagedFieldsOperationType
meta/v1.ObjectMeta uid=types.UID
meta/v1.OwnerReference uid=types.UID
meta/v1.Preconditions uid=types.UID
meta/v1.Status reason=v1.StatusReason
meta/v1.StatusCause reason=v1.CauseType
meta/v1.StatusDetails uid=types.UID
networking/v1.HTTPIngressPath pathType=v1.PathType
networking/v1.IngressPortStatus protocol=v1.Protocol
networking/v1.NetworkPolicyPort protocol=v1.Protocol
networking/v1.NetworkPolicySpec policyTypes=[]v1.PolicyType
node/v1.Overhead podFixed=v1.ResourceList
policy/v1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy=v1.UnhealthyPodEvictionPolicyType
resource/v1.CapacityRequirements requests=map[v1.QualifiedName]resource.Quantity
resource/v1.Device attributes=map[v1.QualifiedName]v1.DeviceAttribute capacity=map[v1.QualifiedName]v1.DeviceCapacity nodeAllocatableResourceMappings=map[v1.ResourceName]v1.NodeAllocatableResourceMapping
resource/v1.DeviceAllocationConfiguration source=v1.AllocationConfigSource
resource/v1.DeviceConstraint distinctAttribute=v1.FullyQualifiedName matchAttribute=v1.FullyQualifiedName
resource/v1.DeviceRequestAllocationResult consumedCapacity=map[v1.QualifiedName]resource.Quantity shareID=types.UID
resource/v1.DeviceSubRequest allocationMode=v1.DeviceAllocationMode
resource/v1.DeviceTaint effect=v1.DeviceTaintEffect
resource/v1.DeviceToleration effect=v1.DeviceTaintEffect operator=v1.DeviceTolerationOperator
resource/v1.ExactDeviceRequest allocationMode=v1.DeviceAllocationMode
resource/v1.NodeAllocatableResourceMapping capacityKey=v1.QualifiedName
resource/v1.ResourceClaimConsumerReference uid=types.UID
scheduling/v1.PriorityClass preemptionPolicy=v1.PreemptionPolicy
storage/v1.CSIDriverSpec fsGroupPolicy=v1.FSGroupPolicy volumeLifecycleModes=[]v1.VolumeLifecycleMode
storage/v1.StorageClass reclaimPolicy=v1.PersistentVolumeReclaimPolicy volumeBindingMode=v1.VolumeBindingMode
`;

let names: Map<string, string> | undefined;

/** What Go calls the type of a field, where that is another name than the type's own. */
export function goTypeOfField(type: string, key: string): string | undefined {
  names ??= readNames();
  return names.get(`${type} ${key}`);
}

function readNames(): Map<string, string> {
  const read = new Map<string, string>();
  for (const line of table.trim().split("\n")) {
    const [type, ...fields] = line.split(" ");
    for (const field of fields) {
      const [key = "", name = ""] = field.split("=");
      read.set(`${type} ${key}`, name);
    }
  }
  return read;
}
