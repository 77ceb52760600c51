/**
 * What a container that a box adds may say: all that Kubernetes has for containers, but for volumes, of which the pods of a box have none.
 *
 * The API server checks what is declared here. What is not, it keeps, so that admission can refuse it by its name: a field that is dropped
 * without a word would be missed when nothing comes of it.
 */
import { k8s } from "pintle";
import type { Container, Lifecycle, SecurityContext } from "pintle/kinds";
import { z } from "zod";
import { envs, image, portNumber } from "./fields.ts";

const texts = z.array(z.string()).max(256).optional();
const text = z.string().optional();
const flag = z.boolean().optional();

const port = z.object({
  containerPort: portNumber,
  ...{ name: text, hostIP: text, hostPort: portNumber.optional() },
  protocol: z.enum(["TCP", "UDP", "SCTP"]).optional(),
});

const source = z.object({ name: text, optional: flag }).optional();
const probe = k8s.probe().optional();

export const containerFields = {
  name: z
    .string()
    .max(63)
    .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/),
  image,
  ...{ command: texts, args: texts, workingDir: text },
  env: envs.optional(),
  envFrom: z
    .array(z.object({ prefix: text, configMapRef: source, secretRef: source }))
    .max(64)
    .optional(),
  ports: z.array(port).max(64).optional(),
  resources: k8s.resourceRequirements().optional(),
  ...{ livenessProbe: probe, readinessProbe: probe, startupProbe: probe },
  lifecycle: k8s.preserveUnknown<Lifecycle>().optional(),
  securityContext: k8s.preserveUnknown<SecurityContext>().optional(),
  imagePullPolicy: z.enum(["Always", "IfNotPresent", "Never"]).optional(),
  restartPolicy: z.enum(["Always", "OnFailure", "Never"]).optional(),
  ...{ stdin: flag, stdinOnce: flag, tty: flag, terminationMessagePath: text },
  terminationMessagePolicy: z.enum(["File", "FallbackToLogsOnError"]).optional(),
} satisfies { readonly [Field in keyof Container]: z.ZodType };
