import type { MockCloud } from "@capstan/infrastructure-mock";
import type { LoseServer } from "./machine-lost.ts";

const prefix = "mock://";

/** Loses servers of the mock cloud. */
export function loseMockServer(cloud: MockCloud): LoseServer {
  return async ({ providerID, infrastructure }) => {
    if (providerID !== "" && !providerID.startsWith(prefix)) return false;
    return cloud.loseInstance(infrastructure);
  };
}
