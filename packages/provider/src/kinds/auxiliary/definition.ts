import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import type { AuxiliaryOptions, KindVersions } from "../../define/auxiliary-options.ts";
import { buildAuxiliary } from "../../define/build-auxiliary.ts";
import type {
  AuxiliaryDefinition,
  AuxiliaryObject,
  IdentityDefinition,
} from "../../definition/auxiliary-definition.ts";
import { identityFields, type IdentitySpec } from "../../identity/identity-spec.ts";

/** What an author says about an auxiliary kind. */
export interface AuxiliaryKindOptions<
  Versions extends KindVersions,
  Storage extends keyof Versions & string,
> extends AuxiliaryOptions<Versions, Storage> {
  /** Whether objects are in a namespace; then only objects of the same namespace read them. Default: Namespaced. */
  readonly scope?: "Cluster" | "Namespaced";
  /** Whether `clusterctl move` takes the objects along, which belong to no Cluster (rule CT-016). Default: false. */
  readonly move?: boolean;
}

/** What an author says about a kind of identities; every identity also has `secretRef` and `allowedNamespaces`. */
export type IdentityOptions<Versions extends KindVersions, Storage extends keyof Versions & string> = AuxiliaryOptions<
  Versions,
  Storage,
  IdentitySpec
>;

/**
 * Defines a kind of the provider's own that core does not know: one schema in; type, CRD and validator out. A definition that names it
 * in `uses` reads its objects by `scope.read`; the provider installs, releases, checks, converts and admits it as its other kinds.
 *
 * @throws {@link DefinitionError} no API server could serve it; never retried.
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
 * Defines a kind of identities, as Cluster API's providers have them: objects of the whole cluster, by which an operator lets
 * namespaces use credentials without showing them. To the author's fields come `secretRef`, the Secret with the credentials, and
 * `allowedNamespaces`. A definition that names it in `uses` reads both by `scope.identity`. The operator says by
 * `--secret-namespaces` where such Secrets may be, and `secretsFrom` where they always may.
 *
 * @throws {@link DefinitionError} no API server could serve it; never retried.
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
 *   uses: [HelloAccount], // installed with it, readable by its reconciler, and what wakes it
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
