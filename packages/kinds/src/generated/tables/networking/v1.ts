// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** A block per type and a line per field; how to read it stands in type-table.ts. */
export const types = `
HTTPIngressPath
 path 1 string ?
 pathType 3 string *!
 backend 2 .IngressBackend !
HTTPIngressRuleValue
 paths 1 [].HTTPIngressPath ! list=atomic
IPAddress
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .IPAddressSpec ?!
IPAddressList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].IPAddress !
IPAddressSpec
 parentRef 1 .ParentReference *?!
IPBlock
 cidr 1 string ! default=""
 except 2 []string ? list=atomic
Ingress
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .IngressSpec ?
 status 3 .IngressStatus ?
IngressBackend
 service 4 .IngressServiceBackend *?
 resource 3 core/v1.TypedLocalObjectReference *?
IngressClass
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .IngressClassSpec ?
IngressClassList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].IngressClass !
IngressClassParametersReference
 apiGroup 1 string *?
 kind 2 string ! default=""
 name 3 string ! default=""
 scope 4 string *
 namespace 5 string *?
IngressClassSpec
 controller 1 string ?
 parameters 2 .IngressClassParametersReference *?
IngressList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].Ingress !
IngressLoadBalancerIngress
 ip 1 string ?
 hostname 2 string ?
 ports 4 [].IngressPortStatus ? list=atomic
IngressLoadBalancerStatus
 ingress 1 [].IngressLoadBalancerIngress ? list=atomic
IngressPortStatus
 port 1 int32 ! default=0
 protocol 2 string ! default=""
 error 3 string *?
IngressRule
 host 1 string ?
 ^ 2 .IngressRuleValue
IngressRuleValue
 http 1 .HTTPIngressRuleValue *?
IngressServiceBackend
 name 1 string ! default=""
 port 2 .ServiceBackendPort ?
IngressSpec
 ingressClassName 4 string *?
 defaultBackend 1 .IngressBackend *?
 tls 2 [].IngressTLS ? list=atomic
 rules 3 [].IngressRule ? list=atomic
IngressStatus
 loadBalancer 1 .IngressLoadBalancerStatus ?
IngressTLS
 hosts 1 []string ? list=atomic
 secretName 2 string ?
NetworkPolicy
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .NetworkPolicySpec ?
NetworkPolicyEgressRule
 ports 1 [].NetworkPolicyPort ? list=atomic
 to 2 [].NetworkPolicyPeer ? list=atomic
NetworkPolicyIngressRule
 ports 1 [].NetworkPolicyPort ? list=atomic
 from 2 [].NetworkPolicyPeer ? list=atomic
NetworkPolicyList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].NetworkPolicy !
NetworkPolicyPeer
 podSelector 1 meta/v1.LabelSelector *?
 namespaceSelector 2 meta/v1.LabelSelector *?
 ipBlock 3 .IPBlock *?
NetworkPolicyPort
 protocol 1 string *?
 port 2 IntOrString *?
 endPort 3 int32 *?
NetworkPolicySpec
 podSelector 1 meta/v1.LabelSelector
 ingress 2 [].NetworkPolicyIngressRule ? list=atomic
 egress 3 [].NetworkPolicyEgressRule ? list=atomic
 policyTypes 4 []string ? list=atomic
ParentReference
 group 1 string ?
 resource 2 string ?!
 namespace 3 string ?
 name 4 string ?!
ServiceBackendPort map=atomic
 name 1 string ?
 number 2 int32 ?
ServiceCIDR
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ObjectMeta ?
 spec 2 .ServiceCIDRSpec ?
 status 3 .ServiceCIDRStatus ?
ServiceCIDRList
 ^ - meta/v1.TypeMeta
 metadata 1 meta/v1.ListMeta ?
 items 2 [].ServiceCIDR !
ServiceCIDRSpec
 cidrs 1 []string ? list=atomic
ServiceCIDRStatus
 conditions 1 []meta/v1.Condition ? list=map:type patch=merge:type
`;
