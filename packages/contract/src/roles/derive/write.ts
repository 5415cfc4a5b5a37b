import { ArgumentError, type JsonObject } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type Condition } from "../../kubernetes/condition.ts";
import { type DeepReadonly } from "../../kubernetes/deep-readonly.ts";
import { type Failure } from "../failure-fields.ts";
import { type About } from "../forms/form.ts";
import { type ProviderRole, type roles } from "../roles.ts";
import { valueAt, withValueAt } from "./json-path.ts";
import { fieldsIn, isIn, type PlacedField } from "./places.ts";
import { withRemainders } from "./remainders.ts";
import { type ValueOf } from "./types.ts";

type Fields<Role extends ProviderRole> = (typeof roles)[Role]["fields"];

/** A provider's report about an object of a role, in the form of the newest contract. Unknown fields are omitted. */
export type Report<Role extends ProviderRole> = {
  readonly [Name in Exclude<keyof Fields<Role>, "failureReason" | "failureMessage" | "conditions">]?: DeepReadonly<
    ValueOf<Fields<Role>[Name]>
  >;
} & {
  /** All conditions of the object. */
  readonly conditions?: readonly Condition[];
  /** A terminal failure. v1beta2 has no fields for it; use a condition. */
  readonly failure?: Failure;
};

/**
 * The contract's part of an object's status. Fields that are not reported are omitted.
 *
 * @throws ArgumentError a reported field lacks another field that it requires: core treats a flag without its name as an error (rule
 *   BC-017).
 */
export function providerStatus<Role extends ProviderRole>(
  role: Role,
  contract: ContractVersion,
  report: Report<NoInfer<Role>>,
): JsonObject {
  const { failure, ...facts } = report as Report<ProviderRole>;
  const values: JsonObject = { ...facts, failureReason: failure?.reason, failureMessage: failure?.message };
  const ofStatus = fieldsIn(role, contract).filter(({ place }) => isIn("status", place));
  return writeAll(ofStatus, withRemainders(role, values), { failed: failure !== undefined });
}

/**
 * Sets the contract fields that providers report in the spec. Values that a user has chosen are kept. With nothing to report the spec is
 * unchanged, even if the object has no spec.
 */
export function providerSpec(
  role: ProviderRole,
  contract: ContractVersion,
  report: JsonObject,
  spec: object | undefined,
): object | undefined {
  const reported = fieldsIn(role, contract).filter(
    ({ field, place }) =>
      isIn("spec", place) && !(field.userSets === "first" && valueAt({ spec }, place.path) !== undefined),
  );
  const written = writeAll(reported, report, { failed: false });
  return Object.keys(written).length === 0 ? spec : { ...spec, ...written };
}

function writeAll(fields: readonly PlacedField[], values: JsonObject, about: About): JsonObject {
  return fields.reduce<JsonObject>((written, { name, field, place }) => {
    const value = values[name];
    if (value === undefined || field.userSets === "alone") return written;
    checkNeeds(name, field, values);
    const json = place.form?.fromNewest === undefined ? value : place.form.fromNewest(value, about);
    if (json === undefined) return written;
    const paths = place.alsoAt === undefined ? [place.path] : [place.path, place.alsoAt];
    return paths.reduce((all, path) => withValueAt(all, path.slice(path.indexOf(".") + 1), json), written);
  }, {});
}

function checkNeeds(name: string, { needs }: PlacedField["field"], values: JsonObject): void {
  if (needs === undefined || values[name] !== true || (values[needs.field] ?? "") !== "") return;
  throw new ArgumentError(`${name} must be reported together with ${needs.field} (${needs.rule}).`);
}
