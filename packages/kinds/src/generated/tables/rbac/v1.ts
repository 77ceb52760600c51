// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
AggregationRule
 clusterRoleSelectors 1 []meta/v1.LabelSelector ? list=atomic
ClusterRole
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 rules 2 [].PolicyRule list=atomic
 aggregationRule 3 .AggregationRule *?
ClusterRoleBinding
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 subjects 2 [].Subject ? list=atomic
 roleRef 3 .RoleRef !
ClusterRoleBindingList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ClusterRoleBinding !
ClusterRoleList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ClusterRole !
PolicyRule
 verbs 1 []string ! list=atomic
 apiGroups 2 []string ? list=atomic
 resources 3 []string ? list=atomic
 resourceNames 4 []string ? list=atomic
 nonResourceURLs 5 []string ? list=atomic
Role
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 rules 2 [].PolicyRule list=atomic
RoleBinding
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 subjects 2 [].Subject ? list=atomic
 roleRef 3 .RoleRef !
RoleBindingList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].RoleBinding !
RoleList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Role !
RoleRef map=atomic
 apiGroup 1 string default=""
 kind 2 string ! default=""
 name 3 string ! default=""
Subject map=atomic
 kind 1 string ! default=""
 apiGroup 2 string ?
 name 3 string ! default=""
 namespace 4 string ?
`;
