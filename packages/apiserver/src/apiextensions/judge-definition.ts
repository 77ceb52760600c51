/** All that judges definitions, to be loaded as one when it is needed. */
export { findUnrecognizedFormats } from "@pintle/schema";
export {
  validateDefinition,
  validateDefinitionStatus,
  validateDefinitionUpdate,
} from "./validation/validate-definition.ts";
