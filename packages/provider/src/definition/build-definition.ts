import {
  apiVersionOf,
  checkCRDs,
  type ContractVersion,
  contractVersions,
  type CustomResourceDefinition,
  describeViolation,
  type KubernetesObject,
  pluralOf,
  type ResourceKind,
  type Violation,
} from "@capstan/contract";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import { admissionWebhooks } from "../admission/admission-webhooks.ts";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { conversionNeed } from "../conversion/conversion-need.ts";
import { convertObject } from "../conversion/convert-object.ts";
import { DefinitionError } from "../errors/provider-errors.ts";
import type { PolicyRule } from "../rbac/policy-rules.ts";
import type { ProviderRole } from "./contract-fields.ts";
import { definitionCRDs } from "./crds.ts";
import type { ProviderVersion } from "./definition.ts";
import { definitionViolations } from "./definition-violations.ts";
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
  options: DefinitionOptions<Role, Versions, Storage> & {
    readonly conversions?: Conversions;
    readonly machinePools?: boolean;
  },
): DefinitionOf<Role, Versions, Storage> {
  const {
    kind,
    group = groups[role],
    shortNames = [],
    permissions = [],
    conversions = {},
    conversionData = "lost",
  } = options;
  refuseIfAny(
    kind,
    definitionViolations(role, { kind, group, shortNames, versions: options.versions, storage: options.storage }),
  );
  const storage = options.storage ?? Object.keys(options.versions)[0];
  const isTranslated =
    new Set(Object.values(options.versions).map(({ contract }) => contractsOf(contract).join())).size > 1;
  const versions = Object.entries(options.versions).map(([name, version]): DefinedVersion => {
    const contracts = contractsOf(version.contract);
    return {
      name,
      contracts,
      served: version.served ?? true,
      storage: name === storage,
      schemas: versionSchemas(role, version, contracts, isTranslated),
    };
  });
  const isConverted = conversionNeed(kind, versions, conversions);
  checkPermissions(kind, permissions);
  const stored = versions.find((version) => version.storage);
  if (stored === undefined) throw new DefinitionError(`Kind ${kind} has no storage version.`);
  const crds = definitionCRDs({ role, group, kind, shortNames, versions, isConverted });
  refuseIfAny(kind, contractBreaches(role, crds));
  const own = resourceKind(group, stored.name, kind);
  const templates = resourceKind(group, stored.name, `${kind}Template`);
  const convert = (object: KubernetesObject, version: string): KubernetesObject =>
    convertObject(
      { role, group, kind, versions, conversions, conversionData },
      object,
      apiVersionOf({ group, version }),
    );
  const rules = options.admission as AdmissionRules<object> | undefined;
  return {
    role,
    kind: own,
    templateKind: templates,
    contract: stored.contracts[0],
    contracts: stored.contracts,
    crds,
    permissions,
    machinePools: options.machinePools ?? false,
    isConverted,
    convert,
    admissionWebhooks:
      rules === undefined
        ? []
        : [
            ...admissionWebhooks({
              kind: own,
              isTemplate: false,
              isInfraCluster: role === "InfraCluster",
              schema: stored.schemas.spec,
              rules,
              convert,
            }),
            ...admissionWebhooks({
              kind: templates,
              isTemplate: true,
              isInfraCluster: false,
              schema: stored.schemas.templateSpec,
              rules,
              convert,
            }),
          ],
    validate: (object) => validateObject(role, { group, kind, versions }, object),
  };
}

function contractsOf(declared: ProviderVersion["contract"]): DefinedVersion["contracts"] {
  const [newest = "v1beta2", ...older] = contractVersions.filter((contract) => [declared].flat().includes(contract));
  return [newest, ...older];
}

/** Its form of conditions is the SDK's choice where a version implements both contracts. */
const notOfTheAuthor = "BC-014";

/** Every MUST of the contract that CRDs break. What an author may do about each follows from its path. */
function contractBreaches(role: ProviderRole, crds: readonly CustomResourceDefinition[]): Violation[] {
  const roles = crds.map(({ spec: { names, group } }, index) => {
    return [`${names.kind}.${group}`, index === 0 ? role : (`${role}Template` as const)] as const;
  });
  const { violations } = checkCRDs(crds, { roles: Object.fromEntries(roles), sigSponsored: true });
  return violations.filter(({ level, rule }) => level === "MUST" && rule !== notOfTheAuthor);
}

function refuseIfAny(kind: string, violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const lines = violations.map((violation) => `\n- ${describeViolation(violation)}`);
  throw new DefinitionError(`Kind ${kind} cannot be defined:${lines.join("")}`, { violations });
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
