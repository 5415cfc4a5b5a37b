import { type DeepReadonly, type Machine } from "@capstan/contract";
import { type FailureFields, failureFieldsOf, type ProviderFailure } from "../../conditions/provider-failure.ts";

/**
 * The failure fields of a Machine. They are recomputed each time, so a failure that its provider withdraws disappears.
 *
 * @param failures - failures of the referenced objects, the most relevant first.
 * @param infrastructureLost - the infrastructure object disappeared after it was provisioned.
 */
export function failureFields(
  machine: DeepReadonly<Machine>,
  failures: readonly (ProviderFailure | undefined)[],
  infrastructureLost: boolean,
): FailureFields {
  if (infrastructureLost && machine.metadata.deletionTimestamp === undefined) {
    const { kind, name } = machine.spec.infrastructureRef;
    return {
      failureReason: "InvalidConfiguration",
      failureMessage: `${kind} ${name} (spec.infrastructureRef) was deleted after it had been provisioned`,
    };
  }
  return failureFieldsOf(failures);
}
