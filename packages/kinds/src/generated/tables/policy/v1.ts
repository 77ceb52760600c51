// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
Eviction
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 deleteOptions 2 meta/v1.DeleteOptions *?
PodDisruptionBudget
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .PodDisruptionBudgetSpec ?
 status 3 .PodDisruptionBudgetStatus ?
PodDisruptionBudgetList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].PodDisruptionBudget !
PodDisruptionBudgetSpec
 minAvailable 1 IntOrString *?
 selector 2 meta/v1.LabelSelector *? patch=replace
 maxUnavailable 3 IntOrString *?
 unhealthyPodEvictionPolicy 4 string *?
PodDisruptionBudgetStatus
 observedGeneration 1 int64 ?
 disruptedPods 2 map[]Time ?
 disruptionsAllowed 3 int32 default=0
 currentHealthy 4 int32 default=0
 desiredHealthy 5 int32 default=0
 expectedPods 6 int32 default=0
 conditions 7 []meta/v1.Condition ? list=map:type patch=merge:type
`;
