/** The style as a test. A complaint says what to do; a rule that stands in the way is changed here, with its reason. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as configuration from "./tidy/configuration.ts";
import * as documents from "./tidy/documents.ts";
import * as layers from "./tidy/layers.ts";
import { type Rule, readRepository } from "./tidy/repository.ts";
import * as sources from "./tidy/sources.ts";

const repository = readRepository();

function holds(title: string, rule: Rule): void {
  test(title, () => assert.deepEqual(rule(repository), []));
}

holds("packages import only what is below them", layers.layersPointDown);
holds("nobody reaches into another package", layers.internalIsClosed);
holds("zod is imported where resources are declared and nowhere else", layers.zodStaysOutside);
holds("machinery does no I/O", layers.machineryIsPure);
holds("what a package imports stands in its package.json", layers.importsAreDeclared);
holds("files are short enough to read in one go", sources.filesAreShort);
holds("files are named after what they hold", sources.filesAreNamedAfterContent);
holds("files open with what they guarantee", sources.filesOpenWithTheirPurpose);
holds("clock and randomness are passed in", sources.timeAndChanceArePassedIn);
holds("patterns are written out, and those from outside go to RE2", sources.patternsAreWrittenOut);
holds("no test is narrowed and nothing is marked as unfinished", sources.nothingIsUnfinished);
holds("every error code is documented, and no other", sources.errorCodesAreDocumented);
holds("the Biome rules that the style relies on are on", configuration.biomeRulesAreOn);
holds("the compiler is as strict as agreed", configuration.compilerIsStrict);
holds("dependencies have exact versions", configuration.versionsAreExact);
holds("no package runs a script when it is installed", configuration.packagesInstallQuietly);
holds("all packages are found the same way", configuration.packagesAreUniform);
holds("no lockfile names a download address", configuration.lockfilesHaveNoAddresses);
holds("links in documents lead somewhere", documents.linksLeadSomewhere);
holds("TypeScript in documents compiles", documents.fencesCompile);
holds("TypeScript that is shown from a file is that file", documents.fencesShowTheirFiles);
holds("translations keep step with their originals", documents.translationsKeepStep);
