import { systemClock } from "@capstan/runtime";
import { FakeCloud } from "../../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import type { CloudServer } from "../../../examples/infrastructure-rest-cloud/fake-cloud/server-store.ts";
import { boot, type Joining } from "./boot.ts";
import type { WorkloadCluster } from "./workload-cluster.ts";

/** The cluster that servers join, or what boots servers with data of another form. */
type Joined = Pick<WorkloadCluster, "join"> | { boot(userData: string, providerID: string): Promise<void> };

export const cloudToken = "s3cr3t-t0ken-of-the-cloud";

/** The fake cloud, whose servers boot: a running server executes its user data, and becomes a Node if the data requests it. */
export class CloudMachines implements AsyncDisposable {
  readonly cloud: FakeCloud;
  /** The parameters of the servers' joins. */
  readonly joined: Joining[] = [];
  /** The errors of servers that did not boot. */
  readonly failures: unknown[] = [];
  readonly #workload: Joined;
  readonly #booting: Promise<void>[] = [];

  private constructor(cloud: FakeCloud, workload: Joined) {
    this.cloud = cloud;
    this.#workload = workload;
    cloud.beforeCreateReply = (server) => {
      this.#booting.push(this.#boot(server).catch((error: unknown) => void this.failures.push(error)));
    };
  }

  static async start(workload: Joined): Promise<CloudMachines> {
    const times = { createMs: 1_000, deleteMs: 500, listLagMs: 1_000 };
    return new CloudMachines(await FakeCloud.start({ clock: systemClock, token: cloudToken, ...times }), workload);
  }

  async #boot(server: CloudServer): Promise<void> {
    await systemClock.sleep(server.runningAt - systemClock.now());
    const providerID = `restcloud://${server.zone}/${server.id}`;
    if ("boot" in this.#workload) return this.#workload.boot(server.userData, providerID);
    const joining = await boot(server.userData);
    this.joined.push(joining);
    await this.#workload.join(joining.machine, providerID);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#booting);
    await this.cloud[Symbol.asyncDispose]();
  }
}
