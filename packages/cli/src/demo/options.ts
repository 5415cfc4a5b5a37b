/** What `capstan demo` was asked to do. */
export interface DemoOptions {
  /** Control-plane Machines, at least 1. */
  readonly controlPlanes: number;
  /** Worker Machines, 0 or more. */
  readonly workers: number;
  /** Folder of the manifests that are applied: a Cluster and its Machines. */
  readonly manifests: string;
  /** Namespace that everything is created in. It must exist. */
  readonly namespace: string;
  /** Stay up once all Machines are Running, until interrupted. */
  readonly keep: boolean;
  /** Serve a page for a browser, and stay up. */
  readonly page: boolean;
  /** Of the page. Default: 4480, or the next one that is free. */
  readonly port?: number;
  /** Print one JSON object per line: transitions, then the summary. */
  readonly json: boolean;
  /** Kubeconfig file of a real API server to use in place of the embedded one. */
  readonly kubeconfig: string | undefined;
  /** Folder of the CRDs of the core's kinds, such as Cluster API ships them, to install in place of ours. */
  readonly coreCrds: string | undefined;
  /** Audit log (JSON lines) of that API server: its own record of the requests it served. */
  readonly auditLog: string | undefined;
  /** How long to stay idle, once all Machines are Running, to count the requests of an idle system. */
  readonly idleSeconds: number;
  /** Give up when not all Machines are Running, or not all is deleted, after this long. */
  readonly timeoutSeconds: number;
}
