/** Texts made to be slow: a pattern that tries positions again takes ten seconds on them, not a fraction of one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  validateDns1035Label,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateWildcardDns1123Subdomain,
} from "./dns-name.ts";
import { validateEnvVarName } from "./env-var-name.ts";
import { validateGenerateName } from "./object-name.ts";
import { validatePathSegmentName } from "./path-segment-name.ts";
import { validatePortName } from "./port-name.ts";
import { validateLabelValue, validateQualifiedName } from "./qualified-name.ts";
import { validateAnnotationKey } from "./validate-labels.ts";

const checks = [
  validateDns1123Label,
  validateDns1123Subdomain,
  validateDns1035Label,
  validateWildcardDns1123Subdomain,
  validateQualifiedName,
  validateLabelValue,
  validateAnnotationKey,
  validatePathSegmentName,
  validatePortName,
  validateEnvVarName,
  (text: string) => validateGenerateName("dns1123Subdomain", text),
];

test("names of 100,000 characters are judged in linear time", () => {
  for (const check of checks) {
    for (const unit of ["a", "a-", "a.", "-", ".", "a--", "a/", "é", "a-.", "*."]) {
      for (const tail of ["a", "!", "-"]) {
        const text = unit.repeat(100_000 / unit.length) + tail;
        const before = process.cpuUsage();
        check(text);
        const { user, system } = process.cpuUsage(before);
        const cpuMs = (user + system) / 1_000;
        assert.ok(cpuMs < 1_000, `${check.name} took ${cpuMs} ms for ${text.slice(0, 9)}…${tail}`);
      }
    }
  }
});
