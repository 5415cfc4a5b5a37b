/** The API server that the peers read from. */
export interface MeasuredServer extends AsyncDisposable {
  readonly url: string;
  /** The kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** The kubeconfig of user `name`, whose watches are counted. */
  kubeconfigFor(name: string): Promise<string>;
  /** The number of ConfigMap watches that `name` has begun so far. */
  watchesOf(name: string): number;
  kill(): Promise<void>;
  /** It is ready again at the same address, with its data. */
  restart(): Promise<void>;
  /** Saves the current state for {@link restore}. */
  save(): Promise<void>;
  /** The saved state is restored, including versions, and the server is ready. */
  restore(): Promise<void>;
  /** Makes the current versions expire eventually; called only if `expires` was requested. */
  expire(): void;
}

export interface ServerNeeds {
  /** Watches are counted. */
  readonly counts?: boolean;
  /** Versions of ConfigMaps can expire. */
  readonly expires?: boolean;
}
