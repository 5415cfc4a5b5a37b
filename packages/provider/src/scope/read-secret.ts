import { ArgumentError, type Labels } from "@capstan/kube";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { kindsOf } from "../definition/kinds-of.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { Visit } from "../visit/visit.ts";
import { operatorNamespaces } from "./operator-namespaces.ts";
import type { SecretReference } from "./scope.ts";
import { secretReaderOf } from "./secret-reader.ts";

/** The delay before the next look for a missing Secret, in milliseconds: nothing reports its creation. */
export const missingSecretMs = 10_000;

/**
 * The values of a Secret for author code: from the object's own namespace, or from a namespace that the definition or the operator allows.
 * There, a Secret without the required labels counts as missing, so that callers cannot find out which Secrets exist.
 */
export async function readSecret(
  reader: ReconciledDefinition,
  visit: Visit<object>,
  reference: SecretReference,
): Promise<Readonly<Record<string, string>> | undefined> {
  const own = visit.object.metadata.namespace;
  const { name, namespace = own } = reference;
  if (namespace === undefined) {
    throw new ArgumentError(`Secret ${name} needs a namespace, because ${reader.kind.kind} is cluster-scoped.`);
  }
  const labels = namespace === own ? undefined : labelsDemanded(reader, visit, namespace);
  const key = { name, namespace };
  visit.secretsRead.push(key);
  return secretReaderOf(visit.manager).read(key, visit.secrets, visit.signal, labels);
}

/** The sets of labels of which a Secret in that namespace needs one; undefined: it needs no labels. */
function labelsDemanded(
  reader: ReconciledDefinition,
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
  const message = `Secrets of namespace ${namespace} must not be read for objects of other namespaces; allow the namespace with --secret-namespaces`;
  throw new WaitingFor(providerReasons.secretNotAllowed, message, { isTrouble: true });
}
