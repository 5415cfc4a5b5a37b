import type { ApiServer } from "@capstan/apiserver";
import type { ObjectKey } from "@capstan/contract";
import { preparedServer } from "../environment/prepared-server.ts";
import { WrittenObjects } from "../workload/written-objects.ts";
import type { Director, Disturbed } from "./director.ts";
import { InstalledKinds } from "./installed-kinds.ts";
import type { WorldState } from "./scenario.ts";
import { WriteNames } from "./write-names.ts";

interface Parts {
  readonly director: Director;
  readonly disturbed: Pick<Disturbed, "isAlive" | "isTheirs">;
  /** Called after each change. */
  readonly onChange: () => void;
}

/** The API servers of the workload clusters of one run: the disturbed manager's writes there are points too. */
export class WorkloadServers implements Disposable {
  readonly #parts: Parts;
  readonly #servers = new Map<string, WrittenObjects>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The objects in each cluster, by the names of the Clusters. */
  get objects(): WorldState["workloads"] {
    return new Map([...this.#servers].map(([cluster, { all }]) => [cluster, all]));
  }

  /** Starts the server of a Cluster; the caller closes it. */
  async start({ name }: ObjectKey): Promise<ApiServer> {
    const server = await (await preparedServer([])).fork();
    const { director, disturbed, onChange } = this.#parts;
    const written = new WrittenObjects(server, onChange);
    this.#servers.set(name, written);
    const names = new WriteNames(new InstalledKinds(server), "");
    director.direct(server.faults, {
      ...disturbed,
      describe: (request) => {
        written.follow(request);
        return `${names.describe(request)} in the workload cluster of ${name}`;
      },
    });
    return server;
  }

  [Symbol.dispose](): void {
    for (const server of this.#servers.values()) server[Symbol.dispose]();
  }
}
