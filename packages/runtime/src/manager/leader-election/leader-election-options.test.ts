import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import type { Client } from "@pintle/client";
import { createSeededRandom } from "@pintle/machinery";
import { checkElectionOptions, type LeaderElectionOptions } from "./leader-election-options.ts";

const random = createSeededRandom(1);
const client = { namespace: "operators" } as Client;
const check = (options: string | LeaderElectionOptions) => checkElectionOptions(options, { client, random });

test("a name is enough: the times are client-go's, the namespace is the client's", () => {
  const { identity, ...rest } = check("foobar");
  assert.deepEqual(rest, {
    ...{ name: "foobar", namespace: "operators", labels: undefined },
    ...{ leaseMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 },
    ...{ releasesOnStop: true, onLost: "resume" },
  });
  assert.ok(identity.startsWith(`${hostname()}_`));
  assert.notEqual(check("foobar").identity, identity, "two managers of one host are two");
});

test("times with which two could lead, or nobody could stay the leader, are refused in words", () => {
  const name = "foobar";
  const cases: readonly [LeaderElectionOptions, RegExp][] = [
    [{ name: "" }, /name is empty/],
    [{ name, identity: "" }, /identity is empty/],
    [{ name, leaseMs: 10_000 }, /leaseMs, 10000 in whole seconds, must be greater than renewDeadlineMs, 10000/],
    // The Lease would say 10 seconds.
    [{ name, leaseMs: 10_900, renewDeadlineMs: 10_500 }, /leaseMs/],
    [{ name, renewDeadlineMs: 2_400 }, /renewDeadlineMs, 2400, must be greater than 1.2 × retryPeriodMs, 2000/],
    [{ name, retryPeriodMs: 0 }, /retryPeriodMs/],
    [{ name, leaseMs: Number.NaN }, /leaseMs/],
    [{ name, renewDeadlineMs: Number.NaN }, /leaseMs|renewDeadlineMs/],
  ];
  for (const [options, message] of cases) {
    assert.throws(() => check(options), { code: "PINTLE_LEADER_ELECTION_INVALID", message });
  }
});
