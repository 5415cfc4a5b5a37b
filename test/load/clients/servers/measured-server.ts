/** The API server that the peers read from. */
export interface MeasuredServer extends AsyncDisposable {
  readonly url: string;
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** As for `name`, whose watches are counted. */
  kubeconfigFor(name: string): Promise<string>;
  /** How many watches of ConfigMaps `name` has begun so far. */
  watchesOf(name: string): number;
  kill(): Promise<void>;
  /** It is ready again, at the same address with what it had. */
  restart(): Promise<void>;
  /** Keeps what there is for {@link restore}. */
  save(): Promise<void>;
  /** Everything is as it was when it was saved, versions included, and the server is ready. */
  restore(): Promise<void>;
  /** Has the versions of now expire, sooner or later; asked for where `expires` was. */
  expire(): void;
}

export interface ServerNeeds {
  /** Watches are counted. */
  readonly counts?: boolean;
  /** Versions of ConfigMaps can expire. */
  readonly expires?: boolean;
}
