import {
  checkCRDs,
  contractVersions,
  type CustomResourceDefinition,
  type FieldOptions,
  type ProviderRole,
  type Role as RoleTable,
  roleOf,
  type Violation,
  type PolicyRule,
} from "@capstan/contract";
import type { TObject } from "typebox";
import type { AdmissionRules } from "../admission/admission-rules.ts";
import type { OpaqueConversion } from "../conversion/author-conversion.ts";
import { conversionNeed } from "../conversion/conversion-need.ts";
import { checkStandIns } from "../conversion/stand-ins.ts";
import { DefinitionError } from "../definition/definition-error.ts";
import { columnViolations } from "./columns.ts";
import { definitionCRDs } from "./crds.ts";
import type { ProviderVersion } from "../definition/definition.ts";
import { definitionViolations } from "./definition-violations.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "./definition-options.ts";
import type { KindTraits } from "../definition/kind-traits.ts";
import { validateObject } from "./validate-object.ts";
import { versionSchemas } from "../definition/version-schemas.ts";
import type { ContractKindVersion } from "../definition/defined-version.ts";
import { permissionViolations } from "./permission-violations.ts";
import { claimRules } from "./claim-rules.ts";
import { refuseIfAny } from "./refuse-if-any.ts";
import { servedKind } from "./served-kind.ts";

type Conversions = Readonly<Record<string, OpaqueConversion | undefined>>;

/** The values derived from the options that only this role has. */
export interface ChosenOptions {
  /** The kinds of core that may own objects. Default: the kind in the role's table. */
  readonly owners?: readonly RoleTable["owner"][];
  /** The names of the options that are on. Fields of the contract may depend on them. Default: no options. */
  readonly roleOptions?: FieldOptions;
  /** Permissions that the SDK needs for kinds of this role, in addition to those for all kinds. Default: no permissions. */
  readonly permissions?: readonly PolicyRule[];
  /** The status of Templates. Default: they have no status. */
  readonly templateStatus?: TObject | undefined;
}

/**
 * Derives the definition of a kind from the author's schemas.
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
    categories = [],
    columns = [],
    permissions = [],
    conversions = {},
    conversionData = "lost",
    claimsAddresses = false,
    finalizer = `${group}/${kind.toLowerCase()}`,
  } = options;
  refuseIfAny(
    kind,
    definitionViolations(role, {
      kind,
      group,
      shortNames,
      categories,
      versions: options.versions,
      storage: options.storage,
      finalizer: options.finalizer,
    }),
  );
  const { owners = [roleOf(role).owner], roleOptions = new Set() } = chosen;
  const storage = options.storage ?? Object.keys(options.versions)[0];
  const isTranslated =
    new Set(Object.values(options.versions).map(({ contract }) => contractsOf(contract).join())).size > 1;
  const versions = Object.entries(options.versions).map(([name, version]): ContractKindVersion => {
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
  refuseIfAny(kind, columnViolations(columns, versions));
  const shown = { shortNames, categories, columns };
  const { templateStatus } = chosen;
  const crds = definitionCRDs({ role, group, kind, ...shown, versions, isConverted, roleOptions, templateStatus });
  refuseIfAny(kind, contractBreaches(role, crds));
  if (isConverted) checkStandIns(crds);
  const rules = options.admission as AdmissionRules<object> | undefined;
  const served = servedKind({
    ...{ role, group, kind, namespaced: true, versions, stored, crds, conversions, conversionData, rules },
  });
  return {
    ...served,
    role,
    providerType: roleOf(role).provider,
    contract: stored.contracts[0],
    contracts: stored.contracts,
    crds,
    permissions: [...permissions, ...(chosen.permissions ?? []), ...(claimsAddresses ? claimRules(served.kind) : [])],
    claimsAddresses,
    uses: options.uses ?? [],
    finalizer,
    secretsFrom: options.secretsFrom,
    owners,
    roleOptions,
    traits,
    secrets: traits.secrets,
    isConverted,
    validate: (object) => validateObject({ role, group, kind, versions }, object),
  };
}

function contractsOf(declared: ProviderVersion["contract"]): ContractKindVersion["contracts"] {
  const [newest, ...older] = contractVersions.filter((contract) => [declared].flat().includes(contract));
  return [newest ?? contractVersions[0], ...older];
}

/** Every MUST of the contract that the CRDs break. The path of each violation determines the remedy for the author. */
function contractBreaches(role: ProviderRole, crds: readonly CustomResourceDefinition[]): Violation[] {
  const roles = crds.map(({ spec: { names, group } }, index) => {
    return [`${names.kind}.${group}`, index === 0 ? role : (`${role}Template` as const)] as const;
  });
  const { violations } = checkCRDs(crds, { roles: Object.fromEntries(roles), sigSponsored: true });
  return violations.filter(({ level }) => level === "MUST");
}
