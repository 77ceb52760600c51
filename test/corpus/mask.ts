/** What differs from run to run and says nothing, replaced by what it is. */
import type { Json } from "../conformance/answer.ts";

/** Those that a sequence writes itself (`22222222-1111-4111-…`) stay, and so do its times, which are of 2001. */
const uuid = /(?!(\d)\1{7}-1111-4111-)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /(?!2001-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g;
/** From the range that the judge hands out to Services. */
const clusterIp = /\b10\.0\.0\.\d+\b/g;
const webToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** CEL's name for the type of an object that has none, in the error messages of rules. */
const selfType = /\bselfType\d+/g;

/** In an object that an error message quotes. */
const quotedVersion = /(resourceVersion\\*":\\*")\d+/g;

/** What the server draws, counts or makes up, by the key that holds it. */
const drawn = new Set(["resourceVersion", "continue", "nodePort", "healthCheckNodePort"]);

/** Columns of a Table that tell how long ago something was. */
const ageColumns = new Set(["Age", "First Seen", "Last Schedule", "Last Seen"]);
const age = /^(\d+[smhdy])+$/;

export function mask(value: Json, namespace: string): Json {
  if (typeof value === "string") return maskText(value, namespace);
  if (Array.isArray(value)) return value.map((item) => mask(item, namespace));
  if (value === null || typeof value !== "object") return value;
  const steady =
    value.kind === "Table"
      ? maskAges(value)
      : value.kind === "SelfSubjectRulesReview"
        ? sortRules(value)
        : maskGeneratedName(value);
  return Object.fromEntries(
    Object.entries(steady).map(([key, inner]) => [maskText(key, namespace), maskMember(key, inner, namespace)]),
  );
}

function maskMember(key: string, value: Json, namespace: string): Json {
  if (drawn.has(key) && (typeof value === "string" || typeof value === "number")) return `<${key}>`;
  return mask(Array.isArray(value) ? inSteadyOrder(key, value) : value, namespace);
}

/**
 * The server sorts managers by the second in which they wrote, then by name, so that their order depends on when a second ends; the
 * managers that an apply conflicts with come in any order.
 */
function inSteadyOrder(key: string, list: Json[]): Json[] {
  if (key === "managedFields")
    return list.toSorted(
      by((entry) => [entry.operation, entry.manager, entry.apiVersion, entry.subresource ?? ""].join()),
    );
  if (key === "causes" && list[0]?.reason === "FieldManagerConflict")
    return list.toSorted(by(({ message }) => message));
  return list;
}

/** The server collects them in any order. */
function sortRules(review: Json): Json {
  const sorted = (rules: Json[] | undefined) => rules?.toSorted(by((rule) => JSON.stringify(rule)));
  const { resourceRules, nonResourceRules, ...status } = review.status ?? {};
  return {
    ...review,
    status: { resourceRules: sorted(resourceRules), nonResourceRules: sorted(nonResourceRules), ...status },
  };
}

function by(keyOf: (item: Json) => string): (a: Json, b: Json) => number {
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
}

function maskText(text: string, namespace: string): string {
  return text
    .replaceAll(namespace, "{ns}")
    .replace(uuid, "<uuid>")
    .replace(quotedVersion, "$1<resourceVersion>")
    .replace(time, "<time>")
    .replace(clusterIp, "<cluster IP>")
    .replace(webToken, "<token>")
    .replace(selfType, "selfType<number>");
}

function maskGeneratedName(value: Json): Json {
  const { generateName, name } = value;
  if (typeof generateName !== "string" || typeof name !== "string" || !name.startsWith(generateName)) return value;
  return { ...value, name: `${generateName}<suffix>` };
}

function maskAges(table: Json): Json {
  const columns: readonly Json[] = table.columnDefinitions ?? [];
  const maskCell = (cell: Json, column: Json): Json => {
    if (typeof cell !== "string") return cell;
    // A cell without a column, of IPAddresses, is an age.
    const isAge = column === undefined || ageColumns.has(column.name) || column.type === "date";
    if (isAge && age.test(cell)) return "<age>";
    return cell.replace(/\(\w+ ago\)/, "(<age> ago)").replace(/(?<=\d:)3\d{4}(?=\/)/g, "<nodePort>");
  };
  const rows = (table.rows ?? []).map((row: Json) => {
    const cells = row.cells.map((cell: Json, index: number) => maskCell(cell, columns[index]));
    // A Job that is not complete lasts.
    const lasting = row.cells.includes("Complete") ? -1 : columns.findIndex(({ name }) => name === "Duration");
    return {
      ...row,
      cells: cells.map((cell: Json, index: number) => (index === lasting && cell !== "" ? "<age>" : cell)),
    };
  });
  return { ...table, rows };
}
