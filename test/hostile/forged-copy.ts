import { without } from "@capstan/kube";
import type { KubernetesObject, OwnerReference } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import fc from "fast-check";

/** How a copy differs from its original. */
export interface Forgery {
  /** Whether it has the name of the original, or its own. */
  readonly isNamesake: boolean;
  /** Its owners: those of the original, or the original or another object of the victim as its controller or as one of several. */
  readonly owners: "kept" | "original" | "another" | "all";
  readonly isController: boolean;
  /** Selects the other object. */
  readonly other: number;
  /** Whether it has the labels of the other object instead of its own. */
  readonly hasLabelsOfOther: boolean;
  /** `own`: a finalizer that only the attacker removes. */
  readonly finalizers: "none" | "kept" | "own";
  /** Whether it has the status of the original. */
  readonly hasStatus: boolean;
}

const attackersFinalizer = "attacker.example/keep";

/** Forgeries, weighted toward the harmful ones: mostly with the names and the status of the original. */
export const forgery: fc.Arbitrary<Forgery> = fc.record({
  isNamesake: fc.boolean(),
  owners: fc.constantFrom("kept", "kept", "original", "another", "all"),
  isController: fc.boolean(),
  other: fc.nat(),
  hasLabelsOfOther: fc.boolean(),
  finalizers: fc.constantFrom("none", "kept", "own"),
  hasStatus: fc.boolean(),
});

/**
 * A copy of an object for another namespace, with everything of the original that a tenant can know: uids, labels, references, status.
 * Without the content of a Secret.
 */
export function forgedCopy(
  original: KubernetesObject,
  namespace: string,
  forged: Forgery,
  all: readonly KubernetesObject[],
): KubernetesObject {
  const copied: KubernetesObject = without(original as KubernetesObject & { readonly status?: unknown }, "status");
  const other = all[forged.other % all.length] ?? original;
  const { name, labels: own, annotations, finalizers = [] } = original.metadata;
  const labels = forged.hasLabelsOfOther ? other.metadata.labels : own;
  return {
    ...copied,
    ...(original.kind === Secret.kind
      ? { data: { value: Buffer.from("what-the-attacker-made-up").toString("base64") } }
      : {}),
    metadata: {
      namespace,
      name: forged.isNamesake ? name : `forged-${name}`.slice(0, 63),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: ownersOf(original, forged, other, all),
      finalizers: { none: [], kept: finalizers, own: [attackersFinalizer] }[forged.finalizers],
    },
  };
}

function ownersOf(
  original: KubernetesObject,
  { owners, isController }: Forgery,
  other: KubernetesObject,
  all: readonly KubernetesObject[],
): OwnerReference[] {
  switch (owners) {
    case "kept":
      return original.metadata.ownerReferences ?? [];
    case "original":
      return [referenceTo(original, isController)];
    case "another":
      return [referenceTo(other, isController)];
    case "all":
      return all.map((each) => referenceTo(each, isController && each === other));
  }
}

function referenceTo({ apiVersion, kind, metadata }: KubernetesObject, controller: boolean): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller, blockOwnerDeletion: true };
}
