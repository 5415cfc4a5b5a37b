import { objectKeyText } from "@capstan/kube";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { Visit } from "../visit/visit.ts";
import { missingSecretMs, readSecret } from "./read-secret.ts";
import type { SecretReference } from "./scope.ts";

/** Reads one key of a Secret for author code. The call of author code ends while there is no value. */
export async function readSecretValue(
  reader: ReconciledDefinition,
  visit: Visit<object>,
  reference: SecretReference,
  key: string,
): Promise<string> {
  const { namespace } = visit.object.metadata;
  const name = objectKeyText({ namespace, ...reference });
  return secretValueIn(
    await readSecret(reader, visit, reference),
    key,
    `Create Secret ${name} with a value for key ${key}`,
  );
}

/**
 * Trims a value of a Secret, because white space around it is a mistake: a line end that an editor added.
 *
 * @param remedy - the remedy for a user if the value is missing.
 */
export function secretValueIn(
  values: Readonly<Record<string, string>> | undefined,
  key: string,
  remedy: string,
): string {
  const value = values?.[key]?.trim() ?? "";
  if (value !== "") return value;
  throw new WaitingFor(providerReasons.secretValueNotFound, remedy, { isTrouble: true, retryAfterMs: missingSecretMs });
}
