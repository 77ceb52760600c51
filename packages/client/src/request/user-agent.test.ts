import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, managerFromUserAgent } from "@pintle/machinery";
import { createRequester } from "./requester.ts";
import { scriptedTransport } from "./scripted-transport-fixture.test.ts";
import { defaultUserAgent } from "./user-agent.ts";

test("a program goes by the name of its script, which manages the fields that it writes", () => {
  const agent = defaultUserAgent("/srv/operators/my-operator.ts");
  assert.match(agent, /^my-operator\/\S+ \(\w+\/\w+\) pintle$/);
  assert.equal(managerFromUserAgent(agent), "my-operator");
});

test("it is sent whatever the transport", async () => {
  const transport = scriptedTransport({});
  await createRequester({ transport, clock: createVirtualClock() }).send({ method: "GET", path: "/x" });
  assert.equal(transport.requests[0]?.headers?.["user-agent"], defaultUserAgent());
});
