/** Assertions on objects as the server has them now. None of them waits: `settle()` or `advance()` comes before. */
import { type DynamicObject, ignoreNotFound } from "@pintle/client";
import { type ConditionStatus, findCondition, getOwn, isJsonObject } from "@pintle/machinery";
import { eventsOf, formatEvent, type RecordedEvent } from "../events-of.ts";
import { type NamedObject, type ObjectReference, readReference, resourceOf } from "../object-reference.ts";
import { conditionsOf, type Disappointment, failureOf, formatCondition, type Witness } from "./failure.ts";

export interface ObjectAssertions {
  /** The object is there, and its condition `Ready` is True and speaks of what the object says now. */
  assertReady(object: ObjectReference): Promise<void>;
  /** The object is there and has the condition, with this reason where one is given. */
  assertCondition(object: ObjectReference, type: string, status: ConditionStatus, reason?: string): Promise<void>;
  /** An Event with this reason was told of the object, and says what the message says. The newest of them is returned. */
  assertEvent(object: ObjectReference, reason: string, message?: string | RegExp): Promise<RecordedEvent>;
  /** There is no such object any more. */
  assertGone(object: ObjectReference): Promise<void>;
}

export function createObjectAssertions(witness: Witness): ObjectAssertions {
  const find = (object: NamedObject) => ignoreNotFound(resourceOf(witness.client, object).get(object.name));
  const fail = async (disappointment: Disappointment): Promise<never> => {
    throw await failureOf(witness, disappointment);
  };

  async function findWith(
    object: NamedObject,
    { type, status, reason }: { readonly type: string; readonly status: ConditionStatus; readonly reason?: string },
  ): Promise<DynamicObject> {
    const found = await find(object);
    const expected = `condition ${type} ${status}${reason === undefined ? "" : ` ${reason}`}`;
    if (found === undefined) return await fail({ object, found, expected, actual: "no such object" });
    const condition = findCondition(conditionsOf(found), type);
    if (condition === undefined) return await fail({ object, found, expected, actual: `no condition ${type}` });
    const isReason = reason === undefined || condition.reason === reason;
    if (condition.status === status && isReason) return found;
    return await fail({ object, found, expected, actual: formatCondition(condition) });
  }

  return {
    async assertCondition(reference, type, status, reason) {
      await findWith(readReference(reference), { type, status, ...(reason !== undefined && { reason }) });
    },
    async assertReady(reference) {
      const object = readReference(reference);
      const found = await findWith(object, { type: "Ready", status: "True" });
      const stale = staleGeneration(found);
      if (stale === undefined) return;
      const expected = `condition Ready True of generation ${found.metadata.generation}`;
      await fail({ object, found, expected, actual: `one of generation ${stale}` });
    },
    async assertEvent(reference, reason, message) {
      const object = readReference(reference);
      const events = await eventsOf(witness.client, object);
      const event = events.findLast((each) => each.reason === reason && says(each.message ?? "", message));
      if (event !== undefined) return event;
      const found = await find(object);
      const expected = `an Event ${reason}${message === undefined ? "" : ` that says ${String(message)}`}`;
      const last = events.at(-1);
      return await fail({ object, found, expected, actual: last === undefined ? "none at all" : formatEvent(last) });
    },
    async assertGone(reference) {
      const object = readReference(reference);
      const found = await find(object);
      if (found !== undefined) await fail({ object, found, expected: "nothing of that name", actual: "the object" });
    },
  };
}

function says(text: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

/** The generation that the condition speaks of, where that is not the newest. */
function staleGeneration(object: DynamicObject): number | undefined {
  const { generation } = object.metadata;
  const status = getOwn(object, "status");
  const ofStatus = isJsonObject(status) ? getOwn(status, "observedGeneration") : undefined;
  const observed = findCondition(conditionsOf(object), "Ready")?.observedGeneration ?? ofStatus;
  return typeof observed === "number" && generation !== undefined && observed < generation ? observed : undefined;
}
