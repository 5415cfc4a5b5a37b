import {
  type ContainerFile,
  type ContainerSpec,
  type Engine,
  type EngineContainer,
  EngineError,
  type EngineCapabilities,
  type EngineNetwork,
  type ExecResult,
} from "@capstan/infrastructure-docker";
import { ScriptedContainer } from "./scripted-container.ts";

/**
 * A container engine in memory, which answers as Docker does: names are unique, a network with containers is not removed, and a command
 * needs a running container.
 */
export class ScriptedEngine implements Engine {
  readonly containers = new Map<string, ScriptedContainer>();
  readonly networks = new Map<string, Readonly<Record<string, string>>>();
  readonly images: Set<string>;
  /** Called for each new container, to change how it behaves. */
  onCreate: (name: string, container: ScriptedContainer) => void = () => undefined;
  /** Called for each pull; it may throw. */
  onPull: (image: string) => void | Promise<void> = () => undefined;
  engineInfo: EngineCapabilities = { reachesContainers: true };
  #addresses = 1;

  /** @param images - Default: the engine has every image. */
  constructor(images?: readonly string[]) {
    this.images = new Set(images ?? ["*"]);
  }

  /** The container of that name. */
  container(name: string): ScriptedContainer {
    const container = this.containers.get(name);
    if (container === undefined) throw new EngineError("ContainerNotFound", `No such container: ${name}`);
    return container;
  }

  info(): Promise<EngineCapabilities> {
    return Promise.resolve(this.engineInfo);
  }

  findContainer(name: string): Promise<EngineContainer | undefined> {
    return Promise.resolve(this.containers.get(name)?.view);
  }

  listContainers(labels: Readonly<Record<string, string>>): Promise<readonly EngineContainer[]> {
    const all = [...this.containers.values()].map(({ view }) => view);
    const has = ({ labels: own }: EngineContainer) =>
      Object.entries(labels).every(([key, value]) => own[key] === value);
    return Promise.resolve(all.filter(has).toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  }

  async createContainer(name: string, spec: ContainerSpec): Promise<void> {
    await Promise.resolve();
    if (this.containers.has(name))
      throw new EngineError("ContainerNameTaken", `Container name ${name} is already in use`);
    if (!this.#knows(spec.image)) throw new EngineError("ImageNotFound", `No such image: ${spec.image}`);
    if (!this.networks.has(spec.network)) throw new EngineError("EngineRefused", `network ${spec.network} not found`);
    this.#addresses += 1;
    const container = new ScriptedContainer(name, spec, `172.18.0.${this.#addresses}`);
    this.containers.set(name, container);
    this.onCreate(name, container);
  }

  async startContainer(name: string): Promise<void> {
    await Promise.resolve();
    this.container(name).start();
  }

  removeContainer(name: string): Promise<void> {
    this.containers.delete(name);
    return Promise.resolve();
  }

  async readOutput(name: string): Promise<string> {
    await Promise.resolve();
    this.container(name);
    return "[ALERT] cannot bind\n";
  }

  async signalContainer(name: string, processSignal: string): Promise<void> {
    await Promise.resolve();
    this.#running(name).signals.push(processSignal);
  }

  async exec(name: string, argv: readonly string[]): Promise<ExecResult> {
    await Promise.resolve();
    return this.#running(name).run(argv);
  }

  async execDetached(name: string, argv: readonly string[]): Promise<void> {
    await this.exec(name, argv);
  }

  async writeFiles(name: string, files: readonly ContainerFile[]): Promise<void> {
    await Promise.resolve();
    this.container(name).write(files);
  }

  async readFile(name: string, path: string): Promise<string | undefined> {
    await Promise.resolve();
    return this.container(name).files.get(path);
  }

  findNetwork(name: string): Promise<EngineNetwork | undefined> {
    const labels = this.networks.get(name);
    return Promise.resolve(labels === undefined ? undefined : { name, labels });
  }

  createNetwork(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
    if (!this.networks.has(name)) this.networks.set(name, labels);
    return Promise.resolve();
  }

  async removeNetwork(name: string): Promise<void> {
    await Promise.resolve();
    const attached = [...this.containers.values()].some(({ spec }) => spec.network === name);
    if (attached) throw new EngineError("NetworkInUse", `network ${name} has active endpoints`);
    this.networks.delete(name);
  }

  hasImage(image: string): Promise<boolean> {
    return Promise.resolve(this.#knows(image));
  }

  async pullImage(image: string): Promise<void> {
    await this.onPull(image);
    this.images.add(image);
  }

  async loadImage(name: string, image: string): Promise<void> {
    await Promise.resolve();
    if (!this.#knows(image)) throw new EngineError("ImageNotFound", `No such image: ${image}`);
    this.#running(name);
  }

  #knows(image: string): boolean {
    return this.images.has("*") || this.images.has(image);
  }

  #running(name: string): ScriptedContainer {
    const container = this.container(name);
    if (container.state !== "running") throw new EngineError("ContainerNotRunning", `Container ${name} is not running`);
    return container;
  }
}
