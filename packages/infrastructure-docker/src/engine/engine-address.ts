/** The keys for an engine behind TLS, as PEM. */
export interface EngineTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Where an engine listens. */
export interface EngineAddress {
  /** As in `DOCKER_HOST`: `unix:///var/run/docker.sock`, `tcp://127.0.0.1:2375`, `ssh://user@host`, `npipe:////./pipe/docker_engine`. */
  readonly host: string;
  /** Where the address is from, for messages: `DOCKER_HOST`. */
  readonly from: string;
  readonly tls?: EngineTls;
}

/** The parts of the machine that tell where engines listen. */
export interface EngineSurroundings {
  /** Environment variables, such as `DOCKER_HOST`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home folder, in which the docker command has its configuration. */
  readonly home: string;
  /** The operating system. */
  readonly platform: NodeJS.Platform;
  /** The user's id; undefined on Windows. */
  readonly uid: number | undefined;
}

/** The sockets that Docker and Podman usually listen on, the most likely first. Pure. */
export function usualAddresses({ environment, home, platform, uid }: EngineSurroundings): readonly EngineAddress[] {
  if (platform === "win32") return [{ host: "npipe:////./pipe/docker_engine", from: "the usual pipe of Docker" }];
  const runtime = runtimeFolder(environment, uid);
  const docker = ["/var/run/docker.sock", `${home}/.docker/run/docker.sock`, `${home}/.docker/desktop/docker.sock`];
  const podman = ["/run/podman/podman.sock", `${home}/.local/share/containers/podman/machine/podman.sock`];
  const ofUser = runtime === undefined ? [] : [`${runtime}/docker.sock`, `${runtime}/podman/podman.sock`];
  const paths = [...docker, ...ofUser, ...podman];
  return paths.map((path) => ({ host: `unix://${path}`, from: "a usual socket" }));
}

/** The folder of sockets of the user's own services. */
function runtimeFolder(environment: EngineSurroundings["environment"], uid: number | undefined): string | undefined {
  const { XDG_RUNTIME_DIR } = environment;
  return XDG_RUNTIME_DIR ?? (uid === undefined ? undefined : `/run/user/${uid}`);
}
