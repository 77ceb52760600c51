/** What controllers and admission are declared with. It is a way in of its own, so that who declares something loads nothing that runs it. */
export { controller } from "./controller/controller.ts";
export { TerminalError } from "./controller/reconcile.ts";
export {
  denyForeignReferences,
  type ObjectReference,
  type ReferenceGrant,
} from "./webhooks/admission/foreign-references.ts";
export { admissionPathOf, conversionPath } from "./webhooks/webhook-path.ts";
