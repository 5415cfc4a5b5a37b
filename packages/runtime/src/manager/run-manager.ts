import type { CustomResourceDefinition } from "@capstan/contract";
import type { Command } from "commander";
import type { Manager } from "./manager.ts";

/** Options of {@link runManager}. */
export interface RunManagerOptions {
  /** Of the program; also the first part of its User-Agent. */
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Installed by `--install`. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** Adds controllers. `flags` are the values of {@link extendFlags}'s options. */
  readonly setup: (manager: Manager, flags: Readonly<Record<string, unknown>>) => void | Promise<void>;
  /** Adds flags of one's own. */
  readonly extendFlags?: (command: Command) => void;
  /** Arguments after the program's name. Default: those of the process. */
  readonly argv?: readonly string[];
  /** Ends it as SIGTERM does. */
  readonly signal?: AbortSignal;
}

export function runManager(options: RunManagerOptions): Promise<void> {
  throw new Error(`not yet ${options.name}`);
}
