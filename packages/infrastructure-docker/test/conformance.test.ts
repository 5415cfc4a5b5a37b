import {
  type ContainerFile,
  type ContainerSpec,
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  DockerMachinePool,
  dockerReconcilers,
} from "@capstan/infrastructure-docker";
import { describeProviderContract, type OutsideWorld } from "@capstan/testkit/conformance";
import { ScriptedEngine } from "./scripted-engine/scripted-engine.ts";

/** An engine that reports to the suite: machines, or load balancers. */
class ObservedEngine extends ScriptedEngine {
  readonly #outside: OutsideWorld;
  readonly #observed: "machines" | "load balancers";

  constructor(outside: OutsideWorld, observed: "machines" | "load balancers") {
    super();
    this.#outside = outside;
    this.#observed = observed;
  }

  override async createContainer(name: string, spec: ContainerSpec): Promise<void> {
    if (this.#observes(name)) this.#outside.call();
    await super.createContainer(name, spec);
  }

  /** Exists from its start: then it also has its data. */
  override async startContainer(name: string): Promise<void> {
    if (this.#observes(name)) this.#outside.call();
    await super.startContainer(name);
    const data = this.container(name).files.get("/var/lib/capstan/boot/user-data");
    if (this.#observes(name)) this.#outside.created(name, data);
  }

  override async removeContainer(name: string): Promise<void> {
    if (this.#observes(name)) this.#outside.call();
    await super.removeContainer(name);
    if (this.#observes(name)) this.#outside.removed(name);
  }

  override async writeFiles(name: string, files: readonly ContainerFile[]): Promise<void> {
    if (this.#observes(name)) this.#outside.call();
    await super.writeFiles(name, files);
  }

  #observes(name: string): boolean {
    return name.endsWith("_lb") === (this.#observed === "load balancers");
  }
}

describeProviderContract({
  definition: DockerMachine,
  infraCluster: DockerCluster,
  spec: { customImage: "localhost/node:v1.36.0" },
  reconcilers: ({ outside, closing }) => {
    const infrastructure = closing.use(new DockerInfrastructure(new ObservedEngine(outside, "machines")));
    return dockerReconcilers(infrastructure);
  },
});

describeProviderContract({
  definition: DockerMachinePool,
  infraCluster: DockerCluster,
  spec: { template: { customImage: "localhost/node:v1.36.0" } },
  reconcilers: ({ outside, closing }) => {
    const infrastructure = closing.use(new DockerInfrastructure(new ObservedEngine(outside, "machines")));
    return dockerReconcilers(infrastructure);
  },
});

describeProviderContract({
  definition: DockerCluster,
  reconcilers: ({ outside, closing }) => {
    const infrastructure = closing.use(new DockerInfrastructure(new ObservedEngine(outside, "load balancers")));
    return dockerReconcilers(infrastructure);
  },
});
