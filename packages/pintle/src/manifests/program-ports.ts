/** Where a program listens in its container; kubebuilder's numbers, which people's firewalls know. */
export const programPorts = { webhook: 9443, metrics: 8443, health: 8081 } as const;

/** Where API servers call a Service unless they are told otherwise. */
export const webhookServicePort = 443;
