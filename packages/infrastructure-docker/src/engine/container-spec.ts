/** A folder or file of the engine's host in a container. */
export interface HostMount {
  readonly hostPath: string;
  readonly containerPath: string;
  readonly readOnly?: boolean;
}

/** A port of a container that the engine's host publishes. */
export interface PublishedPort {
  readonly containerPort: number;
  /** Default: a free port. */
  readonly hostPort?: number;
  /** Address of the host to listen on. Default: 127.0.0.1. */
  readonly hostAddress?: string;
  /** Default: TCP. */
  readonly protocol?: "TCP" | "UDP" | "SCTP";
}

/** A container to create. */
export interface ContainerSpec {
  readonly image: string;
  readonly hostname: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The network that it is attached to. */
  readonly network: string;
  /** Default: the entrypoint and command of the image. */
  readonly command?: readonly string[];
  /** Whether it may do what its host may, as systemd and containerd need. Then it also has a cgroup namespace of its own. */
  readonly isPrivileged: boolean;
  /** Folders in memory. */
  readonly tmpfs: readonly string[];
  /** Folders in anonymous volumes, which are removed with the container. */
  readonly volumes: readonly string[];
  readonly mounts: readonly HostMount[];
  readonly ports: readonly PublishedPort[];
}

/** The body of the request that creates it. Pure. */
export function createRequest(spec: ContainerSpec): object {
  const bindings = spec.ports.map(({ hostPort, hostAddress = "127.0.0.1", ...port }) => ({
    key: portKey(port),
    binding: { HostIp: hostAddress, HostPort: hostPort === undefined ? "" : String(hostPort) },
  }));
  const byKey = Map.groupBy(bindings, ({ key }) => key);
  return {
    Image: spec.image,
    Hostname: spec.hostname,
    Labels: spec.labels,
    ...(spec.command === undefined ? {} : { Entrypoint: spec.command, Cmd: [] }),
    Tty: spec.isPrivileged,
    Volumes: Object.fromEntries(spec.volumes.map((path) => [path, {}])),
    ExposedPorts: Object.fromEntries([...byKey.keys()].map((key) => [key, {}])),
    HostConfig: {
      NetworkMode: spec.network,
      Privileged: spec.isPrivileged,
      ...(spec.isPrivileged ? { CgroupnsMode: "private" } : {}),
      Tmpfs: Object.fromEntries(spec.tmpfs.map((path) => [path, ""])),
      Binds: spec.mounts.map(
        ({ hostPath, containerPath, readOnly = false }) => `${hostPath}:${containerPath}:${readOnly ? "ro" : "rw"}`,
      ),
      PortBindings: Object.fromEntries([...byKey].map(([key, all]) => [key, all.map(({ binding }) => binding)])),
    },
  };
}

/** The name of a container's port in the engine's API. */
function portKey({ containerPort, protocol = "TCP" }: Pick<PublishedPort, "containerPort" | "protocol">): string {
  return `${containerPort}/${protocol.toLowerCase()}`;
}
