/**
 * Parts of Kubernetes' own kinds for use in custom resources, merged as they are there.
 *
 * Small parts are described in full. Of containers and pod templates only the frame is, and whatever else they hold is preserved:
 * their full schemas have hundreds of fields, change with every release, and are checked anyway where the pods are created. Who wants
 * more of them to be checked earlier describes that. Their static types are parameters: `containers<Container>()`, with the types of
 * @pintle/kinds.
 */
import type { JsonObject, JsonValue } from "@pintle/machinery";
import { z } from "zod";
import { listMap } from "./lists.ts";
import { int32, intOrString, looseQuantity } from "./scalars.ts";

/** Any object: nothing in it is checked or pruned. */
export function preserveUnknown<Value extends object = JsonObject>(): z.ZodType<Value, Value> {
  return z.looseObject({}) as unknown as z.ZodType<Value, Value>;
}

interface AnyContainer {
  name: string;
  [key: string]: JsonValue | undefined;
}

/** Containers, told apart by name. The API server checks the fields that are described, and keeps the others as they are. */
export function containers<Container extends { name: string } = AnyContainer>(
  fields: { readonly [Field in keyof NoInfer<Container>]?: z.ZodType } = {},
): z.ZodArray<z.ZodType<Container, Container>> {
  const container = z.looseObject({ name: z.string().min(1).max(63), ...(fields as z.ZodRawShape) });
  return listMap(container, ["name"]) as unknown as z.ZodArray<z.ZodType<Container, Container>>;
}

/**
 * A pod template. It has metadata but is no resource of its own (no apiVersion, no kind), so it is not marked as embedded; its
 * metadata is declared instead, because labels and annotations would be pruned otherwise.
 */
export function podTemplate<Template extends object = JsonObject>(): z.ZodType<Template, Template> {
  const texts = () => z.record(z.string(), z.string()).optional();
  const template = z.object({
    metadata: z.looseObject({ labels: texts(), annotations: texts() }).optional(),
    spec: z.looseObject({ containers: containers(), initContainers: containers().optional() }).optional(),
  });
  return template as unknown as z.ZodType<Template, Template>;
}

const amounts = () => z.record(z.string(), looseQuantity()).optional();
const claim = () => z.object({ name: z.string(), request: z.string().optional() });
const requirements = () =>
  z.object({ claims: listMap(claim(), ["name"]).optional(), limits: amounts(), requests: amounts() });

/** What a container asks for and may use at most. */
export function resourceRequirements(): ReturnType<typeof requirements> {
  return requirements();
}

const port = () => int32().min(1).max(65_535);
const servicePort = () =>
  z.object({
    name: z.string().optional(),
    port: port(),
    protocol: z.enum(["TCP", "UDP", "SCTP"]).default("TCP"),
    targetPort: intOrString().optional(),
    nodePort: port().optional(),
    appProtocol: z.string().optional(),
  });

/** Ports of a Service, told apart by number and protocol. */
export function servicePorts(): z.ZodArray<ReturnType<typeof servicePort>> {
  return listMap(servicePort(), ["port", "protocol"]);
}

const keyReference = () =>
  z.object({ name: z.string().optional(), key: z.string(), optional: z.boolean().optional() }).optional();
const envVar = () =>
  z.object({
    name: z.string().min(1),
    value: z.string().optional(),
    valueFrom: z
      .object({
        configMapKeyRef: keyReference(),
        secretKeyRef: keyReference(),
        fieldRef: z.object({ apiVersion: z.string().optional(), fieldPath: z.string() }).optional(),
        resourceFieldRef: z
          .object({ containerName: z.string().optional(), resource: z.string(), divisor: looseQuantity().optional() })
          .optional(),
        fileKeyRef: z
          .object({ volumeName: z.string(), path: z.string(), key: z.string(), optional: z.boolean().optional() })
          .optional(),
      })
      .optional(),
  });

/** Environment variables, told apart by name. */
export function envVars(): z.ZodArray<ReturnType<typeof envVar>> {
  return listMap(envVar(), ["name"]);
}
