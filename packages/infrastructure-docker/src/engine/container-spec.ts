/** A folder or file of the engine's host in a container. */
export interface HostMount {
  /** Absolute path on the host. */
  readonly hostPath: string;
  /** Absolute path in the container. */
  readonly containerPath: string;
  /** Whether the container may only read it. Default: false. */
  readonly readOnly?: boolean;
}

/** A port of a container that the engine's host publishes. */
export interface PublishedPort {
  /** The port in the container. */
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
  /** The image, as the engine names it. */
  readonly image: string;
  /** The hostname inside the container. */
  readonly hostname: string;
  /** Labels, by which containers are found again. */
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
  /** Folders and files of the host. */
  readonly mounts: readonly HostMount[];
  /** Ports that the host publishes. */
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
