import { isJsonObject } from "@capstan/kube";
import { type ApiError, isInvalid } from "../errors/api-error.ts";

/** A status that the API server partly refuses. */
export interface PartlyRefused {
  /** The patch of the rest; `undefined` if nothing is left. */
  readonly rest: Record<string, unknown> | undefined;
  /** The fields that the server refuses, such as `status.conditions[3].message`. */
  readonly fields: readonly string[];
}

/** A problem that the server reports below some path. */
interface Fault {
  /** The path, as names and indexes. */
  readonly steps: readonly string[];
  /** The reason, such as `FieldValueTooLong`. The message is omitted, because it may quote the value. */
  readonly reason: string;
}

/**
 * Removes the refused parts from the patch of a status that the API server called invalid. Refused fields keep their stored value. Refused
 * items of lists are omitted. A condition whose message or reason is refused reports that instead. Pure.
 *
 * @returns `undefined` for any other error, or if it names a field outside of the patch's status.
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

/** Splits `status.conditions[3].message` into `status`, `conditions`, `3`, `message`. */
function stepsOf(field: string): string[] {
  return field.match(/[^.[\]]+/g) ?? [];
}

function belowStep(faults: readonly Fault[], step: string): Fault[] {
  return faults
    .filter(({ steps: [first] }) => first === step)
    .map(({ steps, reason }) => ({ steps: steps.slice(1), reason }));
}

/** `undefined` to keep nothing of it. Fields of an object may depend on each other, items of a list do not. */
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

/** Keeps the condition because its status matters more than its message. */
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
      message: `The API server rejects the message of this condition (${refused})`,
    },
  ];
}
