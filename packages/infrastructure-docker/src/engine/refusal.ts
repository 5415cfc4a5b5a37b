import { EngineError, type EngineReason } from "./engine-error.ts";

/** An unsuccessful response of the engine. */
export interface EngineResponse {
  readonly status: number;
  /** The engine's message. */
  readonly message: string;
}

/** What the messages of Docker and Podman mean; the first that matches counts. */
const meanings: readonly (readonly [EngineReason, RegExp, remedy: string])[] = [
  ["EngineOutOfDisk", /no space left on device|disk quota exceeded/i, "free disk space of the engine"],
  ["EngineOutOfMemory", /cannot allocate memory|out of memory|\bENOMEM\b/i, "give the engine more memory"],
  [
    "PortTaken",
    /port is already allocated|address already in use|ports are not available/i,
    "choose another host port, or stop the program that uses it",
  ],
  [
    "ContainerNameTaken",
    /container name "?.*"? is already in use|name .* is in use|already in use by container/i,
    "remove the other container",
  ],
  ["NetworkInUse", /active endpoints|network is (being used|in use)|associated containers/i, "remove its containers"],
  ["NetworkNameTaken", /network.*already (exists|used)/i, "remove the other network"],
  ["ImageNotFound", /no such image|image not known|unable to find image/i, "pull or build the image"],
  ["ContainerNotFound", /no such container|container .* not found|no container with name or id/i, "create it again"],
  [
    "ContainerNotRunning",
    /is not running|not in running state|container state improper|can only .* running/i,
    "start it",
  ],
];

/** The longest message of an engine to report, in characters. */
const longest = 512;

/** The error for a response. Pure. */
export function refusal(what: string, { status, message }: EngineResponse): EngineError {
  const said = message.trim().replaceAll(/\s+/g, " ").slice(0, longest);
  const [reason, , remedy] = meanings.find(([, pattern]) => pattern.test(said)) ?? ["EngineRefused"];
  const sentence = `${what}: the container engine answered ${status}: ${said}`;
  return new EngineError(reason, remedy === undefined ? sentence : `${sentence}; ${remedy}`);
}
