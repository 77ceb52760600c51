/** What stands below the flags in the help of `pintle up`: enough to live without the README. */

export const upHelp = `
Profiles:
  workloads  what core has, and ReplicaSets, Deployments, EndpointSlices, disruption budgets and quotas, on simulated
             nodes: pods become ready, complete, restart and have logs, but no image is pulled and nothing is run.
             With --nodes 0 nobody schedules pods
  core       garbage collection, namespaces, service accounts and their tokens, protection of volumes
  apiserver  nothing acts on the objects, as with envtest

What it says:
  stdout has one line, "ready: URL", once the plane serves and its kubeconfig is written. Everything for people is on
  stderr. What a plane in the background has to say later is in the file log of the data folder.

Exit codes:
  0  it was ended by Ctrl-C, SIGTERM or pintle down; with --detach, it is ready
  1  it failed
  2  something has to be written differently: one line says what

Examples:
  pintle up                                         a Kubernetes for kubectl, until Ctrl-C
  pintle up --detach && make test; pintle down      one for a script
  pintle up --profile apiserver --bind 127.0.0.1:6443
  pintle up --nodes 50 --data-dir /tmp/large        beside another plane
`;
