import type { ApiServer, PlannedRequest, Removable, RequestFault } from "@capstan/apiserver";
import type { KubernetesObject, ObjectKey } from "@capstan/contract";
import { preparedServer } from "../../environment/prepared-server.ts";
import { isWrite } from "../scene/request-target.ts";
import { WrittenObjects } from "../../workload/written-objects.ts";

/** The User-Agent product of the provider under test. */
const product = "capstan-test-provider";

interface Watched {
  readonly server: ApiServer;
  readonly written: WrittenObjects;
  writes: number;
}

/** The workload clusters of a case: what the provider does in them, and what goes wrong there. */
export class WatchedWorkloads implements Disposable {
  readonly #watched = new Map<string, Watched>();

  /** Starts the API server of a Cluster; the caller closes it. */
  async start({ name }: ObjectKey): Promise<ApiServer> {
    const server = await (await preparedServer([])).fork();
    const watched: Watched = { server, written: new WrittenObjects(server), writes: 0 };
    this.#watched.set(name, watched);
    server.faults.plan((request) => {
      if (!isOfProvider(request) || !isWrite(request)) return undefined;
      watched.written.follow(request);
      watched.writes += 1;
      return undefined;
    });
    return server;
  }

  /** The objects that the provider has created in a workload cluster, as `Kind namespace/name`, sorted. */
  objectsIn(cluster: string): readonly string[] {
    return (this.#watched.get(cluster)?.written.added ?? []).map(nameOf).toSorted();
  }

  /** The number of the provider's writes in a workload cluster. */
  writesIn(cluster: string): number {
    return this.#watched.get(cluster)?.writes ?? 0;
  }

  /** Answers each write of the provider with an error, until it is removed. */
  refuseWrites(cluster: string, fault: RequestFault): Removable | undefined {
    return this.#watched.get(cluster)?.server.faults.plan((request) => {
      return isOfProvider(request) && isWrite(request) ? fault : undefined;
    });
  }

  /** Answers none of the provider's requests. @returns whether it has given up one of them. */
  silence(cluster: string): { readonly hasGivenUp: () => boolean } {
    let ended = 0;
    this.#watched.get(cluster)?.server.faults.plan((request) => {
      if (!isOfProvider(request)) return undefined;
      void request.ended.then(() => (ended += 1));
      return { type: "silence", when: "before" };
    });
    return { hasGivenUp: () => ended > 0 };
  }

  [Symbol.dispose](): void {
    for (const { written } of this.#watched.values()) written[Symbol.dispose]();
  }
}

function isOfProvider({ userAgent }: PlannedRequest): boolean {
  return userAgent.startsWith(`${product}/`);
}

function nameOf({ kind, metadata: { name, namespace } }: KubernetesObject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
