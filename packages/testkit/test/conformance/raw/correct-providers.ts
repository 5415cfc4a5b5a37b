import type { OutsideWorld, ProviderUnderTest } from "@capstan/testkit/conformance";
import type { ProviderDefinition } from "@capstan/provider";
import { definitions } from "./definitions.ts";
import { RawClusterProvider } from "./raw-cluster.ts";
import { RawConfigProvider } from "./raw-config.ts";
import { RawControlPlaneProvider } from "./raw-control-plane.ts";
import { RawMachineProvider } from "./raw-machine.ts";
import { RawPoolProvider } from "./raw-pool.ts";
import type { RawProvider } from "./raw-provider.ts";

/** Creates a raw provider. */
export type RawProviderClass = new (definition: ProviderDefinition, outside: OutsideWorld) => RawProvider;

/** A provider of this class, for the conformance suite. */
export function subjectOf(provider: RawProviderClass, definition: ProviderDefinition): ProviderUnderTest {
  const spec = definition.role === "ControlPlane" ? { replicas: 3, version: "v1.34.1" } : {};
  return { definition, spec, withinSeconds: 40, reconcilers: ({ outside }) => [new provider(definition, outside)] };
}

/** Providers written without the SDK's base classes that keep the contract. */
export const correctRawProviders = (["v1beta2", "v1beta1"] as const).flatMap((contract) => {
  const { machine, config, cluster, pool, controlPlane } = definitions[contract];
  return [
    { name: `RawMachine under ${contract}`, subject: subjectOf(RawMachineProvider, machine) },
    { name: `RawConfig under ${contract}`, subject: subjectOf(RawConfigProvider, config) },
    { name: `RawPool under ${contract}`, subject: subjectOf(RawPoolProvider, pool) },
    { name: `RawCluster under ${contract}`, subject: subjectOf(RawClusterProvider, cluster) },
    {
      name: `RawControlPlane under ${contract}`,
      subject: subjectOf(RawControlPlaneProvider, controlPlane),
    },
  ];
});
