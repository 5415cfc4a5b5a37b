import { type AuthorCondition, conditionTypes, type DataOutcome, outcome } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";

/** The API server's limit for the sum of a Secret's values, in bytes. */
const secretLimitBytes = 1024 * 1024;

/** All certificates in the machine's data exist. */
export const certificatesAvailable: AuthorCondition = {
  type: conditionTypes.certificatesAvailable,
  status: "True",
  reason: "Available",
};

/** The data does not fit into a Secret. Retried after a while, because its sources may be in other Secrets. */
export class DataTooLargeError extends Error {
  override readonly name = "DataTooLargeError";
}

/**
 * The outcome that stores this data.
 *
 * @throws {@link DataTooLargeError} no Secret can hold it.
 */
export function dataOutcome(
  data: string,
  spec: KubeadmConfigSpec,
  extras: { readonly retryAfterMs?: number } = {},
): DataOutcome {
  const format = spec.format ?? "cloud-config";
  const most = secretLimitBytes - format.length;
  const bytes = Buffer.byteLength(data, "utf8");
  if (bytes > most) {
    throw new DataTooLargeError(
      `The bootstrap data has ${bytes} bytes, but a Secret holds at most ${most}; reduce spec.files and commands, or let ` +
        "the machine download large files",
    );
  }
  return outcome.data(data, { format, conditions: [certificatesAvailable], ...extras });
}
