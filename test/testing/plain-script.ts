/** A test without a test runner: whatever fails ends the process with an error. */
import { startTestPlane } from "@pintle/testing";
import { Greeting, greeting, greetings } from "./greetings.ts";

await using plane = await startTestPlane({ operators: () => [greetings()] });
await plane.apply(greeting("a"));
await plane.settle();
await plane.assertReady(greeting("a"));
await plane.client.resource(Greeting).delete("a");
await plane.settle();
await plane.assertGone(greeting("a"));
await plane.assertUnchanged(() => plane.advance("1h"));
console.log("all is well");
await plane.assertReady(greeting("a"));
