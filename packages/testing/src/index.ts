/**
 * Tests of operators on a control plane in the same process, on virtual time.
 *
 * The tour: `startTestPlane` gives a plane with operators on it; a `TestPlane` is what a test has in hand, to apply objects, to let time pass
 * and to see what came of it.
 */
export type { LogLine } from "@pintle/machinery";
export type { ManifestToApply } from "./apply-manifests.ts";
export type { ObjectAssertions } from "./assertions/object-assertions.ts";
export type { RecordedEvent } from "./events-of.ts";
export type { ObjectReference } from "./object-reference.ts";
export { startTestPlane } from "./start-test-plane.ts";
export type { ListedObjects, PausedOperators, TestPlane, TestPlaneOptions } from "./test-plane.ts";
