import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { formatAuditEvent, readAuditPolicy } from "@pintle/apiserver";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { Client } from "../conformance/client.ts";
import { eventsById } from "./audit-events.ts";
import { policy, sendAll, users } from "./audit-requests.ts";
import { startRealControlPlane } from "./control-plane.ts";

/** What the real server wrote down about all requests. */
async function auditReal(): Promise<string> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-audit-`);
  try {
    writeFileSync(`${folder}/policy.json`, JSON.stringify(policy));
    const flags = [`--audit-policy-file=${folder}/policy.json`, `--audit-log-path=${folder}/audit.log`];
    await using plane = await startRealControlPlane({ users, flags });
    const client = new Client({ name: "real", ...plane });
    await sendAll(client);
    await client.close();
    return readFileSync(`${folder}/audit.log`, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function auditOwn(): Promise<string> {
  let lines = "";
  const write = (text: string) => process.stderr.write(text);
  await using plane = await startControlPlane({
    users,
    listen: {},
    audit: {
      policy: readAuditPolicy(JSON.stringify(policy)),
      sink: (event) => {
        lines += formatAuditEvent(event);
      },
    },
    logger: createConsoleLogger({ write, clock: createProcessClock(), level: "error" }),
  });
  const client = new Client({ name: "pintle", ...plane, kubeconfig: "" });
  await sendAll(client);
  await client.close();
  return lines;
}

/** Those that the requests were sent under, and no others. */
function idsOf(events: ReadonlyMap<string, unknown>): string[] {
  return [...events.keys()].filter((id) => !/^[0-9a-f]{8}-/.test(id));
}

test("both servers write down the same about the same requests, field by field", async (t) => {
  const real = eventsById(await auditReal());
  const own = eventsById(await auditOwn());
  const ids = idsOf(real);
  assert.ok(ids.length > 70, "the real server's log has all requests");
  for (const id of ids) await t.test(id, () => assert.deepEqual(own.get(id), real.get(id)));
  assert.deepEqual(idsOf(own), ids);
});
