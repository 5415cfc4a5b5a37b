import { DockerEngine } from "./docker-engine.ts";
import type { Engine } from "./engine.ts";
import type { EngineSurroundings } from "./engine-address.ts";
import { EngineConnection } from "./engine-connection.ts";
import { EngineError } from "./engine-error.ts";
import { locateEngine, thisMachine } from "./locate-engine.ts";

/** Time limit for an engine that may listen on a usual socket, in milliseconds. */
const pingMs = 5_000;

/**
 * The container engine that the docker command would use. It is searched at the first request, and again until one is found.
 *
 * Every method of the engine throws an {@link EngineError} if none is found, or this user may not use it.
 *
 * @param surroundings - Default: those of this process.
 *
 * @example
 * ```ts
 * import { openEngine } from "@capstan/infrastructure-docker";
 *
 * const engine = openEngine();
 * console.log(engine.constructor.name); // no request yet
 * ```
 */
export function openEngine(surroundings: EngineSurroundings = thisMachine()): Engine {
  let found: Promise<EngineConnection> | undefined;
  return new DockerEngine((signal) => {
    found ??= findEngine(surroundings, signal).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  });
}

async function findEngine(surroundings: EngineSurroundings, signal: AbortSignal): Promise<EngineConnection> {
  const addresses = await locateEngine(surroundings);
  const [chosen] = addresses;
  // Its requests report what is wrong with it.
  if (chosen !== undefined && addresses.length === 1) return new EngineConnection(chosen);
  const problems: EngineError[] = [];
  for (const address of addresses) {
    const connection = new EngineConnection(address);
    try {
      await connection.json({ method: "GET", path: "/_ping", signal, timeoutMs: pingMs });
      return connection;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      problems.push(error);
    }
  }
  const denied = problems.find(({ reason }) => reason !== "EngineUnavailable");
  if (denied !== undefined) throw denied;
  const hosts = addresses.map(({ host }) => host).join(", ");
  throw new EngineError(
    "EngineNotFound",
    `No container engine answers at ${hosts}; start Docker or Podman, or set DOCKER_HOST or a docker context`,
    { cause: problems[0] },
  );
}
