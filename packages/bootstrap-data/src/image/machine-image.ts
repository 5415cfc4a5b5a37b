import type { Command } from "../cloud-init/commands.ts";

/** A file on the machine's disk. */
export interface ImageFile {
  /** The bytes of the file. */
  readonly content: Buffer;
  /** Octal, as for chmod. Default of cloud-init: "0644". */
  readonly permissions: string;
  /** user:group. Default of cloud-init: "root:root". */
  readonly owner: string;
}

/** A user of the bootstrap data, without passwords and keys. */
export interface ImageUser {
  /** The name of the user. */
  readonly name: string;
}

/** A machine as its bootstrap data defines it, before any command runs. Contains secrets. */
export interface MachineImage {
  /** The format of the bootstrap data. */
  readonly format: "cloud-config" | "script";
  /** The files to write, by path. */
  readonly files: ReadonlyMap<string, ImageFile>;
  /** Commands that run before the files are written. */
  readonly bootCommands: readonly Command[];
  /** Commands that run at the end, one after the other, whether or not earlier ones succeeded. */
  readonly commands: readonly Command[];
  /** The users to add. */
  readonly users: readonly ImageUser[];
}
