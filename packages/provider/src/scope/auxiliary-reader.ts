import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { Namespace } from "@capstan/runtime";
import type { AnyIdentity, AuxiliaryDefinition, IdentityDefinition } from "../definition/auxiliary-definition.ts";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import { allowsNamespace } from "../identity/identity-spec.ts";
import { namespaceLabels } from "../identity/namespace-labels.ts";
import type { Visit } from "../visit/visit.ts";
import type { OpenIdentity } from "./scope.ts";
import { missingSecretMs, readSecret } from "./read-secret.ts";
import { secretValueIn } from "./secret-value.ts";

/** Reads an auxiliary object from the cache and records the read, so that its changes wake the reader. */
export async function readAuxiliary<T extends KubernetesObject>(
  reader: ReconciledDefinition,
  visit: Visit<object>,
  auxiliary: AuxiliaryDefinition<T>,
  name: string,
): Promise<DeepReadonly<T> | undefined> {
  const { kind } = auxiliary;
  if (!reader.uses.some((used) => used.kind === kind)) {
    throw new ArgumentError(
      `${reader.kind.kind} does not use ${kind.kind}: add it to the option "uses" of its definition, which watches the kind and adds it to the role.`,
    );
  }
  const { namespace } = visit.object.metadata;
  const key = kind.namespaced && namespace !== undefined ? { name, namespace } : { name };
  visit.reading.note(kind, key);
  return visit.manager.cache.get(kind, key, { signal: visit.signal });
}

/** Reads an identity that allows the object's namespace, with its Secret; otherwise the call of author code ends as waiting. */
export async function openIdentity<T extends AnyIdentity>(
  reader: ReconciledDefinition,
  visit: Visit<object>,
  definition: IdentityDefinition<T>,
  name: string,
): Promise<OpenIdentity<T>> {
  const { manager, signal } = visit;
  const { namespace } = visit.object.metadata;
  const { kind } = definition.kind;
  const object = await readAuxiliary(reader, visit, definition, name);
  if (object === undefined) {
    throw new WaitingFor(providerReasons.identityNotFound, `Waiting for ${kind} ${name} to be created`);
  }
  const spec: DeepReadonly<T>["spec"] = object.spec;
  const { secretRef } = spec;
  const isAllowed = await allowsNamespace(spec, namespace, (selected) => {
    visit.reading.note(Namespace, { name: selected });
    return namespaceLabels(manager.cache, selected, signal);
  });
  if (!isAllowed) {
    const message =
      namespace === undefined
        ? `${kind} ${name} does not allow cluster-scoped objects: its spec.allowedNamespaces must be {}, for all namespaces`
        : `${kind} ${name} does not allow namespace ${namespace}: its spec.allowedNamespaces must name or select the namespace`;
    throw new WaitingFor(providerReasons.identityNotAllowed, message, { isTrouble: true });
  }
  const secret = secretRef === undefined ? {} : await readSecret(reader, visit, secretRef);
  if (secret === undefined) {
    const message = `Waiting for the Secret of ${kind} ${name} to be created`;
    throw new WaitingFor(providerReasons.identitySecretNotFound, message, { retryAfterMs: missingSecretMs });
  }
  const secretValue = (key: string) =>
    secretValueIn(secret, key, `${kind} ${name} must name a Secret with a value for key ${key}`);
  return { object, spec, secret, secretValue };
}
