import { type MockCloud, MockMachine } from "@capstan/infrastructure-mock";
import type { LoseServer } from "./machine-lost.ts";

/** Loses servers of the mock cloud, which knows them by the names of their MockMachines. */
export function loseMockServer(cloud: MockCloud): LoseServer {
  return async ({ infrastructure }) => {
    return infrastructure.kind === MockMachine.kind.kind && cloud.loseInstance(infrastructure);
  };
}
