import { parseArgs } from "node:util";

/** The flags of the provider process in addition to those that every manager has. */
export const processFlags = [
  {
    flags: "--docker-host <url>",
    description: "address of the container engine (unset: as the docker command finds it)",
  },
] as const;

/** The settings from the flags. */
export interface ProcessSettings {
  /** The environment in which the engine is searched. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Reads this provider's own flags and leaves all others to the manager, which checks them. */
export function readProcessFlags(
  argv: readonly string[],
  environment: ProcessSettings["environment"],
): ProcessSettings {
  const { values } = parseArgs({ args: [...argv], strict: false, options: { "docker-host": { type: "string" } } });
  const host = values["docker-host"];
  return { environment: typeof host === "string" && host !== "" ? { ...environment, DOCKER_HOST: host } : environment };
}
