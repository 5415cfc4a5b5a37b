import type { ApiServer, PlannedRequest } from "@capstan/apiserver";
import type { KubernetesObject, ObjectKey } from "@capstan/contract";
import { preparedServer } from "../environment/prepared-server.ts";
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
  readonly #servers = new Map<string, ObservedServer>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The objects in each cluster, by the names of the Clusters. */
  get objects(): WorldState["workloads"] {
    return new Map([...this.#servers].map(([cluster, { objects }]) => [cluster, objects]));
  }

  /** Starts the server of a Cluster; the caller closes it. */
  async start({ name }: ObjectKey): Promise<ApiServer> {
    const server = await (await preparedServer([])).fork();
    const { director, disturbed, onChange } = this.#parts;
    const observed = new ObservedServer(server, onChange);
    this.#servers.set(name, observed);
    const names = new WriteNames(new InstalledKinds(server), "");
    director.direct(server.faults, {
      ...disturbed,
      describe: (request) => {
        observed.follow(request);
        return `${names.describe(request)} in the workload cluster of ${name}`;
      },
    });
    return server;
  }

  [Symbol.dispose](): void {
    for (const server of this.#servers.values()) server[Symbol.dispose]();
  }
}

/** The objects of one server, of the resources that are followed: others are those that a cluster has by itself. */
class ObservedServer implements Disposable {
  readonly #server: ApiServer;
  readonly #onChange: () => void;
  readonly #objects = new Map<string, KubernetesObject>();
  readonly #ends = new Map<string, () => void>();

  constructor(server: ApiServer, onChange: () => void) {
    this.#server = server;
    this.#onChange = onChange;
  }

  get objects(): readonly KubernetesObject[] {
    return [...this.#objects.values()];
  }

  follow({ group, resource: plural }: Pick<PlannedRequest, "group" | "resource">): void {
    const key = `${plural}.${group}`;
    if (this.#ends.has(key)) return;
    const end = this.#server.follow({ group, plural }, ({ type, object }) => {
      const { uid = "" } = (object as KubernetesObject).metadata;
      if (type === "DELETED") this.#objects.delete(uid);
      else this.#objects.set(uid, object as KubernetesObject);
      this.#onChange();
    });
    this.#ends.set(key, end);
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends.values()) end();
  }
}
