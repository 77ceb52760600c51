/** Applies what a test writes: manifests that kinds have built, plain objects, or YAML as it stands in files. */
import type { Client, DynamicManifest } from "@pintle/client";
import { UsageError } from "@pintle/machinery";
import { parseManifests } from "pintle";
import { type ObjectReference, readReference, resourceOf } from "./object-reference.ts";

/** What a kind has built, any object that can be applied, or YAML with any number of them. */
export type ManifestToApply = ObjectReference | DynamicManifest | string;

const fieldManager = "pintle-testing";

/** One after the other, as they stand there. */
export async function applyManifests(client: Client, manifests: readonly ManifestToApply[]): Promise<void> {
  for (const manifest of manifests) {
    if (typeof manifest === "string") await applyText(client, manifest);
    else await applyOne(client, manifest);
  }
}

async function applyText(client: Client, text: string): Promise<void> {
  const parsed = await parseManifests(text);
  if (parsed.length === 0) {
    throw new UsageError(
      "PINTLE_TEST_MANIFESTS_MISSING",
      "the text that is to be applied holds no manifest: give YAML itself, not the path of a file",
    );
  }
  for (const { manifest } of parsed) await applyOne(client, manifest as object as DynamicManifest);
}

async function applyOne(client: Client, manifest: ObjectReference | DynamicManifest): Promise<void> {
  const object = readReference(manifest as ObjectReference);
  await resourceOf(client, object).apply(manifest as DynamicManifest, { fieldManager, force: true });
}
