import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { ServerCloud } from "../servers/server-cloud.ts";

/** How a hand-written provider that calls a cloud is made. */
export type CloudProviderClass = new (definition: ProviderDefinition, cloud: ServerCloud) => ProviderController;

/** What differs between the scenarios of the roles. */
export interface Life extends Pick<Scenario, "steps" | "replaceable" | "invariants"> {
  readonly definition: ProviderDefinition;
  /** A group of servers may have several for one object. Default: false. */
  readonly isGroup?: boolean;
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
        reconcilers: (calls) => [new Provider(definition, calls.around(cloud))],
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
