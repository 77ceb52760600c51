/** The rows of Events. Those of `events.k8s.io` are shown by the fields of the core group, which they are stored with. */
import { formatAge, readTimeMs } from "@pintle/apiserver";
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { textAt, valueAt } from "../builtin/json-fields.ts";
import { type CellsByResource, countAt, type KindCells, nameOf } from "./kind-cells.ts";

const cellsOfEvent: KindCells = (event, nowMs) => {
  const isSeries = isJsonObject(valueAt(event, "series"));
  const firstTime = hasTime(event, "firstTimestamp") ? "firstTimestamp" : "eventTime";
  const lastOfOne = hasTime(event, "lastTimestamp") ? "lastTimestamp" : firstTime;
  const lastTime = isSeries ? "series.lastObservedTime" : lastOfOne;
  return [
    formatAge(valueAt(event, lastTime), nowMs),
    textAt(event, "type"),
    textAt(event, "reason"),
    formatObject(event),
    textAt(event, "involvedObject.fieldPath"),
    formatSource(event),
    trimSpace(textAt(event, "message")),
    formatAge(valueAt(event, firstTime), nowMs),
    // Events that happened once do not say so.
    isSeries ? countAt(event, "series.count") : countAt(event, "count") || 1,
    nameOf(event),
  ];
};

export const eventCells: CellsByResource = { events: cellsOfEvent, "events.events.k8s.io": cellsOfEvent };

function hasTime(event: JsonObject, path: string): boolean {
  return readTimeMs(valueAt(event, path)) !== undefined;
}

function formatObject(event: JsonObject): string {
  const kind = textAt(event, "involvedObject.kind").toLowerCase();
  const name = textAt(event, "involvedObject.name");
  return name === "" ? kind : `${kind}/${name}`;
}

function formatSource(event: JsonObject): string {
  const component = textAt(event, "source.component") || textAt(event, "reportingComponent");
  const instance = textAt(event, "source.host") || textAt(event, "reportingInstance");
  return instance === "" ? component : `${component}, ${instance}`;
}

/** What Go counts as space: JavaScript's `trim` takes U+FEFF too, and leaves U+0085. */
function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start += 1;
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === "\u0085" || (character !== "\ufeff" && character.trim() === "");
}
