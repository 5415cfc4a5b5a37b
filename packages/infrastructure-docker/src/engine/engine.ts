import type { ContainerSpec } from "./container-spec.ts";

/** A container of the engine. */
export interface EngineContainer {
  /** The unique name in the engine. */
  readonly name: string;
  /** The hostname inside the container. */
  readonly hostname: string;
  /** The labels of its creation. */
  readonly labels: Readonly<Record<string, string>>;
  /** `created`: never started. `stopped`: it ran, and ended. */
  readonly state: "created" | "running" | "stopped";
  /** When it was started last (RFC 3339); a new start has another time. Empty if it was never started. */
  readonly startedAt: string;
  /** Exit code of the last run; 0 while it runs. */
  readonly exitCode: number;
  /** Whether the last run ended because the engine's host was out of memory. */
  readonly isOutOfMemory: boolean;
  /** Addresses by the name of the network; none unless it runs. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Ports of the engine's host, by container port and protocol: `6443/tcp`. */
  readonly hostPorts: Readonly<Record<string, number>>;
}

/** A network of the engine. */
export interface EngineNetwork {
  /** The unique name in the engine. */
  readonly name: string;
  /** The labels of its creation. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A file to write into a container. */
export interface ContainerFile {
  /** Absolute path. Missing folders are created. */
  readonly path: string;
  /** A string in UTF-8, or bytes. */
  readonly content: string | Uint8Array;
  /** Default: 0o600. */
  readonly mode?: number;
}

/** The result of a command in a container. */
export interface ExecResult {
  /** 0 if the command succeeded. */
  readonly exitCode: number;
  /** The end of standard output and standard error, in the order of arrival: at most 64 KiB. */
  readonly output: string;
}

/** The properties of an engine that the provider depends on. */
export interface EngineCapabilities {
  /** Whether this host reaches the addresses of containers: a system engine on Linux, neither rootless nor in a virtual machine. */
  readonly reachesContainers: boolean;
}

/**
 * A container engine with the API of Docker. Containers and networks are known by their names, which are unique in the engine. Every method
 * is safe to repeat.
 *
 * Methods throw an EngineError if the engine is unavailable, unresponsive, or refuses. All of them have a time limit.
 */
export interface Engine {
  /** Reads the properties of the engine. */
  info(signal: AbortSignal): Promise<EngineCapabilities>;

  /** A container by its name, in any state; undefined if it does not exist. */
  findContainer(name: string, signal: AbortSignal): Promise<EngineContainer | undefined>;
  /** Containers that have all these labels, in any state, by name. */
  listContainers(labels: Readonly<Record<string, string>>, signal: AbortSignal): Promise<readonly EngineContainer[]>;
  /** Creates a container without starting it. A container of that name is an EngineError with the reason `ContainerNameTaken`. */
  createContainer(name: string, spec: ContainerSpec, signal: AbortSignal): Promise<void>;
  /** Starts a container, unless it runs. */
  startContainer(name: string, signal: AbortSignal): Promise<void>;
  /** Stops and removes a container with its anonymous volumes, if it exists. */
  removeContainer(name: string, signal: AbortSignal): Promise<void>;
  /** The last lines that the first process of a container without a terminal has written. */
  readOutput(name: string, signal: AbortSignal): Promise<string>;
  /** Sends a signal to the first process. */
  signalContainer(name: string, processSignal: string, signal: AbortSignal): Promise<void>;

  /** Runs a command as root, and waits for its end. */
  exec(name: string, argv: readonly string[], signal: AbortSignal): Promise<ExecResult>;
  /** Starts a command as root that continues without this process. */
  execDetached(name: string, argv: readonly string[], signal: AbortSignal): Promise<void>;
  /** Writes files in this order, owned by root; not below a tmpfs. */
  writeFiles(name: string, files: readonly ContainerFile[], signal: AbortSignal): Promise<void>;
  /** Reads a file, not below a tmpfs; undefined if it does not exist. */
  readFile(name: string, path: string, signal: AbortSignal): Promise<string | undefined>;

  /** A network by its name; undefined if it does not exist. */
  findNetwork(name: string, signal: AbortSignal): Promise<EngineNetwork | undefined>;
  /** Creates a bridge network, unless one of that name exists. */
  createNetwork(name: string, labels: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void>;
  /** Removes a network, if it exists. */
  removeNetwork(name: string, signal: AbortSignal): Promise<void>;

  /** Whether the engine has an image. */
  hasImage(image: string, signal: AbortSignal): Promise<boolean>;
  /** Pulls an image, which may take minutes. */
  pullImage(image: string, signal: AbortSignal): Promise<void>;
  /** Imports an image of the engine into the containerd of a container, for its kubelet; may take minutes. */
  loadImage(name: string, image: string, signal: AbortSignal): Promise<void>;
}
