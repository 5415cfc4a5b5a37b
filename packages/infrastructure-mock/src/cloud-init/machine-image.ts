/** A file on the machine's disk. */
export interface ImageFile {
  /** The bytes of the file. */
  readonly content: Buffer;
  /** Octal, as for chmod. Default of cloud-init: "0644". */
  readonly permissions: string;
  /** user:group. Default of cloud-init: "root:root". */
  readonly owner: string;
}

/** A command of the bootstrap data: a string for a shell, or a program and its arguments. */
export type Command = string | readonly string[];

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

/** The instance metadata that the cloud gives a machine; Jinja templates can use it. */
export interface InstanceMetadata {
  /** The cloud's id of the machine. */
  readonly instanceID: string;
  /** The hostname that the cloud gives the machine. */
  readonly localHostname: string;
}
