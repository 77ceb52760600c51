/** Any valid ModelBox, of either version, for properties that hold for all of them. */
import fc from "fast-check";

const label = fc.stringMatching(/^[a-z]([-a-z0-9]{0,8}[a-z0-9])?$/);
const image = fc.constantFrom("nginx:1.27", "registry.example.com:5000/team/app:v2", "busybox@sha256:abc");
const amount = fc.constantFrom("100m", "1", "1.5", "64Mi", "2Gi", "1e3");
const text = fc.string({ maxLength: 12 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const amounts = (each: fc.Arbitrary<string | number>) =>
  fc.dictionary(fc.constantFrom("cpu", "memory", "ephemeral-storage"), each);
const limits = amounts(fc.oneof(amount, fc.integer({ min: 1, max: 9 })));
/** No more than any limit. */
const requests = amounts(fc.constantFrom("0", "1m", "100m"));
const resources = fc.record({ limits, requests }, { requiredKeys: [] });

const port = fc.record(
  {
    port: fc.integer({ min: 1, max: 65_535 }),
    protocol: fc.constantFrom("TCP", "UDP", "SCTP"),
    targetPort: fc.integer({ min: 1, max: 65_535 }),
    appProtocol: fc.constantFrom("http", "kubernetes.io/h2c"),
  },
  { requiredKeys: ["port"] },
);
const mostPorts = 4;
const unnamed = fc.uniqueArray(port, {
  ...{ minLength: 1, maxLength: mostPorts },
  selector: ({ port: number, protocol = "TCP" }) => `${number} ${protocol}`,
});
const ports = withSome(unnamed, "name", label);
const portsOnNodes = withSome(ports, "nodePort", fc.integer({ min: 30_000, max: 32_767 }));

/** Some of the ports have the field as well, each with another value. */
function withSome<Port extends object>(list: fc.Arbitrary<Port[]>, field: string, value: fc.Arbitrary<unknown>) {
  const each = { minLength: mostPorts, maxLength: mostPorts };
  return fc
    .tuple(list, fc.uniqueArray(value, each), fc.array(fc.boolean(), each))
    .map(([all, values, isSaid]) => all.map((one, at) => (isSaid[at] ? { ...one, [field]: values[at] } : one)));
}

const env = fc.oneof(
  fc.record({ name: label, value: text }),
  fc.record({ name: label, valueFrom: fc.constant({ fieldRef: { fieldPath: "metadata.name" } }) }),
);
const envs = fc.uniqueArray(env, { maxLength: 4, selector: ({ name }) => name });

const containersNamed = (prefix: string) =>
  fc.uniqueArray(
    fc.record({ name: label.map((name) => `${prefix}-${name}`), image, args: fc.array(text, { maxLength: 2 }) }),
    { maxLength: 3, selector: ({ name }) => name },
  );
const probe = fc.record({
  tcpSocket: fc.record({ port: fc.integer({ min: 1, max: 65_535 }) }),
  periodSeconds: fc.integer({ min: 1, max: 60 }),
});

const size = fc.oneof(
  fc.record({ size: fc.constantFrom("small", "medium", "large") }),
  fc.record({ size: fc.constant("custom"), resources }),
  fc.record({ resources }),
  fc.constant({}),
);

const served = fc.oneof(
  fc.record({ ports, serviceType: optional(fc.constantFrom("ClusterIP", "NodePort", "LoadBalancer", "None")) }),
  fc.record({ ports: portsOnNodes, serviceType: optional(fc.constantFrom("NodePort", "LoadBalancer")) }),
  fc.record({ serviceType: optional(fc.constant("None")) }),
);

/** Of v1. Pods are not wanted here, only objects. */
export const anyBox = fc
  .record({
    common: fc.record(
      {
        ...{ name: label, image, replicas: fc.constantFrom(0, 1), envs },
        rollingUpdate: fc.oneof(
          fc.integer({ min: 1, max: 100 }),
          fc.integer({ min: 1, max: 100 }).map((share) => `${share}%`),
        ),
        ...{ containers: containersNamed("c"), initContainers: containersNamed("i") },
        ...{ probes: fc.constantFrom("default", "none"), livenessProbe: probe, readinessProbe: probe },
      },
      { requiredKeys: ["image"] },
    ),
    size,
    served,
  })
  .map(({ common, size: sized, served: reached }) => withoutUndefined({ ...common, ...sized, ...reached }));

/** Of v1beta1. */
export const anyOldBox = oldBoxWith(fc.oneof(ports, portsOnNodes));

/** What may be written over any box, in v1beta1: with a nodePort it would not fit every serviceType. */
export const anyOldEdit = oldBoxWith(ports);

function oldBoxWith(reached: fc.Arbitrary<object[]>) {
  return fc
    .record(
      { name: label, image, instances: fc.constantFrom(0, 1), cpu: amount, memory: amount, ports: reached },
      { requiredKeys: ["image"] },
    )
    .map(withoutUndefined);
}

function withoutUndefined(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}
