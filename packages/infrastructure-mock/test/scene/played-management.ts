import { PlayedCore } from "@capstan/harness/played";
import { KubeadmConfig, MockCluster, MockMachine } from "@capstan/testkit";
import type { Client } from "@capstan/provider";

/** A management cluster, with a core and a bootstrap provider that the test plays. */
export class PlayedManagement {
  readonly client: Client;
  readonly core: PlayedCore;

  constructor(client: Client) {
    this.client = client;
    this.core = new PlayedCore(client);
  }

  /** Resolves when all work is done, where that is observable. */
  settled(): Promise<void> {
    return Promise.resolve();
  }

  async createCluster(spec: object = {}): Promise<void> {
    const cluster = await this.core.createCluster({ infrastructure: MockCluster, provisioned: false });
    await this.core.createOwned(MockCluster, cluster, { spec });
    await this.settled();
  }

  /** Plays the core once the MockCluster is provisioned. */
  async provisionCluster(): Promise<void> {
    await this.core.provisionCluster();
    await this.settled();
  }

  async createMachine(name: string, spec: object = {}): Promise<void> {
    const machine = await this.core.createMachine({
      name,
      version: "v1.36.0",
      failureDomain: "zone-a",
      bootstrap: KubeadmConfig,
      infrastructure: MockMachine,
    });
    await this.core.createOwned(MockMachine, machine, { spec });
    await this.settled();
  }

  /** Plays the bootstrap provider and the core: a Secret with the data, and its name. */
  async giveData(name: string, data: string): Promise<void> {
    await this.core.createDataSecret(name, data);
    await this.nameData(name, name);
  }

  async nameData(name: string, dataSecretName: string): Promise<void> {
    await this.core.nameDataSecret(name, dataSecretName);
    await this.settled();
  }

  cluster() {
    return this.client.get(MockCluster.kind, this.core.key("c1"));
  }

  machine(name: string) {
    return this.client.get(MockMachine.kind, this.core.key(name));
  }

  /** A condition of a MockMachine, without its times. */
  async condition(name: string, type: string) {
    return this.core.condition(MockMachine, type, name);
  }

  async deleteMachine(name: string): Promise<void> {
    await this.client.delete(MockMachine.kind, this.core.key(name));
    await this.settled();
  }

  async deleteCluster(): Promise<void> {
    await this.client.delete(MockCluster.kind, this.core.key("c1"));
    await this.settled();
  }

  async machines(): Promise<string[]> {
    return (await this.client.list(MockMachine.kind)).items.map(({ metadata }) => metadata.name);
  }
}
