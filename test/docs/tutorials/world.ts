/** Where the commands of a tutorial are run, and with which variables in addition to this process's. */
export interface Place {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs what a reader types: on the sources of this repository, or on packages as a registry would have them. */
export interface World {
  /** The command as it has to be typed here. */
  translate(command: string): string;
  /** What happens after a command that has succeeded. */
  afterwards(command: string, place: Place): Promise<void>;
  readonly variables: Readonly<Record<string, string>>;
}
