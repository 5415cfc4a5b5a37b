import {
  checkCRDs,
  contractVersions,
  type CustomResourceDefinition,
  describeViolation,
  type FieldOptions,
  type KubernetesObject,
  pluralOf,
  type ProviderRole,
  type ResourceKind,
  type Role as RoleTable,
  roleOf,
  type Violation,
  violation,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import { admissionWebhooks } from "../admission/admission-webhooks.ts";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { conversionNeed } from "../conversion/conversion-need.ts";
import { convertObject } from "../conversion/convert-object.ts";
import { DefinitionError } from "../definition/definition-error.ts";
import type { PolicyRule } from "../definition/policy-rule.ts";
import { definitionCRDs } from "./crds.ts";
import type { ProviderVersion } from "../definition/definition.ts";
import { definitionViolations } from "./definition-violations.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "./definition-options.ts";
import type { KindTraits } from "../definition/kind-traits.ts";
import { validateObject } from "./validate-object.ts";
import { versionSchemas } from "../definition/version-schemas.ts";
import type { DefinedVersion } from "../definition/defined-version.ts";

type Conversions = Readonly<Record<string, OpaqueConversion | undefined>>;

/** What results from the options that only this role has. */
export interface ChosenOptions {
  /** The kinds of core that objects may belong to. Default: the one that the role's table names. */
  readonly owners?: readonly RoleTable["owner"][];
  /** The options that are on, by name. Fields of the contract may depend on them. Default: none. */
  readonly roleOptions?: FieldOptions;
  /** What the SDK may do for such kinds beyond what it does for all. Default: nothing. */
  readonly permissions?: readonly PolicyRule[];
}

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
  traits: KindTraits,
  options: DefinitionOptions<Role, Versions, Storage> & { readonly conversions?: Conversions },
  chosen: ChosenOptions = {},
): DefinitionOf<Role, Versions, Storage> {
  const {
    kind,
    group = roleOf(role).group,
    shortNames = [],
    permissions = [],
    conversions = {},
    conversionData = "lost",
  } = options;
  refuseIfAny(
    kind,
    definitionViolations(role, { kind, group, shortNames, versions: options.versions, storage: options.storage }),
  );
  const { owners = [roleOf(role).owner], roleOptions = new Set() } = chosen;
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
      schemas: versionSchemas(role, version, contracts, isTranslated, roleOptions),
    };
  });
  const isConverted = conversionNeed(kind, versions, conversions);
  refuseIfAny(kind, permissionViolations(permissions));
  const stored = versions.find((version) => version.storage);
  if (stored === undefined) throw new DefinitionError(`Kind ${kind} has no storage version.`);
  const crds = definitionCRDs({ role, group, kind, shortNames, versions, isConverted, traits, roleOptions });
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
    permissions: [...permissions, ...(chosen.permissions ?? [])],
    owners,
    roleOptions,
    traits,
    isConverted,
    convert,
    admissionWebhooks:
      rules === undefined
        ? []
        : [
            ...admissionWebhooks({
              kind: own,
              isTemplate: false,
              mayBeManagedElsewhere: roleOf(role).managedElsewhere !== undefined,
              schema: stored.schemas.spec,
              rules,
              convert,
            }),
            ...admissionWebhooks({
              kind: templates,
              isTemplate: true,
              mayBeManagedElsewhere: false,
              schema: stored.schemas.templateSpec,
              rules,
              convert,
            }),
          ],
    validate: (object) => validateObject(role, { group, kind, versions }, object),
  };
}

function contractsOf(declared: ProviderVersion["contract"]): DefinedVersion["contracts"] {
  const [newest, ...older] = contractVersions.filter((contract) => [declared].flat().includes(contract));
  return [newest ?? contractVersions[0], ...older];
}

/** If a version implements both contracts, the SDK chooses the form of the conditions. */
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

/** A role that allows everything does not show what the provider needs (RB-011). */
function permissionViolations(permissions: readonly PolicyRule[]): Violation[] {
  return permissions.flatMap((permission, index) =>
    (["apiGroups", "resources", "verbs"] as const)
      .filter((key) => permission[key].some((name) => name.includes("*")))
      .map((key) => {
        const expected = `the ${key} that the reconciler uses by name, no wildcard`;
        return violation("RB-011", { path: `permissions[${index}].${key}`, expected, actual: permission[key] });
      }),
  );
}

function resourceKind(group: string, version: string, kind: string): ResourceKind<never> {
  return Object.freeze({ group, version, kind, plural: pluralOf(kind), namespaced: true });
}
