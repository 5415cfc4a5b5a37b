import { without } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { readCondition } from "../../conditions/read-condition.ts";
import { type Condition } from "../../kubernetes/condition.ts";
import { type Failure } from "../failure-fields.ts";
import { type ProviderRole, roleOf, type roles } from "../roles.ts";
import { FieldReader } from "./field-reader.ts";
import { valueAt } from "./json-path.ts";
import { doneField, fieldsRead } from "./places.ts";
import { withRemainders } from "./remainders.ts";
import { type ValueOf } from "./types.ts";

type Fields<Role extends ProviderRole> = (typeof roles)[Role]["fields"];
type Flag<Role extends ProviderRole> = (typeof roles)[Role]["done"];
type ReadElsewhere = "failureReason" | "failureMessage" | "conditions";

/** The condition that core mirrors. */
type Mirrored<Role extends ProviderRole> = Readonly<
  Partial<Record<(typeof roles)[Role]["mirrored"]["name"], Condition>>
>;

/** The facts that core reads from an object of a role. */
export type Reading<Role extends ProviderRole> = Readonly<Record<Flag<Role>, boolean>> & {
  readonly [Name in Exclude<keyof Fields<Role>, Flag<Role> | ReadElsewhere>]?: ValueOf<Fields<Role>[Name]>;
} & Mirrored<Role> & {
    /** A terminal failure of contract v1beta1, which core obeys under any contract. */
    readonly failure?: Failure;
    /** `status.phase`, which is not part of the contract. */
    readonly phase?: string;
  };

const ofFailure = ["failureReason", "failureMessage"] as const;

/**
 * Reads an object as core does under this contract, without a fallback to the fields of another contract (rule AR-012).
 *
 * @throws ContractViolation a field has another JSON type than in the contract, or its value is malformed or out of bounds.
 */
export function readProviderObject<Role extends ProviderRole>(
  role: Role,
  object: unknown,
  contract: ContractVersion,
): Reading<Role> {
  const { done, mirrored } = roleOf(role);
  const reader = new FieldReader(object);
  // A malformed condition makes the list invalid, which the resulting condition reports.
  const fields = fieldsRead(role, contract).filter(({ name }) => name !== "conditions");
  const read = withRemainders(
    role,
    Object.fromEntries(fields.map((placed) => [placed.name, reader.readWithinBounds(placed)] as const)),
  );
  const { failureReason: reason, failureMessage: message } = read;
  const reading = {
    ...without(read, ...ofFailure),
    [done]: read[done] ?? false,
    [mirrored.name]: readCondition(object, mirrored.type),
    failure:
      reason === undefined && message === undefined
        ? undefined
        : { ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) },
    phase: phaseOf(object),
  };
  reader.finish();
  return Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined)) as Reading<Role>;
}

/** Whether an object reports that it is done; malformed fields count as unset. */
export function isDone(role: ProviderRole, object: unknown, contract: ContractVersion): boolean {
  return valueAt(object, doneField(role, contract).place.path) === true;
}

/** The contract does not cover the phase. */
function phaseOf(object: unknown): string | undefined {
  const phase = valueAt(object, "status.phase");
  return typeof phase === "string" && phase !== "" ? phase : undefined;
}
