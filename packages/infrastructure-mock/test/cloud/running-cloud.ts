import { once } from "node:events";
import { connect } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CloudChange, type Instance, type InstanceRequest, MockCloud } from "@capstan/infrastructure-mock";
import { type Client, systemClock } from "@capstan/provider";
import { onTestFinished } from "vitest";
import { initData, tokenText } from "../bootstrap-data.ts";
import { type ClusterCertificates, clusterCertificates } from "../certificates.ts";
import { workloadClient } from "../workload-client.ts";

export const cluster = { namespace: "ns", name: "c1" };
export const noTime = { minMilliseconds: 0, maxMilliseconds: 0 };

let made: Promise<ClusterCertificates> | undefined;

/** The certificates of all clusters in these tests, because generating them takes time. */
export function sharedCertificates(): Promise<ClusterCertificates> {
  return (made ??= clusterCertificates());
}

/** A cloud with one load balancer, closed when the test ends. */
export class RunningCloud {
  readonly cloud: MockCloud;
  readonly endpoint: { host: string; port: number };
  readonly changes: CloudChange[] = [];
  readonly #certificates: ClusterCertificates;
  readonly #waiters = new Set<() => void>();

  private constructor(cloud: MockCloud, endpoint: { host: string; port: number }, certificates: ClusterCertificates) {
    this.cloud = cloud;
    this.#certificates = certificates;
    this.endpoint = endpoint;
    cloud.onChange((change) => {
      this.changes.push(change);
      for (const waiter of this.#waiters) waiter();
    });
  }

  static async open(options: { stateDirectory?: string } = {}): Promise<RunningCloud> {
    const cloud = await MockCloud.open({ clock: systemClock, bootDuration: noTime, ...options });
    onTestFinished(() => cloud.close());
    const endpoint = await cloud.ensureLoadBalancer({ object: cluster, cluster });
    return new RunningCloud(cloud, endpoint, await sharedCertificates());
  }

  get address(): string {
    return `${this.endpoint.host}:${this.endpoint.port}`;
  }

  init(): string {
    const init = {
      bootstrapTokens: [{ token: tokenText, ttl: "1h0m0s", description: "first" }],
      nodeRegistration: { name: "{{ ds.meta_data.local_hostname }}" },
    };
    return initData({ endpoint: this.address, certificates: this.#certificates, init });
  }

  async ensure(name: string, changes: Partial<InstanceRequest> = {}): Promise<Instance> {
    const instance = await this.cloud.ensureInstance(machine(name, changes));
    if (instance === undefined) throw new Error("no load balancer");
    return instance;
  }

  /** The machine when its boot reaches `state`. */
  async until(
    name: string,
    state: Instance["boot"]["state"],
    changes: Partial<InstanceRequest> = {},
  ): Promise<Instance> {
    for (;;) {
      const changed = new Promise<void>((resolve) => this.#waiters.add(resolve));
      const instance = await this.ensure(name, changes);
      if (instance.boot.state === state) return instance;
      if (instance.boot.state === "failed") throw new Error(JSON.stringify(instance.boot));
      await changed;
    }
  }

  async client(): Promise<Client> {
    const client = await workloadClient(this.endpoint, this.#certificates);
    onTestFinished(() => client.close());
    return client;
  }
}

export function machine(name: string, changes: Partial<InstanceRequest> = {}): InstanceRequest {
  return {
    object: { namespace: "ns", name },
    cluster,
    hostname: name,
    kubernetesVersion: "v1.36.0",
    ...changes,
  };
}

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "capstan-mock-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Whether a connection is closed without a response. */
export async function isClosedAtOnce({ host, port }: { host: string; port: number }): Promise<boolean> {
  const socket = connect(port, host);
  socket.on("error", () => undefined);
  await once(socket, "close");
  return socket.bytesRead === 0;
}

/** @throws Error no process listens there. */
export async function connected({ host, port }: { host: string; port: number }): Promise<void> {
  const socket = connect(port, host);
  await once(socket, "connect");
  socket.destroy();
}
