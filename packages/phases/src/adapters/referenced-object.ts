import { type ContractVersion, doneField, fieldOf } from "@capstan/contract";
import { type ObservedObject } from "./observed-machine.ts";

/** The part of a bootstrap config or InfraMachine that determines a phase. */
export interface ReferencedObject {
  readonly state: "found" | "being-deleted" | "missing";
  readonly ready: boolean;
  /** Whether bootstrap data or the name of its Secret exists, and whether it is empty. */
  readonly data: "set" | "empty" | undefined;
  readonly providerID: string | undefined;
  readonly failure: { readonly reason?: string; readonly message?: string } | undefined;
  readonly phase: string | undefined;
  /** Fields of the wrong type, each as a sentence. They count as unset. */
  readonly problems: readonly string[];
}

type Role = "bootstrap" | "infrastructure";

interface Paths {
  readonly ready: string;
  readonly data: string;
  readonly failureReason: string;
  readonly failureMessage: string;
}

const pathsOfV1Alpha2: Paths = {
  ready: "status.ready",
  data: "status.bootstrapData",
  failureReason: "status.errorReason",
  failureMessage: "status.errorMessage",
};

function pathsOf(contract: ContractVersion | "v1alpha2", role: Role): Paths {
  if (contract === "v1alpha2") return pathsOfV1Alpha2;
  const kind = role === "bootstrap" ? "BootstrapConfig" : "InfraMachine";
  return {
    ready: doneField(kind, contract).place.path,
    data: fieldOf("BootstrapConfig", "dataSecretName", contract).place.path,
    failureReason: fieldOf(kind, "failureReason", contract).place.path,
    failureMessage: fieldOf(kind, "failureMessage", contract).place.path,
  };
}

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
 * Reads a referenced object by its contract. Only the paths of that contract are read. A field of the wrong type counts as unset and is
 * listed in the problems. Never throws.
 */
export function readReferencedObject(observed: ObservedObject | "missing", role: Role): ReferencedObject {
  if (observed === "missing") return missing;
  const paths = pathsOf(observed.contract, role);
  const problems: string[] = [];
  const read = <Name extends "string" | "boolean">(path: string, type: Name): Reading<Name> =>
    readTyped(observed.object, path, type, problems);
  const data = read(paths.data, "string");
  const reason = read(paths.failureReason, "string");
  const message = read(paths.failureMessage, "string");
  const deleted = read("metadata.deletionTimestamp", "string");
  return {
    state: deleted === undefined ? "found" : "being-deleted",
    ready: read(paths.ready, "boolean") === true,
    data: data === undefined ? undefined : data === "" ? "empty" : "set",
    providerID: read("spec.providerID", "string"),
    failure:
      isEmpty(reason) && isEmpty(message)
        ? undefined
        : { ...(isEmpty(reason) ? {} : { reason }), ...(isEmpty(message) ? {} : { message }) },
    phase: read("status.phase", "string"),
    problems,
  };
}

/** Whether a failure field is empty. */
export function isEmpty(text: string | undefined): text is undefined | "" {
  return text === undefined || text === "";
}

type Reading<Name> = (Name extends "string" ? string : boolean) | undefined;

function readTyped<Name extends "string" | "boolean">(
  object: unknown,
  path: string,
  type: Name,
  problems: string[],
): Reading<Name> {
  const value = path
    .split(".")
    .reduce<unknown>(
      (parent, key) =>
        typeof parent === "object" && parent !== null ? Object.getOwnPropertyDescriptor(parent, key)?.value : undefined,
      object,
    );
  if (value === undefined || value === null) return undefined;
  if (isOfType(value, type)) return value;
  problems.push(`${path} must be a ${type}, not a ${Array.isArray(value) ? "list" : typeof value}`);
  return undefined;
}

function isOfType<Name extends "string" | "boolean">(value: unknown, type: Name): value is NonNullable<Reading<Name>> {
  return typeof value === type;
}
