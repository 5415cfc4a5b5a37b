/** The folder in which the commands of a tutorial run, and their variables in addition to this process's. */
export interface Place {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs a reader's commands: on the sources of this repository, or on packages as from a registry. */
export interface World {
  /** The command in the form that runs here. */
  translate(command: string): string;
  /** Called after a command that has succeeded. */
  afterwards(command: string, place: Place): Promise<void>;
  readonly variables: Readonly<Record<string, string>>;
}
