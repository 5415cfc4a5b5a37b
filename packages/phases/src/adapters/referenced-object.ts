import { type ObservedObject } from "./observed-machine.ts";

/** The part of a bootstrap config or InfraMachine that decides a phase. */
export interface ReferencedObject {
  readonly state: "found" | "being-deleted" | "missing";
  readonly ready: boolean;
  /** Bootstrap data or the name of its Secret: only whether it is there, and empty. */
  readonly data: "set" | "empty" | undefined;
  readonly providerID: string | undefined;
  readonly failure: { readonly reason?: string; readonly message?: string } | undefined;
  readonly phase: string | undefined;
  /** Fields of the wrong type, each a sentence. They count as unset. */
  readonly problems: readonly string[];
}

type Path = readonly string[];

interface Paths {
  readonly bootstrapReady: Path;
  readonly infrastructureReady: Path;
  readonly data: Path;
  readonly failureReason: Path;
  readonly failureMessage: Path;
}

const pathsOf: Readonly<Record<ObservedObject["contract"], Paths>> = {
  v1alpha2: {
    bootstrapReady: ["status", "ready"],
    infrastructureReady: ["status", "ready"],
    data: ["status", "bootstrapData"],
    failureReason: ["status", "errorReason"],
    failureMessage: ["status", "errorMessage"],
  },
  v1beta1: {
    bootstrapReady: ["status", "ready"],
    infrastructureReady: ["status", "ready"],
    data: ["status", "dataSecretName"],
    failureReason: ["status", "failureReason"],
    failureMessage: ["status", "failureMessage"],
  },
  v1beta2: {
    bootstrapReady: ["status", "initialization", "dataSecretCreated"],
    infrastructureReady: ["status", "initialization", "provisioned"],
    data: ["status", "dataSecretName"],
    failureReason: ["status", "failureReason"],
    failureMessage: ["status", "failureMessage"],
  },
};

const missing: ReferencedObject = {
  state: "missing",
  ready: false,
  data: undefined,
  providerID: undefined,
  failure: undefined,
  phase: undefined,
  problems: [],
};

/**
 * Reads what a referenced object says, by its contract. Only that contract's paths are looked at, and a field of the
 * wrong type counts as unset and is named among the problems. Never throws.
 */
export function readReferencedObject(
  observed: ObservedObject | "missing",
  role: "bootstrap" | "infrastructure",
): ReferencedObject {
  if (observed === "missing") return missing;
  const paths = pathsOf[observed.contract];
  const problems: string[] = [];
  const read = <Name extends "string" | "boolean">(path: Path, type: Name): Reading<Name> =>
    readTyped(observed.object, path, type, problems);
  const data = read(paths.data, "string");
  const reason = read(paths.failureReason, "string");
  const message = read(paths.failureMessage, "string");
  const deleted = read(["metadata", "deletionTimestamp"], "string");
  return {
    state: deleted === undefined ? "found" : "being-deleted",
    ready: read(role === "bootstrap" ? paths.bootstrapReady : paths.infrastructureReady, "boolean") === true,
    data: data === undefined ? undefined : data === "" ? "empty" : "set",
    providerID: read(["spec", "providerID"], "string"),
    failure:
      isEmpty(reason) && isEmpty(message)
        ? undefined
        : { ...(isEmpty(reason) ? {} : { reason }), ...(isEmpty(message) ? {} : { message }) },
    phase: read(["status", "phase"], "string"),
    problems,
  };
}

/** Whether a failure field says nothing. */
export function isEmpty(text: string | undefined): text is undefined | "" {
  return text === undefined || text === "";
}

type Reading<Name> = (Name extends "string" ? string : boolean) | undefined;

function readTyped<Name extends "string" | "boolean">(
  object: unknown,
  path: Path,
  type: Name,
  problems: string[],
): Reading<Name> {
  const value = path.reduce<unknown>(
    (parent, key) =>
      typeof parent === "object" && parent !== null ? Object.getOwnPropertyDescriptor(parent, key)?.value : undefined,
    object,
  );
  if (value === undefined || value === null) return undefined;
  if (isOfType(value, type)) return value;
  problems.push(`${path.join(".")} should be a ${type}, not a ${Array.isArray(value) ? "list" : typeof value}`);
  return undefined;
}

function isOfType<Name extends "string" | "boolean">(value: unknown, type: Name): value is NonNullable<Reading<Name>> {
  return typeof value === type;
}
