import { MockCloud, MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/runtime";
import { loseMockServer } from "../../page/mock-servers.ts";
import type { DemoNodes } from "./demo-nodes.ts";

/** The kinds of the mock infrastructure. */
export const mockKinds: DemoNodes["kinds"] = { cluster: MockCluster.kind, machine: MockMachine.kind };

/** Machines of the mock cloud, in the memory of this process. */
export function mockNodes(): DemoNodes {
  const mockCloud = new MockCloud({ clock: systemClock });
  return {
    provider: "mock",
    kinds: mockKinds,
    removalMs: 0,
    managed: { mockCloud },
    loseServer: loseMockServer(mockCloud),
    check: () => Promise.resolve(),
    adapt: (manifests) => manifests,
    leftovers: () => Promise.resolve([]),
    [Symbol.asyncDispose]: () => mockCloud[Symbol.asyncDispose](),
  };
}
