import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import {
  LegacyCluster,
  LegacyMachine,
  type ProviderName,
  referenceProvider,
  UpgradedCluster,
  UpgradedMachine,
} from "@capstan/harness/go";
import type { ProviderDefinition } from "@capstan/provider";
import type { ConversionClientConfig } from "@capstan/runtime";
import type { ProviderRelease } from "../clusterctl/local-repository.ts";

/** A release of an infrastructure provider. */
interface Release {
  readonly provider: ProviderName;
  readonly clusters: ProviderDefinition<"InfraCluster">;
  readonly machines: ProviderDefinition<"InfraMachine">;
}

/** An infrastructure provider by the contracts that its CRDs declare, at the end of its flow. */
interface Declaration {
  /** The name of the provider for clusterctl; the kinds of two providers have different names. */
  readonly name: string;
  /** The release that the flow begins with. */
  readonly before: Release;
  /** The release that the flow upgrades to. */
  readonly after: Release;
}

const legacy: Release = { provider: "infrastructure-legacy", clusters: LegacyCluster, machines: LegacyMachine };
const mock: Release = { provider: "infrastructure-mock", clusters: MockCluster, machines: MockMachine };
const upgraded: Release = { provider: "infrastructure-upgraded", clusters: UpgradedCluster, machines: UpgradedMachine };

// Providers of one name are in the order of their releases.
const declarations = {
  v1beta1: { name: "legacy", before: legacy, after: legacy },
  v1beta2: { name: "mock", before: mock, after: mock },
  both: { name: "legacy", before: legacy, after: upgraded },
} as const satisfies Readonly<Record<string, Declaration>>;

/** What the CRDs of a provider declare. */
export type Declared = keyof typeof declarations;

/** Every declaration, in the order of the flows. */
export const allDeclared = Object.keys(declarations) as readonly Declared[];

/** The provider that declares this. */
export function providerThatDeclares(declared: Declared): Declaration {
  return declarations[declared];
}

/** The label of a provider that clusterctl installs. */
export function labelOf({ name }: Declaration): string {
  return `infrastructure-${name}`;
}

/** The version of the release that the flow of a declaration upgrades to. */
export function laterVersion(declared: Declared): string {
  return `v0.${allDeclared.indexOf(declared) + 2}.0`;
}

/**
 * The releases that the flows of these declarations need, for clusterctl; those of each provider in order.
 *
 * @param webhook - converts the objects of releases with several versions.
 */
export function releasesOf(chosen: readonly Declared[], webhook: ConversionClientConfig): ProviderRelease[] {
  const providers = Map.groupBy(chosen, (declared) => declarations[declared].name);
  return [...providers].flatMap(([name, flows]) => {
    const release = (version: string, { provider }: Release): ProviderRelease => {
      return { type: "infrastructure", name, version, from: referenceProvider(provider).module, webhook };
    };
    const [first] = flows;
    return [
      ...(first === undefined ? [] : [release("v0.1.0", declarations[first].before)]),
      ...flows.map((declared) => release(laterVersion(declared), declarations[declared].after)),
    ];
  });
}
