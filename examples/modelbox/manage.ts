/**
 * What the Makefile asks for: `install` and `uninstall` what a ModelBox is on the cluster that kubectl would use, and `manifests` to deploy the
 * operator with.
 */
import { createClient, ignoreNotFound, loadConfig } from "@pintle/client";
import { definitionNameOf, installResources, manifestsOf, writeManifests } from "pintle";
import { CustomResourceDefinition } from "pintle/kinds";
import { inject } from "./inject.ts";
import { ModelBox } from "./model-box.ts";
import { modelBoxes } from "./model-boxes.ts";

const commands: Readonly<Record<string, (...words: string[]) => Promise<void>>> = {
  async install() {
    await using client = createClient(await loadConfig());
    await installResources(client, [ModelBox], { onProgress: ({ message }) => console.log(message) });
  },

  /** All ModelBoxes go with it, and their Deployments and Services with them. */
  async uninstall() {
    await using client = createClient(await loadConfig());
    await ignoreNotFound(client.resource(CustomResourceDefinition).delete(definitionNameOf(ModelBox)));
  },

  async manifests(folder = "", image = "") {
    const { written } = await writeManifests(
      folder,
      await manifestsOf([modelBoxes({ inject })], { name: "modelbox", image }),
    );
    console.log(`${written.length} files written to ${folder}`);
  },
};

const [name = "", ...words] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  console.error(`say one of ${Object.keys(commands).join(", ")}`);
  process.exitCode = 2;
} else {
  await command(...words).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
