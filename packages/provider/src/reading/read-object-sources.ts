import type { DeepReadonly, ResourceKind } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { enqueueMapped, Namespace, type Source } from "@capstan/runtime";
import type { AuxiliaryDefinition } from "../definition/auxiliary-definition.ts";
import { namespaceLabelsScope } from "../identity/namespace-labels.ts";
import type { ReadObjects } from "./read-objects.ts";

/**
 * Wakes the objects that have read an auxiliary object when it is created, changed or deleted.
 *
 * @param further - other kinds that they read.
 */
export function readObjectSources(
  uses: readonly AuxiliaryDefinition[],
  read: ReadObjects,
  further: readonly ResourceKind[],
): Source[] {
  const ofKinds = [...uses.map(({ kind }) => kind), ...further].map((kind) =>
    enqueueMapped(kind, (object, previous) =>
      previous?.metadata.resourceVersion === object.metadata.resourceVersion
        ? []
        : read.readersOf(kind, object.metadata),
    ),
  );
  return uses.some(({ isIdentity }) => isIdentity) ? [...ofKinds, namespaceSource(read)] : ofKinds;
}

/** The labels of a namespace can decide whether its objects may use an identity. */
function namespaceSource(read: ReadObjects): Source {
  return enqueueMapped(
    Namespace,
    (namespace: DeepReadonly<Namespace>, previous) =>
      jsonEqual(namespace.metadata.labels ?? {}, previous?.metadata.labels ?? {})
        ? []
        : read.readersOf(Namespace, namespace.metadata),
    { scope: namespaceLabelsScope },
  );
}
