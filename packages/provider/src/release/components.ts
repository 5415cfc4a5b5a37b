import { kindsOf } from "../definition/kinds-of.ts";
import { secretsFromRules } from "../policy-rules.ts";
import { secretNamespacesFlag } from "../scope/secret-namespaces-flag.ts";
import { managerComponents } from "./manager-components.ts";
import { mergedObjects, type ReleaseObject } from "./merged-objects.ts";
import { managerNames, type ReleasedProvider } from "./released-provider.ts";
import { rolesOf } from "./roles.ts";

/**
 * All objects of the components file, in the order of installation (rules PC-001 to PC-017).
 *
 * @param manifests - your own objects: added, or merged into those of the same kind and name.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { componentsOf, releasedProvider } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * const objects = componentsOf(releasedProvider([HelloMachine], {}), "registry.example.com/hello:v0.1.0");
 * console.log(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
 * ```
 */
export function componentsOf(
  provider: ReleasedProvider,
  image: string,
  manifests: readonly ReleaseObject[] = [],
): ReleaseObject[] {
  return mergedObjects(
    generatedComponents(provider, image),
    manifests.map((each) => withLabels(each, managerNames(provider).labels)),
  );
}

function withLabels(manifest: ReleaseObject, labels: Readonly<Record<string, string>>): ReleaseObject {
  const { metadata } = manifest;
  return { ...manifest, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } };
}

function generatedComponents(provider: ReleasedProvider, image: string): ReleaseObject[] {
  const kinds = kindsOf(provider.definitions);
  const readsIdentitySecrets = secretsFromRules(provider.definitions).length > 0;
  return managerComponents({
    ...managerNames(provider),
    image,
    // Like other providers, allow the Secrets of identities in the provider's own namespace.
    args: readsIdentitySecrets ? [`${secretNamespacesFlag}=$(POD_NAMESPACE)`] : [],
    crds: kinds.flatMap(({ crds }) => crds),
    admissionWebhooks: kinds.flatMap(({ admissionWebhooks }) => admissionWebhooks),
    roles: rolesOf(provider),
  });
}
