// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
CrossVersionObjectReference map=atomic
 kind 1 string ! default=""
 name 2 string ! default=""
 apiVersion 3 string ?
HorizontalPodAutoscaler
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .HorizontalPodAutoscalerSpec ?!
 status 3 .HorizontalPodAutoscalerStatus ?
HorizontalPodAutoscalerList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].HorizontalPodAutoscaler !
HorizontalPodAutoscalerSpec
 scaleTargetRef 1 .CrossVersionObjectReference !
 minReplicas 2 int32 *?
 maxReplicas 3 int32 ! default=0
 targetCPUUtilizationPercentage 4 int32 *?
HorizontalPodAutoscalerStatus
 observedGeneration 1 int64 *?
 lastScaleTime 2 Time *?
 currentReplicas 3 int32 ! default=0
 desiredReplicas 4 int32 ! default=0
 currentCPUUtilizationPercentage 5 int32 *?
Scale
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ScaleSpec ?
 status 3 .ScaleStatus ?
ScaleSpec
 replicas 1 int32 ? default=0
ScaleStatus
 replicas 1 int32 ! default=0
 selector 2 string ?
`;
