import {
  checkCRDs,
  type CustomResourceDefinition,
  isCRD,
  type KindRole,
  type ProviderRole,
  providerRoles,
  type ResourceKind,
} from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { defineKind } from "@capstan/runtime";
import type { TestedKind } from "../scene/subject.ts";

/** The kinds of a provider that the core recognizes, with role, contract and version, from the labels of their CRDs. */
export function kindsInCRDs(
  documents: readonly unknown[],
  roles: Readonly<Record<string, KindRole | "none">> = {},
): readonly TestedKind[] {
  const crds = documents.filter(isDefinition);
  const kinds = crds.flatMap((crd) => {
    const { role, selected } = checkCRDs([crd], { roles }).checked[0] ?? {};
    if (role === undefined || selected === undefined || !isMainRole(role)) return [];
    const template = templateOf(crd, crds);
    return [
      {
        role,
        contract: selected.contract,
        crds: template === undefined ? [crd] : [crd, template],
        kind: kindOf(crd, selected.version) as TestedKind["kind"],
        ...(template === undefined ? {} : { templateKind: kindOf(template, selected.version) }),
      },
    ];
  });
  return kinds;
}

/** The kinds of pools of IP addresses among the CRDs of a provider. */
export function poolsInCRDs(
  documents: readonly unknown[],
  roles: Readonly<Record<string, KindRole | "none">> = {},
): readonly TestedPool[] {
  return documents.filter(isDefinition).flatMap((crd) => {
    const { role, selected } = checkCRDs([crd], { roles }).checked[0] ?? {};
    if (role !== "IPPool" || selected === undefined) return [];
    return [{ role, contract: selected.contract, crds: [crd], kind: kindOf(crd, selected.version) }];
  });
}

/** A kind of pools under test. */
export interface TestedPool extends Pick<TestedKind, "contract" | "crds"> {
  readonly kind: ResourceKind;
  readonly role: "IPPool";
}

/** @throws ArgumentError there is nothing to test. */
export function mustHaveKinds(kinds: readonly unknown[]): void {
  if (kinds.length > 0) return;
  throw new ArgumentError(
    "The CRDs have no kind with a role in Cluster API and a label cluster.x-k8s.io/<contract>; run `capstan check` to find the problems.",
  );
}

function isDefinition(document: unknown): document is CustomResourceDefinition {
  return isCRD(document);
}

function isMainRole(role: KindRole): role is ProviderRole {
  return providerRoles.some((main) => main === role);
}

function templateOf(
  { spec }: CustomResourceDefinition,
  crds: readonly CustomResourceDefinition[],
): CustomResourceDefinition | undefined {
  const kind = `${spec.names.kind}Template`;
  return crds.find((crd) => crd.spec.group === spec.group && crd.spec.names.kind === kind);
}

function kindOf({ spec }: CustomResourceDefinition, version: string) {
  const { kind, plural } = spec.names;
  return defineKind({ group: spec.group, version, kind, plural, namespaced: spec.scope === "Namespaced" });
}

/** A CRD for a server without the provider's conversion webhook: versions differ in apiVersion alone. */
export function withoutConversion(crd: CustomResourceDefinition): CustomResourceDefinition {
  const { metadata, spec } = crd;
  const { name, labels, annotations } = metadata;
  const kept = {
    name,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { ...crd, metadata: kept, spec: { ...spec, conversion: { strategy: "None" } } };
}
