/**
 * What controllers ask of the API server they run in: requests like anybody's, with admission, validation and managers of fields, as a user
 * of theirs and under the name of kube-controller-manager. Bytes cross, never objects, and nobody is asked for a right.
 */
import { writeGoJson } from "@pintle/apiserver";
import {
  ApiError,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  type Status,
  type Transport,
} from "@pintle/machinery";
import { kubernetesVersion } from "../../kubernetes-version.ts";
import type { PlaneObjects } from "./plane-objects.ts";
import { readAnswer } from "./read-answer.ts";
import type { PlanePlace, ServedPlaces } from "./served-places.ts";

export interface PlaneWriter {
  /** What is stored now, past all that is followed. */
  get<Object extends KubernetesObject = KubernetesObject>(place: PlanePlace): Promise<Object>;
  list<Object extends KubernetesObject = KubernetesObject>(place: PlanePlace): Promise<readonly Object[]>;
  /** The place has no name, but where a subresource is meant. */
  create<Object extends KubernetesObject = KubernetesObject>(place: PlanePlace, object: object): Promise<Object>;
  /** Creates something without reading what the server made of it. */
  submit(place: PlanePlace, object: object): Promise<void>;
  update<Object extends KubernetesObject>(place: PlanePlace, object: Object): Promise<Object>;
  updateStatus<Object extends KubernetesObject>(place: PlanePlace, object: Object): Promise<Object>;
  patch<Object extends KubernetesObject = KubernetesObject>(
    place: PlanePlace,
    type: PatchType,
    patch: object,
  ): Promise<Object>;
  /** Server-side apply, under a name of its own. */
  apply<Object extends KubernetesObject = KubernetesObject>(
    place: PlanePlace,
    object: object,
    options: { readonly fieldManager: string; readonly isForced?: boolean },
  ): Promise<Object>;
  /** Takes DeleteOptions as plain JSON. The answer is the object while it waits for something, or else a Status. */
  delete(place: PlanePlace, options?: object): Promise<JsonObject>;
  /** Deletes all objects of a namespace. */
  deleteCollection(place: PlanePlace, options?: object): Promise<void>;
}

export type PatchType = "json" | "merge" | "strategic";

export interface PlaneWriterOptions {
  readonly transport: Transport;
  readonly places: ServedPlaces;
  /** What is followed: an object that is seen there as the answer tells it need not be read again. */
  readonly objects?: Pick<PlaneObjects, "findVersion">;
  /** As who it writes: `system:serviceaccount:kube-system:replicaset-controller`. */
  readonly user: string;
  /** What names the manager of the fields that are written: `kube-controller-manager` unless said. */
  readonly program?: string;
}

const encoder = new TextEncoder();

const patchTypes: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
};

type WriterRequest = [
  method: string,
  place: PlanePlace,
  body?: object,
  type?: string,
  query?: readonly (readonly [string, string])[],
];

export function createPlaneWriter(options: PlaneWriterOptions): PlaneWriter {
  const { transport, places, objects, user, program = "kube-controller-manager" } = options;
  const headers = {
    "user-agent": `${program}/${kubernetesVersion.gitVersion} (linux/amd64) kubernetes/pintle`,
    "impersonate-user": user,
    accept: "application/json",
  };

  /** The bytes of the answer. Throws what the server complains of. */
  async function exchange(
    ...[method, place, body, type = "application/json", query = []]: WriterRequest
  ): Promise<Buffer> {
    const response = await transport.request({
      ...{ method, path: places.pathOf(place), query },
      headers: { ...headers, ...(body && { "content-type": type }) },
      ...(body && { body: encoder.encode(writeGoJson(body as JsonValue)) }),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    if (response.status < 400) return bytes;
    throw new ApiError(checkAnswer(readAnswer(bytes, place), method, place) as unknown as Status);
  }

  async function send(...request: WriterRequest): Promise<JsonObject> {
    const [method, place] = request;
    return checkAnswer(readAnswer(await exchange(...request), place, objects), method, place);
  }

  function checkAnswer(value: JsonObject | undefined, method: string, place: PlanePlace): JsonObject {
    if (!value) throw ApiError.internalError(`${method} ${places.pathOf(place)} gave no object`);
    return value;
  }

  async function ask<Object>(...request: WriterRequest): Promise<Object> {
    return (await send(...request)) as Object;
  }

  return {
    get: (place) => ask("GET", place),
    async list<Object extends KubernetesObject>(place: PlanePlace) {
      const { items } = await send("GET", place);
      return (Array.isArray(items) ? items : []) as unknown as readonly Object[];
    },
    create: (place, object) => ask("POST", place, object),
    async submit(place, object) {
      await exchange("POST", place, object);
    },
    update: (place, object) => ask("PUT", place, object),
    updateStatus: (place, object) => ask("PUT", { ...place, subresource: "status" }, object),
    patch: (place, type, patch) => ask("PATCH", place, patch, patchTypes[type]),
    apply: (place, object, { fieldManager, isForced = false }) =>
      ask("PATCH", place, object, "application/apply-patch+yaml", [
        ["fieldManager", fieldManager],
        ["force", `${isForced}`],
      ]),
    delete: (place, deletion) => send("DELETE", place, withKind(deletion)),
    async deleteCollection(place, deletion) {
      await send("DELETE", { ...place, name: "" }, withKind(deletion));
    },
  };
}

function withKind(options: object = {}): object {
  return { kind: "DeleteOptions", apiVersion: "v1", ...options };
}
