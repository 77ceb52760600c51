/** What a plane has depends on whether it was told to listen. */
import type { Logger } from "@pintle/machinery";
import type { ControlPlaneOptions, ListeningControlPlane } from "./control-plane.ts";
import { startControlPlane } from "./start-control-plane.ts";

declare const logger: Logger;
declare const options: ControlPlaneOptions;

const listening = await startControlPlane({ listen: { port: 6443 }, logger });
listening satisfies ListeningControlPlane;
listening.url satisfies string;
listening.kubeconfig("jane") satisfies string;
(await startControlPlane({ ...options, listen: {} })).ca satisfies string;

const silent = await startControlPlane({ logger });
// @ts-expect-error nobody listens
silent.url;
// @ts-expect-error nor has anybody a certificate
silent.ca;
// @ts-expect-error it may listen, or not
(await startControlPlane(options)).url;
// @ts-expect-error it is a function
silent.kubeconfig satisfies string;
