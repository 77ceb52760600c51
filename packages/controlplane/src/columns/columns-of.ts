/**
 * How the built-in kinds are shown in Tables: the columns are data of the real API server, the cells are functions of an object and of the time,
 * one file for each group of kinds.
 *
 * Cells take any JSON: what is missing or of a wrong type counts as Go's zero value and never throws.
 */
import type { TableColumn, TableColumns } from "@pintle/apiserver";
import type { BuiltInColumn, BuiltInResource } from "@pintle/kinds/tables";
import { formatGroupResource, getOwn } from "@pintle/machinery";
import { admissionCells } from "./admission.ts";
import { apiServiceCells } from "./api-services.ts";
import { appsCells } from "./apps.ts";
import { autoscalingCells, scaleCells } from "./autoscaling.ts";
import { batchCells } from "./batch.ts";
import { configurationCells } from "./core-configuration.ts";
import { nodeCells } from "./core-nodes.ts";
import { podCells, podRowConditions } from "./core-pods.ts";
import { serviceCells } from "./core-services.ts";
import { volumeCells } from "./core-volumes.ts";
import { eventCells } from "./events.ts";
import { ageDescription, columnDescriptions, nameDescription } from "./generated/column-descriptions.ts";
import { identityCells } from "./identity.ts";
import type { CellsByResource } from "./kind-cells.ts";
import { networkingCells } from "./networking.ts";
import { compareFlowSchemas, flowSchemas, schedulingCells } from "./scheduling.ts";
import { storageCells } from "./storage.ts";

const cellsByResource: CellsByResource = {
  ...podCells,
  ...serviceCells,
  ...nodeCells,
  ...volumeCells,
  ...configurationCells,
  ...eventCells,
  ...appsCells,
  ...batchCells,
  ...autoscalingCells,
  ...networkingCells,
  ...identityCells,
  ...storageCells,
  ...schedulingCells,
  ...admissionCells,
  ...apiServiceCells,
};

/** The columns of objects as they are stored; `undefined` for kinds without columns of their own, for which every server has the same. */
export function columnsOf(resource: BuiltInResource): TableColumns | undefined {
  const name = formatGroupResource({ group: resource.group, resource: resource.plural });
  const cells = getOwn(cellsByResource, name);
  if (!cells) return undefined;
  return {
    definitions: resource.columns.map((column) => describeColumn(name, column)),
    cells,
    ...(name === "pods" && { conditions: podRowConditions }),
    ...(name === flowSchemas && { compare: compareFlowSchemas }),
  };
}

/** Of the `scale` subresource of workloads. */
export const scaleColumns: TableColumns = {
  definitions: [
    { name: "Name", type: "string", description: nameDescription },
    { name: "Desired", type: "integer", description: describe("scale", "Desired") },
    { name: "Available", type: "integer", description: describe("scale", "Available") },
    { name: "Age", type: "string", description: ageDescription },
  ],
  cells: scaleCells,
};

function describeColumn(resource: string, column: BuiltInColumn): TableColumn {
  return { ...column, description: describe(resource, column.name) };
}

function describe(resource: string, column: string): string {
  if (column === "Name") return nameDescription;
  if (column === "Age") return ageDescription;
  return getOwn(getOwn(columnDescriptions, resource) ?? {}, column) ?? "";
}
