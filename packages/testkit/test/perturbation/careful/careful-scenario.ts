import { Cluster, type ProviderController, type ProviderDefinition } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { OutsideWorld } from "@capstan/testkit/conformance";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { ServerCloud } from "../servers/server-cloud.ts";
import { WorldWithCloud } from "../servers/world-with-cloud.ts";

/** Creates a hand-written provider that calls a cloud. */
export type CloudProviderClass = new (definition: ProviderDefinition, outside: OutsideWorld) => ProviderController;

/** The differences between the scenarios of the roles. */
export interface Life extends Pick<Scenario, "steps" | "replaceable" | "invariants"> {
  readonly definition: ProviderDefinition;
  /** Whether an object may have several servers, as in a group. Default: false. */
  readonly isGroup?: boolean;
}

/** The last step of a Cluster: delete it, and wait for the deletion. */
export async function deleteCluster(
  env: TestEnvironment,
  key: { readonly name: string; readonly namespace: string },
): Promise<void> {
  await env.client.delete(Cluster, key);
  await env.until("no Cluster left", async () => (await env.client.list(Cluster)).items.length === 0);
}

/** The life of one object of a hand-written provider. */
export function scenarioOf(
  { definition, isGroup = false, ...life }: Life,
  Provider: CloudProviderClass,
  name: string,
): Scenario {
  return {
    ...life,
    name,
    prepare: () => {
      const cloud = new ServerCloud();
      return {
        reconcilers: (calls) => [new Provider(definition, new WorldWithCloud(calls.around(cloud)))],
        outside: () => thingsOf(cloud, definition.kind.kind, isGroup),
      };
    },
    varying: [/srv-\d+/, /(?<=-)[0-9a-f]{16}/],
  };
}

function thingsOf({ servers, upgrades }: ServerCloud, kind: string, isGroup: boolean): OutsideThing[] {
  return [
    ...servers.map(({ name }, index) => ({
      what: isGroup ? `server ${index + 1}` : "server",
      owner: `${kind}/${name}`,
    })),
    ...upgrades.map(({ name, version }) => ({ what: `upgrade to ${version}`, owner: `${kind}/${name}` })),
  ];
}
