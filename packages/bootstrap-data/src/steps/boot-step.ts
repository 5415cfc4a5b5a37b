/** What happens after a step has failed. The boot counts as failed in each case. */
export type OnFailure =
  /** The next step follows, as after an entry that cloud-init only warns about. */
  | "continue"
  /** The other steps of the same module are skipped; the next module follows, as in cloud-init. */
  | "skipModule"
  /** No further step is carried out, as in Ignition, whose machine does not boot. */
  | "stop";

interface StepOrigin {
  /** The module of cloud-init (`write_files`) or the section of Ignition (`systemd.units`) that the step belongs to. */
  readonly module: string;
  /** The place in the data, without its content: `write_files[2]`, `runcmd`. */
  readonly at: string;
  /** What happens after this step has failed. */
  readonly onFailure: OnFailure;
  /** `everyBoot` steps are carried out again when the machine restarts; the others once in its life. */
  readonly frequency: "once" | "everyBoot";
}

/** A file of a machine. */
export interface BootFile {
  /** Absolute and normalized. Missing parent directories are created, mode 0755, owned by root. */
  readonly path: string;
  /** The bytes to write. Can contain secrets: log only their number. */
  readonly content: Uint8Array;
  /** The mode of the file afterwards, also if it existed: 0 to 0o7777. */
  readonly mode: number;
  /** A user of the machine, by name or number; undefined: root for a new file, otherwise unchanged. An unknown user fails the step. */
  readonly user?: string;
  /** A group of the machine, by name or number; undefined as for `user`. */
  readonly group?: string;
  /** Whether the content follows that of an existing file, instead of replacing it. */
  readonly append: boolean;
}

/** Writes a file, as root. */
export interface FileStep extends StepOrigin {
  /** Distinguishes it from commands. */
  readonly kind: "file";
  /** The file to write. */
  readonly file: BootFile;
}

/** Runs a program to its end, as root, in `/`, with stdin or none. It succeeds with exit code 0. */
export interface CommandStep extends StepOrigin {
  /** Distinguishes it from files. */
  readonly kind: "command";
  /** The program, found in PATH, and its arguments. */
  readonly argv: readonly [string, ...string[]];
  /** What the program reads. Default: nothing. */
  readonly stdin?: Uint8Array;
  /** Whether `argv` or `stdin` contains a secret such as the hash of a password. */
  readonly sensitive: boolean;
}

/** One thing that a machine does with its bootstrap data. */
export type BootStep = FileStep | CommandStep;

/** A part of the bootstrap data that the plan does not carry out. */
export interface IgnoredPart {
  /** The place in the data: `packages`, `users[1].ssh_import_id`, `storage.raid`. */
  readonly at: string;
  /** Why: a sentence without content of the data. */
  readonly reason: string;
}
