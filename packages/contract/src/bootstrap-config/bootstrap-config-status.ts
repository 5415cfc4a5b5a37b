import { type ContractVersion } from "../contract-version.ts";
import { conditionsStatus } from "../fields/conditions-status.ts";
import { type Failure, failureStatus } from "../fields/failure.ts";
import { optional } from "../fields/optional.ts";
import { type Condition } from "../kubernetes/condition.ts";

/** What a bootstrap provider has to report. */
export interface BootstrapConfigReport {
  /** Name of the Secret with the bootstrap data. */
  dataSecretName?: string;
  /** Whether that Secret can be read with its final content. */
  dataSecretCreated?: boolean;
  /** All conditions of the object. */
  conditions?: readonly Condition[];
  /** Terminal failure; v1beta2 has no fields for it, use a condition (rule BC-010). */
  failure?: Failure;
}

/**
 * The contract's part of a bootstrap config's status. Fields not reported are left out.
 *
 * @throws RangeError if the flag is true without a name, which core takes for an error (rule BC-017).
 */
export function bootstrapConfigStatus(
  contract: ContractVersion,
  report: BootstrapConfigReport,
): Record<string, unknown> {
  if (report.dataSecretCreated === true && (report.dataSecretName ?? "") === "") {
    throw new RangeError("A bootstrap config with its data Secret created needs dataSecretName (BC-017).");
  }
  const common = {
    ...optional("dataSecretName", report.dataSecretName),
    ...conditionsStatus(contract, report.conditions, report.failure === undefined ? "Info" : "Error"),
  };
  if (contract === "v1beta1") {
    return { ...common, ...optional("ready", report.dataSecretCreated), ...failureStatus(report.failure) };
  }
  return {
    ...common,
    ...(report.dataSecretCreated === undefined
      ? {}
      : { initialization: { dataSecretCreated: report.dataSecretCreated } }),
  };
}
