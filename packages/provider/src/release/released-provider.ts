import {
  type ContractVersion,
  coreProvider,
  contractVersions,
  labels,
  type PolicyRule,
  type ProviderType,
  ipPool,
  providerRoles,
  roleOf,
} from "@capstan/contract";
import type { ReconciledDefinition } from "../definition/reconciled-definition.ts";
import { ReleaseError } from "./release-error.ts";
import type { ManagerNames } from "./manager-names.ts";

/** A provider to release: the definitions, and the options for all of it. */
export interface ReleasedProvider {
  /** The type of the provider in `clusterctl init`. */
  readonly type: ProviderType;
  /** The name in lower case: letters, digits and dashes (rule PC-014). */
  readonly name: string;
  /** The value of the provider label: `infrastructure-foo` (rule PC-013). */
  readonly label: string;
  /** The namespace of the provider. */
  readonly namespace: string;
  /** The newest contract that every kind implements. */
  readonly contract: ContractVersion;
  /** The kinds that it reconciles. */
  readonly definitions: readonly ReconciledDefinition[];
  /** Your own permissions, in addition to those of the SDK. */
  readonly extraRules: readonly PolicyRule[];
}

/**
 * Collects the definitions and options of a provider to release.
 *
 * @throws ReleaseError there are no definitions, they belong to several types of provider or not to the given one, or the name is invalid.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { releasedProvider } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(releasedProvider([HelloMachine], {}).label); // infrastructure-hello
 * ```
 */
export function releasedProvider(
  definitions: readonly ReconciledDefinition[],
  given: {
    readonly type?: ProviderType | undefined;
    readonly name?: string | undefined;
    readonly rules?: readonly PolicyRule[];
  },
): ReleasedProvider {
  const type = typeAmong(definitions, given.type);
  const name = given.name ?? nameFrom(definitions);
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name) || name === coreProvider) {
    throw new ReleaseError(
      `${name} cannot be a provider's name: it must consist of at most 63 lower-case letters, digits and dashes (PC-014). Pass another one with --name.`,
    );
  }
  const contract = contractVersions.find((version) =>
    definitions.every(({ contracts }) => contracts.includes(version)),
  );
  if (contract === undefined) throw new ReleaseError("The kinds have no contract version in common.");
  const label = `${type}-${name}`;
  return { type, name, label, namespace: `${label}-system`, contract, definitions, extraRules: given.rules ?? [] };
}

/** Names of the objects that install a provider, each with the provider label (rule PC-013). */
export function managerNames({ label, namespace }: ReleasedProvider): ManagerNames {
  return { prefix: label, namespace, labels: { [labels.provider]: label } };
}

/**
 * The type of the kinds, or the given one of several. One provider may install kinds of several types, such as a control plane and the
 * bootstrap configs of its Machines.
 */
function typeAmong(definitions: readonly ReconciledDefinition[], given: ProviderType | undefined): ProviderType {
  const types = [...new Set(definitions.map(({ providerType }) => providerType))];
  const [type, ...others] = given === undefined ? types : types.filter((each) => each === given);
  if (type !== undefined && others.length === 0) return type;
  if (types.length === 0) {
    throw new ReleaseError(
      "The module exports no provider definition. Export the result of defineInfraMachine or a similar helper.",
    );
  }
  const found =
    types.length > 1 ? `providers of several types (${types.join(", ")})` : `a provider of type ${types[0] ?? ""}`;
  throw new ReleaseError(
    `The module exports kinds of ${found}: name the type of the release with --type, or generate each type from its own module.`,
  );
}

const endings = [...providerRoles.map((role) => roleOf(role).ending), `IP${ipPool.ending}`, ipPool.ending, "Addon"];
const kindEndings = new RegExp(`(${endings.join("|")})$`);

/** FooMachine, FooCluster, FooIPPool and FooAddon belong to provider foo. */
function nameFrom(definitions: readonly ReconciledDefinition[]): string {
  const kind = definitions[0]?.kind.kind ?? "";
  return kind.replace(kindEndings, "").toLowerCase();
}
