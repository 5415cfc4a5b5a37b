import { objectKeyText } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { Visit } from "../visit/visit.ts";
import { missingSecretMs, readSecret } from "./read-secret.ts";
import type { SecretReference } from "./scope.ts";

/** The value of one key of a Secret for author code, whose call ends while there is none. */
export async function readSecretValue(
  reader: ProviderDefinition,
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
 * A value of a Secret without white space around it, which is there by mistake: a line end that an editor has added.
 *
 * @param remedy - what a user has to do if there is none.
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
