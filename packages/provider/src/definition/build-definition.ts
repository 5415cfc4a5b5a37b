import { apiVersionOf, type ContractVersion, contractVersions, pluralOf, type ResourceKind } from "@capstan/contract";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { conversionNeed } from "../conversion/conversion-need.ts";
import { convertObject } from "../conversion/convert-object.ts";
import { DefinitionError } from "../errors/provider-errors.ts";
import type { PolicyRule } from "../rbac/policy-rules.ts";
import type { ProviderRole } from "./contract-fields.ts";
import { definitionCRDs } from "./crds.ts";
import type { ProviderVersion } from "./definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "./define.ts";
import { validateObject } from "./validate-object.ts";
import { type VersionSchemas, versionSchemas } from "./version-schemas.ts";

const groups: Readonly<Record<ProviderRole, string>> = {
  BootstrapConfig: "bootstrap.cluster.x-k8s.io",
  InfraMachine: "infrastructure.cluster.x-k8s.io",
  InfraCluster: "infrastructure.cluster.x-k8s.io",
};

/** What a definition knows of one of its API versions. */
export interface DefinedVersion {
  readonly name: string;
  /** Newest first, at least one. */
  readonly contracts: readonly [ContractVersion, ...ContractVersion[]];
  readonly served: boolean;
  readonly storage: boolean;
  readonly schemas: VersionSchemas;
}

type Conversions = Readonly<Record<string, OpaqueConversion | undefined>>;

/**
 * Derives everything from an author's schemas.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract.
 */
export function buildDefinition<
  Role extends ProviderRole,
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
>(
  role: Role,
  options: DefinitionOptions<Role, Versions, Storage> & { readonly conversions?: Conversions },
): DefinitionOf<Role, Versions, Storage> {
  const { kind, group = groups[role], shortNames = [], permissions = [], conversions = {} } = options;
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind) || /(?:Template|List)$/.test(kind)) {
    throw new DefinitionError(
      `Kind ${kind} has to be upper camel case, and not end with Template or List (AR-005, BT-002).`,
    );
  }
  const storage = storageVersion(kind, options.versions, options.storage);
  const versions = Object.entries(options.versions).map(([name, version]): DefinedVersion => {
    const contracts = contractsOf(kind, name, version.contract);
    return {
      name,
      contracts,
      served: version.served ?? true,
      storage: name === storage.name,
      schemas: versionSchemas(role, version, contracts),
    };
  });
  const isConverted = conversionNeed(kind, versions, conversions);
  checkPermissions(kind, permissions);
  const stored = versions.find((version) => version.storage);
  if (stored?.served !== true)
    throw new DefinitionError(`Storage version ${storage.name} of ${kind} has to be served.`);
  let crds: ReturnType<typeof definitionCRDs> | undefined;
  return {
    role,
    kind: resourceKind(group, stored.name, kind),
    templateKind: resourceKind(group, stored.name, `${kind}Template`),
    contract: stored.contracts[0],
    contracts: stored.contracts,
    get crds() {
      crds ??= definitionCRDs({ role, group, kind, shortNames, versions, isConverted });
      return crds;
    },
    permissions,
    isConverted,
    convert: (object, version) =>
      convertObject({ role, group, kind, versions, conversions }, object, apiVersionOf({ group, version })),
    validate: (object) => validateObject(role, { group, kind, versions }, object),
  };
}

function storageVersion(kind: string, versions: ProviderVersions, chosen: string | undefined): { name: string } {
  const names = Object.keys(versions);
  const [only] = names;
  if (only === undefined) throw new DefinitionError(`Kind ${kind} has no versions.`);
  if (chosen !== undefined) {
    if (!names.includes(chosen))
      throw new DefinitionError(`Storage version ${chosen} of ${kind} is not among its versions.`);
    return { name: chosen };
  }
  if (names.length > 1)
    throw new DefinitionError(`Kind ${kind} has versions ${names.join(", ")}: say which is the storage version.`);
  return { name: only };
}

function contractsOf(kind: string, name: string, declared: ProviderVersion["contract"]): DefinedVersion["contracts"] {
  if (!/^v[1-9]\d*(?:(?:alpha|beta)[1-9]\d*)?$/.test(name)) {
    throw new DefinitionError(`Version ${name} of ${kind} is no Kubernetes version name, such as v1beta1 (AR-015).`);
  }
  const asked: readonly string[] = typeof declared === "string" ? [declared] : declared;
  const [newest, ...older] = contractVersions.filter((contract) => asked.includes(contract));
  if (newest === undefined || 1 + older.length < new Set(asked).size) {
    const known = contractVersions.join(", ");
    throw new DefinitionError(`Version ${name} of ${kind} has to declare contracts out of ${known} (AR-006).`);
  }
  return [newest, ...older];
}

/** A role that says everything says nothing about what the provider needs (RB-011). */
function checkPermissions(kind: string, permissions: readonly PolicyRule[]): void {
  for (const { apiGroups, resources, verbs } of permissions) {
    if (![...apiGroups, ...resources, ...verbs].some((name) => name.includes("*"))) continue;
    throw new DefinitionError(
      `Permissions of ${kind} have a wildcard: name the groups, resources and verbs that the reconciler uses (RB-011).`,
    );
  }
}

function resourceKind(group: string, version: string, kind: string): ResourceKind<never> {
  return Object.freeze({ group, version, kind, plural: pluralOf(kind), namespaced: true });
}
