import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import type { AuxiliaryOptions, KindVersions } from "../../define/auxiliary-options.ts";
import { buildAuxiliary } from "../../define/build-auxiliary.ts";
import type {
  AuxiliaryDefinition,
  AuxiliaryObject,
  IdentityDefinition,
} from "../../definition/auxiliary-definition.ts";
import { identityFields, type IdentitySpec } from "../../identity/identity-spec.ts";

/** Options of an auxiliary kind. */
export interface AuxiliaryKindOptions<
  Versions extends KindVersions,
  Storage extends keyof Versions & string,
> extends AuxiliaryOptions<Versions, Storage> {
  /** Whether objects are namespaced; then only objects of the same namespace read them. Default: Namespaced. */
  readonly scope?: "Cluster" | "Namespaced";
  /** Whether `clusterctl move` moves the objects, although they belong to no Cluster (rule CT-016). Default: false. */
  readonly move?: boolean;
}

/** Options of a kind of identities. The SDK adds `secretRef` and `allowedNamespaces` to the spec. */
export type IdentityOptions<Versions extends KindVersions, Storage extends keyof Versions & string> = AuxiliaryOptions<
  Versions,
  Storage,
  IdentitySpec
>;

/**
 * Defines a kind of your provider that core does not know. Type, CRD and validator come from one schema. Reconcilers whose definition lists
 * the kind in `uses` read its objects with `scope.read`. The provider installs, releases, checks, converts and admits the kind as it does
 * its others.
 *
 * @throws {@link DefinitionError} no API server could serve the kind; never retried.
 *
 * @example
 * ```ts
 * import { defineAuxiliaryKind, Type } from "@capstan/provider";
 *
 * export const HelloNetwork = defineAuxiliaryKind({
 *   kind: "HelloNetwork",
 *   versions: { v1alpha1: { spec: Type.Object({ range: Type.String() }) } },
 * });
 * ```
 */
export function defineAuxiliaryKind<
  const Versions extends KindVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: AuxiliaryKindOptions<Versions, Storage> & ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): AuxiliaryDefinition<AuxiliaryObject<Versions[Storage]>> {
  return buildAuxiliary({
    ...options,
    scope: options.scope ?? "Namespaced",
    conversions: options.conversions ?? {},
    admission: options.admission,
    fields: {},
    isIdentity: false,
    isMoved: options.move ?? false,
  });
}

/**
 * Defines a kind of identities, as other Cluster API providers have them: cluster-scoped objects with which an operator lets namespaces use
 * credentials without showing them. The SDK adds two fields to yours: `secretRef`, the Secret with the credentials, and
 * `allowedNamespaces`. Reconcilers whose definition lists the kind in `uses` read both with `scope.identity`. `secretsFrom` sets the
 * namespaces that may always hold such Secrets, and the operator's flag `--secret-namespaces` adds more.
 *
 * @throws {@link DefinitionError} no API server could serve the kind; never retried.
 *
 * @example
 * ```ts
 * import { defineIdentity, defineInfraCluster, Type } from "@capstan/provider";
 *
 * export const HelloAccount = defineIdentity({
 *   kind: "HelloAccount",
 *   versions: { v1alpha1: { spec: Type.Object({ url: Type.String() }) } },
 * });
 *
 * export const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   uses: [HelloAccount], // installed together; its changes wake HelloClusters
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ accountName: Type.String() }) } },
 * });
 * ```
 */
export function defineIdentity<
  const Versions extends KindVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: IdentityOptions<Versions, Storage> & ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): IdentityDefinition<AuxiliaryObject<Versions[Storage]> & { spec: IdentitySpec }> {
  const definition = buildAuxiliary({
    ...options,
    secretsFrom: options.secretsFrom ?? {},
    scope: "Cluster",
    conversions: options.conversions ?? {},
    admission: options.admission,
    fields: identityFields,
    isIdentity: true,
    isMoved: true,
  });
  return { ...definition, isIdentity: true };
}
