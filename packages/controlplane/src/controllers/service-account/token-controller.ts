/**
 * Puts tokens into Secrets that are made for the tokens of a ServiceAccount, and takes them away with it.
 *
 * Nobody needs such Secrets any more but who wants a token that never expires; tokens that do come from TokenRequests.
 */
import { Buffer } from "node:buffer";
import type { Secret, ServiceAccount } from "@pintle/kinds";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { ControllerParts } from "../controller-parts.ts";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";

const tokenType = "kubernetes.io/service-account-token";
const nameKey = "kubernetes.io/service-account.name";
const uidKey = "kubernetes.io/service-account.uid";
const byAccount = "service-account";

interface TokenObjects {
  readonly accounts: FollowedResource<ServiceAccount>;
  readonly secrets: FollowedResource<Secret>;
  readonly writer: PlaneWriter;
}

/** Made for whoever knows the authorities and signs tokens. */
export function createTokenController(options: ControllerParts): PlaneController {
  return {
    name: "tokens-controller",

    async start(context) {
      const accounts = await context.objects.follow<ServiceAccount>("", "serviceaccounts");
      const secrets = await context.objects.follow<Secret>("", "secrets");
      secrets.addIndex(byAccount, accountKeysOf);
      const objects = { accounts, secrets, writer: context.writer("tokens-controller") };
      const running = runPlaneController({
        ...{ name: "serviceaccount_tokens_secret", context },
        sources: [
          sourceOf(secrets, ({ type, key, object }) => (isToken(object) && type !== "delete" ? [key] : [])),
          // An account that comes back under its name is another one.
          sourceOf(accounts, ({ type, key }) => (type === "update" ? [] : secrets.byIndex(byAccount, key).map(keyOf))),
        ],
        async sync(key) {
          await syncSecret(objects, key, options);
          return undefined;
        },
      });
      const references = runPlaneController({
        ...{ name: "serviceaccount_tokens_references", context },
        sources: [sourceOf(secrets, lostReferences)],
        async sync(key) {
          await dropReference(objects, key);
          return undefined;
        },
      });
      return {
        async [Symbol.asyncDispose]() {
          await running[Symbol.asyncDispose]();
          await references[Symbol.asyncDispose]();
        },
      };
    },
  };
}

function isToken({ type, metadata }: Secret): boolean {
  return type === tokenType && (metadata.annotations?.[nameKey] ?? "") !== "";
}

function accountKeysOf(secret: Secret): readonly string[] {
  const { namespace = "", annotations } = secret.metadata;
  return isToken(secret) ? [`${namespace}/${annotations?.[nameKey]}`] : [];
}

/** The account by its key, and behind it the name of the Secret that it may still name. */
function lostReferences({ type, object }: PlaneChange<Secret>): readonly string[] {
  return type === "delete" ? accountKeysOf(object).map((key) => `${key}/${object.metadata.name}`) : [];
}

async function syncSecret(
  { accounts, secrets, writer }: TokenObjects,
  key: string,
  { rootCa, issueSecretToken }: ControllerParts,
): Promise<void> {
  const secret = secrets.getByKey(key);
  if (!secret || !isToken(secret)) return;
  const { namespace = "", name = "", uid, annotations = {} } = secret.metadata;
  const account = accounts.get(namespace, annotations[nameKey] ?? "");
  const place = { group: "", plural: "secrets", namespace, name };
  const wantedUid = annotations[uidKey] ?? "";
  try {
    if (!account || (wantedUid !== "" && wantedUid !== account.metadata.uid)) {
      await writer.delete(place, { preconditions: { uid } });
      return;
    }
    const data = { ...secret.data };
    const isWhole = data["ca.crt"] === encode(rootCa) && Boolean(data.namespace) && Boolean(data.token);
    if (isWhole) return;
    data["ca.crt"] = encode(rootCa);
    data.namespace ||= encode(namespace);
    data.token ||= encode(await issueSecretToken(account as unknown as JsonObject, name));
    const told = { ...annotations, [nameKey]: account.metadata.name ?? "", [uidKey]: account.metadata.uid ?? "" };
    await writer.update(place, { ...secret, metadata: { ...secret.metadata, annotations: told }, data } as Secret);
  } catch (error) {
    // Whoever was faster is told of here, too.
    if (!ApiError.is(error, "NotFound", "Conflict")) throw error;
  }
}

async function dropReference({ accounts, secrets, writer }: TokenObjects, key: string): Promise<void> {
  const [namespace = "", account = "", secretName = ""] = key.split("/");
  const found = accounts.get(namespace, account);
  const isNamed = found?.secrets?.some(({ name }) => name === secretName);
  if (!found || !isNamed || secrets.get(namespace, secretName)) return;
  const left = found.secrets?.filter(({ name }) => name !== secretName) ?? [];
  const place = { group: "", plural: "serviceaccounts", namespace, name: account };
  try {
    await writer.update(place, { ...found, secrets: left } as ServiceAccount);
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
  }
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
