import { isJsonObject } from "@capstan/kube";
import { type ApiError, isInvalid } from "../errors/api-error.ts";

/** A status of which the API server refuses a part. */
export interface PartlyRefused {
  /** The patch of the rest; `undefined`: nothing is left. */
  readonly rest: Record<string, unknown> | undefined;
  /** What the server names, such as `status.conditions[3].message`. */
  readonly fields: readonly string[];
}

/** What the server says of a value, below some place. */
interface Fault {
  /** Names and indexes. */
  readonly steps: readonly string[];
  /** Such as `FieldValueTooLong`. Its message is left out, since it may quote the value. */
  readonly reason: string;
}

/**
 * What is left of a patch of a status that the API server called invalid: the fields that it names stay as they are stored, items of lists
 * that it names are left out, and a condition whose words it names says so instead of them. Pure.
 *
 * @returns `undefined` if the error is another one, or names anything that is not of the patch's status.
 */
export function withoutRefused(patch: Readonly<Record<string, unknown>>, error: unknown): PartlyRefused | undefined {
  if (!isInvalid(error)) return undefined;
  const causes = (error as ApiError).details?.causes ?? [];
  const fields = causes.map(({ field = "" }) => field);
  const faults = causes.map(({ field = "", reason = "Invalid" }): Fault => ({ steps: stepsOf(field), reason }));
  const { status } = patch;
  if (faults.length === 0 || !isJsonObject(status)) return undefined;
  const below = faults.map(({ steps, reason }) => ({ steps: steps.slice(1), reason }));
  const isAllInStatus = faults.every(
    ({ steps: [root, field] }) => root === "status" && Object.hasOwn(status, field ?? ""),
  );
  if (!isAllInStatus) return undefined;
  const left = Object.entries(status).flatMap(([name, value]) => {
    const kept = keptOf(value, belowStep(below, name));
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return {
    rest: left.length === 0 ? undefined : { ...patch, status: Object.fromEntries(left) },
    fields: [...new Set(fields)],
  };
}

/** `status.conditions[3].message` is `status`, `conditions`, `3`, `message`. */
function stepsOf(field: string): string[] {
  return field.match(/[^.[\]]+/g) ?? [];
}

function belowStep(faults: readonly Fault[], step: string): Fault[] {
  return faults
    .filter(({ steps: [first] }) => first === step)
    .map(({ steps, reason }) => ({ steps: steps.slice(1), reason }));
}

/** `undefined`: nothing of it. Parts of an object may depend on each other, items of a list do not. */
function keptOf(value: unknown, faults: readonly Fault[]): unknown {
  if (faults.length === 0) return value;
  if (Array.isArray(value)) return keptItems(value, faults);
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value).map(([name, each]) => [name, keptOf(each, belowStep(faults, name))] as const);
  const isInLists = faults.every(({ steps: [name] }) => name !== undefined && Object.hasOwn(value, name));
  return isInLists && fields.every(([, kept]) => kept !== undefined) ? Object.fromEntries(fields) : undefined;
}

function keptItems(list: readonly unknown[], faults: readonly Fault[]): unknown {
  const isOfItems = faults.every(({ steps: [index] }) => Object.hasOwn(list, index ?? ""));
  if (!isOfItems) return undefined;
  return list.flatMap((item, index) => {
    const own = belowStep(faults, String(index));
    return own.length === 0 ? [item] : reworded(item, own);
  });
}

/** Whether a condition holds matters more than its words. */
function reworded(item: unknown, faults: readonly Fault[]): readonly unknown[] {
  const isOfWords = faults.every(
    ({ steps }) => steps.length === 1 && (steps[0] === "message" || steps[0] === "reason"),
  );
  if (!isOfWords || !isJsonObject(item) || typeof item.type !== "string") return [];
  const refused = faults.map(({ steps: [word = ""], reason }) => `${word}: ${reason}`).join(", ");
  const isReasonRefused = faults.some(({ steps: [word] }) => word === "reason");
  return [
    {
      ...item,
      ...(isReasonRefused ? { reason: "RefusedByServer" } : {}),
      message: `The API server refuses the words of this condition (${refused})`,
    },
  ];
}
