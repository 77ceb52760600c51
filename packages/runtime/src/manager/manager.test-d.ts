/** What fits into a manager: parts and controllers of any kind, and nothing that is only on its way to one. */
import { ConfigMap } from "@pintle/kinds/core/v1";
import { controller } from "../controller/controller.ts";
import type { Manager } from "./manager.ts";

declare const manager: Manager;

manager.add({ name: "mine", start: async ({ fence }) => ({ stop: async () => fence.check() }) });
manager.add({ name: "mine", group: "servers", start: async () => ({ stop: async () => {} }) });
manager.add(controller(ConfigMap).reconcile(() => {}));
// @ts-expect-error: it lacks its reconcile
manager.add(controller(ConfigMap));
// @ts-expect-error: there is no such group
manager.add({ name: "mine", group: "early", start: async () => ({ stop: async () => {} }) });
// @ts-expect-error: what runs has to be stopped
manager.add({ name: "mine", start: async () => ({}) });
