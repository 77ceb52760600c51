/** What the compiler says about programs: of what they are made, and how their webhooks are reached. */
import type { Client } from "@pintle/client";
import { ConfigMap, Pod } from "@pintle/kinds";
import type { Logger } from "@pintle/machinery";
import { controller } from "@pintle/runtime";
import { z } from "zod";
import { defineOperator } from "../operator/define-operator.ts";
import { defineResource } from "../resource/define-resource.ts";
import { defineWebhook } from "../webhook/define-webhook.ts";
import { createInProcessWebhooks } from "../webhook/in-process-webhooks.ts";
import { run } from "./run.ts";
import { startOperators } from "./start-operators.ts";

const Box = defineResource({ group: "example.com", version: "v1", kind: "Box", spec: z.object({ image: z.string() }) });
const boxes = defineOperator(Box, {});
const webhook = defineWebhook(Pod, { validate() {} });
const watcher = controller(ConfigMap).reconcile(async () => {});
const inProcess = createInProcessWebhooks();
declare const seams: { readonly client: Client; readonly logger: Logger };

void run(() => [boxes, webhook, watcher]);
void run(async () => [boxes], { name: "boxes" });
// @ts-expect-error: a factory makes the parts, so that what has a life of its own begins when the program does.
void run([boxes]);
// @ts-expect-error: a resource is not something that runs.
void run(() => [Box]);
// @ts-expect-error: flags are for the command line.
void run(() => [boxes], { leaderElect: true });

void startOperators([boxes, webhook, watcher], { ...seams, webhooks: { by: "service" } });
void startOperators([boxes], { ...seams, webhooks: { by: "url", host: "127.0.0.1", port: 0 } });
void startOperators([boxes], { ...seams, webhooks: { by: "in-process", inProcess } });
// @ts-expect-error: API servers have to be told where this machine is.
void startOperators([boxes], { ...seams, webhooks: { by: "url" } });
// @ts-expect-error: within a process there are no ports.
void startOperators([boxes], { ...seams, webhooks: { by: "in-process", inProcess, port: 9443 } });
// @ts-expect-error: an operator does not run without a client.
void startOperators([boxes], { logger: seams.logger });
