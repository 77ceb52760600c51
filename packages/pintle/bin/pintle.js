#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=16 --heap-growing-percent=100
// Runs the command, which is a package of its own: a program that only runs an operator needs none of it. The one that the project at hand has
// installed comes first. The first line is that of @pintle/cli/bin/pintle.js, where its reasons stand.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

function findCommand() {
  for (const place of [`${process.cwd()}/package.json`, import.meta.url]) {
    try {
      return createRequire(place).resolve("@pintle/cli/bin/pintle.js");
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  return undefined;
}

const command = findCommand();
if (command === undefined) {
  process.stderr.write("the command pintle is in a package that is not installed here: npm i -D @pintle/cli\n");
  process.exitCode = 2;
} else {
  await import(pathToFileURL(command).href);
}
