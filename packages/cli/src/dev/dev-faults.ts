import type { ApiServer } from "@capstan/apiserver";
import type { MockCloud } from "@capstan/infrastructure-mock";
import type { Client } from "@capstan/runtime";
import { apiServerFaults } from "../page/api-server-faults.ts";
import type { PageFault } from "../page/faults.ts";
import { keysOf, type LoseServer, machineLost } from "../page/machine-lost.ts";
import { loseMockServer } from "../page/mock-servers.ts";
import type { Provider } from "./provider.ts";
import type { ProviderView } from "./provider-view.ts";

/** How much longer calls to a slow cloud take. */
const slowMs = 2_000;

/** The components that faults affect. */
interface Surroundings {
  readonly server: ApiServer;
  /** The user of the provider on the server. */
  readonly user: string;
  readonly client: Client;
  readonly provider: Provider;
  readonly view: ProviderView;
  /** The mock cloud of `--with mock`. */
  readonly mockCloud: MockCloud | undefined;
}

/** The faults that the page of `capstan dev` offers. */
export function devFaults({ server, user, client, provider, view, mockCloud }: Surroundings): PageFault[] {
  const inMemory: LoseServer = async (lost) => (await provider.lose(keysOf(lost))) > 0;
  const clouds = [...(mockCloud === undefined ? [] : [loseMockServer(mockCloud)]), inMemory];
  return [
    ...apiServerFaults(server.faults, "the provider", { user }),
    slowCloud(provider, view),
    machineLost(client, clouds),
  ];
}

function slowCloud(provider: Provider, view: ProviderView): PageFault {
  return {
    type: "slow-cloud",
    title: "The cloud of the provider is slow",
    explanation: `Calls of the provider to anything but its API server take ${slowMs / 1_000} s longer, by fetch, node:http or node:https. A cloud in memory has no such calls.`,
    forObject: false,
    begin: () => {
      const before = view.slowedCalls;
      provider.slowCloud(slowMs);
      return {
        happened: () => view.slowedCalls - before,
        end: () => {
          provider.slowCloud(0);
        },
      };
    },
  };
}
