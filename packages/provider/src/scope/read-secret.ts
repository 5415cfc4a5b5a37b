import type { Labels } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import { kindsOf } from "../definition/kinds-of.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { Visit } from "../visit/visit.ts";
import { operatorNamespaces } from "./operator-namespaces.ts";
import type { SecretReference } from "./scope.ts";
import { secretReaderOf } from "./secret-reader.ts";

/** How long until a Secret that is missing is asked for again, in milliseconds: nothing reports that it was created. */
export const missingSecretMs = 10_000;

/**
 * The values of a Secret for author code: of the object's own namespace, or of one that the definition or the operator allows. One
 * that lacks the demanded labels is as if it did not exist, so that no one learns which Secrets there are.
 */
export async function readSecret(
  reader: ProviderDefinition,
  visit: Visit<object>,
  reference: SecretReference,
): Promise<Readonly<Record<string, string>> | undefined> {
  const own = visit.object.metadata.namespace;
  const { name, namespace = own } = reference;
  const labels = namespace === own || namespace === undefined ? undefined : labelsDemanded(reader, visit, namespace);
  const key = namespace === undefined ? { name } : { name, namespace };
  visit.secretsRead.push(key);
  return secretReaderOf(visit.manager).read(key, visit.secrets, visit.signal, labels);
}

/** The sets of labels of which a Secret there must have one; undefined: it needs none. */
function labelsDemanded(
  reader: ProviderDefinition,
  { manager }: Visit<object>,
  namespace: string,
): readonly Labels[] | undefined {
  if (operatorNamespaces(manager).includes(namespace)) return undefined;
  const allowing = kindsOf([reader]).flatMap(({ secretsFrom = {} }) => {
    const { namespaces, labels = {} } = secretsFrom;
    const isAllowed = namespaces?.includes(namespace) ?? Object.keys(labels).length > 0;
    return isAllowed ? [labels] : [];
  });
  if (allowing.length > 0) return allowing;
  const message = `Secrets of namespace ${namespace} must not be read for objects of other namespaces: an operator allows it by --secret-namespaces`;
  throw new WaitingFor(providerReasons.secretNotAllowed, message, { isTrouble: true });
}
