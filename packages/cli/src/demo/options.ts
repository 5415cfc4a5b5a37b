import type { NodesOfManagers } from "../managers/nodes-of-managers.ts";

/** Options of `capstan demo`. */
export interface DemoOptions {
  /** What the Machines are: servers of the mock cloud, or containers with real kubelets. */
  readonly nodes: NodesOfManagers;
  /** Image of the containers. Default: kindest/node in the version of each Machine. */
  readonly nodeImage: string | undefined;
  /** Image of the load balancer. Default: kindest/haproxy with kindest/node, otherwise the node image. */
  readonly loadBalancerImage: string | undefined;
  /** Control-plane Machines, at least 1. */
  readonly controlPlanes: number;
  /** Worker Machines, 0 or more. */
  readonly workers: number;
  /** Folder of the manifests to apply: a Cluster and its Machines. */
  readonly manifests: string;
  /** Namespace of all objects. It must exist. */
  readonly namespace: string;
  /** Continue after all Machines are Running, until interrupted. */
  readonly keep: boolean;
  /** Serve a page for a browser, and continue. */
  readonly page: boolean;
  /** Port of the page. Default: 4480, or the next free port. */
  readonly port?: number;
  /** Print one JSON object per line: transitions, then the summary. */
  readonly json: boolean;
  /** Kubeconfig file of a real API server to use instead of the embedded one. */
  readonly kubeconfig: string | undefined;
  /** Folder with CRDs of the core's kinds, such as Cluster API's, to install instead of Capstan's. */
  readonly coreCrds: string | undefined;
  /** Audit log (JSON lines) of that API server: its own record of the requests. */
  readonly auditLog: string | undefined;
  /** How long to stay idle once all Machines are Running, to count the requests of an idle system. */
  readonly idleSeconds: number;
  /** Stop if not all Machines are Running, or not all objects are deleted, after this time. */
  readonly timeoutSeconds: number;
}
