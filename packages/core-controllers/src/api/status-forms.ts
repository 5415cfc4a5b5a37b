import { fieldsOf, type JsonObject } from "@capstan/kube";
import { present } from "./fields.ts";

/** Where the status fields of one version are kept in the other. */
export interface StatusForm {
  /** Fields of the v1beta1 status that are under `deprecated.v1beta1` in v1beta2; `conditions` among them. */
  readonly deprecated: readonly string[];
  /** Fields of the v1beta2 status that are under `v1beta2` in v1beta1; `conditions` among them. */
  readonly staged: readonly string[];
  /** Flags of v1beta1, keyed by their v1beta2 names under `initialization`. */
  readonly flags: Readonly<Record<string, string>>;
  /** Fields that both have. */
  readonly shared: readonly string[];
}

/** The fields of a v1beta1 status that have their place in v1beta2. */
export function statusToV1Beta2(status: JsonObject, form: StatusForm): JsonObject {
  const staged = fieldsOf(status.v1beta2);
  return {
    ...picked(status, form.shared),
    ...picked(staged, form.staged),
    deprecated: ifAny({ v1beta1: present(picked(status, form.deprecated)) }),
    initialization: present(
      Object.fromEntries(
        // In v1beta1, false means the same as absent; v1beta2 distinguishes them.
        Object.entries(form.flags).map(([name, old]) => [name, status[old] === true ? true : undefined]),
      ),
    ),
    observedGeneration: status.observedGeneration === 0 ? undefined : status.observedGeneration,
  };
}

/** The fields of a v1beta2 status that have their place in v1beta1. */
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
