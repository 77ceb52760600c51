/** The static types of declarations: `z.input` is what users write, `z.output` what reconcilers read. */
import { z } from "zod";
import { k8s, toStructuralSchema } from "./index.ts";

type IsSame<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2 ? true : false;

function same<Left, Right>(_isSame: IsSame<Left, Right>): void {}

function scalars() {
  const schema = z.object({
    int32: k8s.int32().min(0),
    int64: k8s.int64(),
    float: k8s.float(),
    quantity: k8s.quantity(),
    intOrString: k8s.intOrString(),
    intOrPercent: k8s.intOrPercent(),
    duration: k8s.duration(),
    time: k8s.time(),
  });
  interface Scalars {
    int32: number;
    int64: number;
    float: number;
    quantity: string;
    intOrString: string | number;
    intOrPercent: string | number;
    duration: string;
    time: string;
  }
  same<z.input<typeof schema>, { [Key in keyof Scalars]: Scalars[Key] }>(true);
  same<z.output<typeof schema>, { [Key in keyof Scalars]: Scalars[Key] }>(true);
}

function presence() {
  const schema = z.object({
    image: k8s.defaulted(z.string().min(1)),
    replicas: k8s.int32().min(0).default(1),
    size: z.enum(["small", "large"]).optional(),
    fixed: k8s.immutable(z.string()),
    ruled: k8s.rule(k8s.int32(), { rule: "self > 0" }).default(1),
  });
  type Input = z.input<typeof schema>;
  type Output = z.output<typeof schema>;
  same<
    Input,
    {
      image?: string | undefined;
      replicas?: number | undefined;
      size?: "small" | "large" | undefined;
      fixed: string;
      ruled?: number | undefined;
    }
  >(true);
  same<Output, { image: string; replicas: number; size?: "small" | "large" | undefined; fixed: string; ruled: number }>(
    true,
  );
  // @ts-expect-error What is read has an image.
  const read: Output = { replicas: 1, fixed: "a", ruled: 1 };
  return read;
}

function defaultedKeepsTheSchemasInput() {
  const schema = z.object({ inner: k8s.defaulted(z.object({ count: k8s.int32().default(1) })) });
  same<z.input<typeof schema>, { inner?: { count?: number | undefined } | undefined }>(true);
  same<z.output<typeof schema>, { inner: { count: number } }>(true);
  return schema.shape.inner.describe("said").optional();
}

function lists() {
  const item = z.object({ name: z.string(), port: k8s.int32().default(80) });
  const map = k8s.listMap(item, ["name", "port"]).min(1);
  same<z.input<typeof map>, { name: string; port?: number | undefined }[]>(true);
  same<z.output<typeof map>, { name: string; port: number }[]>(true);
  same<z.output<ReturnType<typeof k8s.listSet<z.ZodString>>>, string[]>(true);
  same<z.output<ReturnType<typeof k8s.atomicList<z.ZodString>>>, string[]>(true);
  // @ts-expect-error Items have no such key.
  k8s.listMap(item, ["nmae"]);
  // @ts-expect-error At least one key tells items apart.
  k8s.listMap(item, []);
  // @ts-expect-error Scalars have no keys.
  k8s.listMap(z.string(), ["length"]);
}

interface Container {
  name: string;
  image?: string;
}

function workloads() {
  const containers = k8s.containers<Container>().min(1);
  same<z.output<typeof containers>, Container[]>(true);
  const untyped = k8s.containers();
  const anyContainers: z.input<typeof untyped> = [{ name: "app", image: "nginx" }];
  // @ts-expect-error A container has a name.
  const nameless: z.input<typeof untyped> = [{ image: "nginx" }];
  k8s.containers<Container>({ image: z.string().min(1) });
  // @ts-expect-error Containers have no such field.
  k8s.containers<Container>({ imge: z.string() });
  const probe: z.input<ReturnType<typeof k8s.probe>> = { tcpSocket: { port: "http" }, periodSeconds: 5 };
  // @ts-expect-error Somebody has to listen somewhere.
  const nowhere: z.input<ReturnType<typeof k8s.probe>> = { tcpSocket: {} };
  const template = k8s.podTemplate<{ spec?: { containers: Container[] } }>().optional();
  same<z.output<typeof template>, { spec?: { containers: Container[] } } | undefined>(true);
  const open = k8s.preserveUnknown<{ [key: string]: string }>();
  same<z.output<typeof open>, { [key: string]: string }>(true);

  type Resources = z.input<ReturnType<typeof k8s.resourceRequirements>>;
  const resources: Resources = { limits: { cpu: 2, memory: "1Gi" }, claims: [{ name: "gpu" }] };
  // @ts-expect-error There is no such key.
  const mistyped: Resources = { limit: {} };

  type Ports = ReturnType<typeof k8s.servicePorts>;
  const ports: z.input<Ports> = [{ port: 80 }, { port: 53, protocol: "UDP", targetPort: "dns" }];
  same<z.output<Ports>[number]["protocol"], "TCP" | "UDP" | "SCTP">(true);
  // @ts-expect-error HTTP is no protocol of a Service.
  const http: z.input<Ports> = [{ port: 80, protocol: "HTTP" }];

  const env: z.input<ReturnType<typeof k8s.envVars>> = [
    { name: "A", value: "1" },
    { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
  ];
  return [anyContainers, nameless, probe, nowhere, resources, mistyped, ports, http, env];
}

function rules() {
  // @ts-expect-error A rule has an expression.
  k8s.rule(z.string(), { message: "wrong" });
  // Chaining goes on with the schema's own methods.
  return k8s.rule(z.string(), { rule: "self != ''", fieldPath: ".a", reason: "FieldValueInvalid" }).min(1);
}

function conversion() {
  // @ts-expect-error Only zod schemas have a structural schema.
  toStructuralSchema({ type: "object" });
}

export const checked = [scalars, presence, defaultedKeepsTheSchemasInput, lists, workloads, rules, conversion];
