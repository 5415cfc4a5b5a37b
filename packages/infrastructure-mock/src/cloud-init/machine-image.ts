/** A file as it is on the machine's disk. */
export interface ImageFile {
  /** The bytes of the file. */
  readonly content: Buffer;
  /** Octal, as chmod takes it. Default of cloud-init: "0644". */
  readonly permissions: string;
  /** user:group. Default of cloud-init: "root:root". */
  readonly owner: string;
}

/** A command of the bootstrap data: text for a shell, or a program and its arguments. */
export type Command = string | readonly string[];

/** A user that the bootstrap data asks for; passwords and keys are not kept. */
export interface ImageUser {
  /** The name of the user. */
  readonly name: string;
}

/** A machine as bootstrap data sets it up, before anything has run. Holds secrets. */
export interface MachineImage {
  /** What the bootstrap data was. */
  readonly format: "cloud-config" | "script";
  /** The files that it writes, by path. */
  readonly files: ReadonlyMap<string, ImageFile>;
  /** Run before the files are written. */
  readonly bootCommands: readonly Command[];
  /** Run at the end, one after the other, whether or not the ones before succeeded. */
  readonly commands: readonly Command[];
  /** The users that it adds. */
  readonly users: readonly ImageUser[];
}

/** What a machine learns about itself from the cloud; Jinja templates can use it. */
export interface InstanceMetadata {
  /** What the cloud calls the machine. */
  readonly instanceID: string;
  /** The name that the cloud gives the machine. */
  readonly localHostname: string;
}
