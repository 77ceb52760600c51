// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
APIGroupDiscovery
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 versions 2 [].APIVersionDiscovery ?
APIGroupDiscoveryList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].APIGroupDiscovery
APIResourceDiscovery
 resource 1 string
 responseKind 2 meta/v1.GroupVersionKind *?
 scope 3 string
 singularResource 4 string
 verbs 5 []string
 shortNames 6 []string ?
 categories 7 []string ?
 subresources 8 [].APISubresourceDiscovery ?
APISubresourceDiscovery
 subresource 1 string
 responseKind 2 meta/v1.GroupVersionKind *?
 acceptedTypes 3 []meta/v1.GroupVersionKind ?
 verbs 4 []string
APIVersionDiscovery
 version 1 string
 resources 2 [].APIResourceDiscovery ?
 freshness 3 string ?
`;
