import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CommandLineError } from "@capstan/provider";
import { defaultBootDuration, type DurationRange } from "./cloud/duration.ts";

/** The flags of the provider process in addition to those that every manager has. */
export const processFlags = [
  { flags: "--state-dir <path>", description: "folder for the state of the mock cloud (unset: below XDG_STATE_HOME)" },
  { flags: "--in-memory", description: "keep the state of the mock cloud in memory, until the process ends" },
  { flags: "--boot-duration <range>", description: "boot time of machines, in milliseconds", initial: "200-800" },
] as const;

/** The settings from the flags. */
export interface ProcessSettings {
  /** Unset: in memory. */
  readonly stateDirectory?: string;
  readonly bootDuration: DurationRange;
}

/**
 * Reads this provider's own flags and leaves all others to the manager, which checks them.
 *
 * @throws {@link CommandLineError} a boot duration is invalid.
 */
export function readProcessFlags(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProcessSettings {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      "state-dir": { type: "string" },
      "in-memory": { type: "boolean" },
      "boot-duration": { type: "string" },
    },
  });
  const asked = values["state-dir"];
  const stateDirectory = typeof asked === "string" && asked !== "" ? asked : defaultStateDirectory(environment);
  return {
    ...(values["in-memory"] === true ? {} : { stateDirectory }),
    bootDuration: parseRange(values["boot-duration"]),
  };
}

function defaultStateDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME } = environment;
  const home =
    XDG_STATE_HOME === undefined || XDG_STATE_HOME === "" ? join(homedir(), ".local", "state") : XDG_STATE_HOME;
  return join(home, "capstan", "infrastructure-mock");
}

function parseRange(text: unknown): DurationRange {
  if (typeof text !== "string") return defaultBootDuration;
  const [, least, most] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const [minMilliseconds, maxMilliseconds] = [Number(least), Number(most ?? least)];
  if (least === undefined || maxMilliseconds < minMilliseconds) {
    throw new CommandLineError(`--boot-duration ${text} must be milliseconds, such as 500 or 200-800`);
  }
  return { minMilliseconds, maxMilliseconds };
}
