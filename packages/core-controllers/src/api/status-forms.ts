import { fieldsOf, type JsonObject } from "@capstan/kube";
import { present } from "./fields.ts";

/** Where the other version keeps the status fields of one version. */
export interface StatusForm {
  /** v1beta1 status fields that v1beta2 has under `deprecated.v1beta1`; includes `conditions`. */
  readonly deprecated: readonly string[];
  /** v1beta2 status fields that v1beta1 has under `v1beta2`; includes `conditions`. */
  readonly staged: readonly string[];
  /** Flags of v1beta1, keyed by their v1beta2 names under `initialization`. */
  readonly flags: Readonly<Record<string, string>>;
  /** Fields that both versions have. */
  readonly shared: readonly string[];
}

/** Converts the v1beta1 status fields that v1beta2 has a place for. */
export function statusToV1Beta2(status: JsonObject, form: StatusForm): JsonObject {
  const staged = fieldsOf(status.v1beta2);
  return {
    ...picked(status, form.shared),
    ...picked(staged, form.staged),
    deprecated: ifAny({ v1beta1: present(picked(status, form.deprecated)) }),
    initialization: present(
      Object.fromEntries(
        // In v1beta1, false means the same as unset; v1beta2 distinguishes the two.
        Object.entries(form.flags).map(([name, old]) => [name, status[old] === true ? true : undefined]),
      ),
    ),
    observedGeneration: status.observedGeneration === 0 ? undefined : status.observedGeneration,
  };
}

/** Converts the v1beta2 status fields that v1beta1 has a place for. */
export function statusToV1Beta1(status: JsonObject, form: StatusForm): JsonObject {
  const initialization = fieldsOf(status.initialization);
  return {
    ...picked(status, form.shared),
    ...picked(fieldsOf(fieldsOf(status.deprecated).v1beta1), form.deprecated),
    ...Object.fromEntries(
      Object.entries(form.flags).map(([name, old]) => [old, initialization[name] === true ? true : undefined]),
    ),
    v1beta2: present(picked(status, form.staged)),
    observedGeneration: status.observedGeneration,
  };
}

function picked(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));
}

function ifAny(fields: JsonObject): JsonObject | undefined {
  return present(fields);
}
