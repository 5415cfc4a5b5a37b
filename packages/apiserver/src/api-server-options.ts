import { type CertificateAndKey } from "@capstan/kube/x509";
import { type AuthorizationMode } from "./access/access.ts";
import { type RequestLimits } from "./server/in-flight.ts";
import { type PortForward } from "./server/port-forward/upgrades.ts";
import { type Services } from "./webhook/webhook-client.ts";
import { type FsyncPolicy } from "./store/disk/journal-file.ts";

/** Options of `ApiServer.start`. */
export interface ApiServerOptions {
  /** The loopback address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: a free port, or the port at which `dataDirectory` was last served. */
  readonly port?: number;
  /** Whether to listen; if false, pass connections to `handleConnection`. Default: true. */
  readonly listen?: boolean;
  /** The CA, PEM. It signs the serving certificate, and client certificates from it are accepted. Default: a new CA. */
  readonly certificateAuthority?: CertificateAndKey;
  /** The serving certificate, PEM. Default: a certificate signed by the CA. */
  readonly serving?: CertificateAndKey;
  /** Further CA certificates, PEM. Client certificates from these CAs are accepted too. */
  readonly clientAuthorities?: string;
  /** The address for clients, if it differs from the listening address; used in the certificate and the kubeconfig. */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** A folder for the state: a server started with the same folder continues where the last one stopped. */
  readonly dataDirectory?: string;
  /** When writes to `dataDirectory` are synced to disk. Default: "every-second". */
  readonly fsync?: FsyncPolicy;
  /** The clock for timestamps. Timeouts always use real time. Default: the system clock. */
  readonly clock?: { now(): number };
  /**
   * The first resourceVersion of an empty server. A watch that resumes from an older one gets the error Expired, as after a restore of etcd
   * that bumps revisions. Default: 1.
   */
  readonly firstResourceVersion?: number;
  /** The number of changes of each resource that a watch can go back. Default: 10000. */
  readonly watchHistory?: number;
  /**
   * Limits on concurrent requests; the server answers 429 to requests above a limit, except for watches and administrators. As
   * kube-apiserver's `--max-requests-inflight` and `--max-mutating-requests-inflight` with `--enable-priority-and-fairness=false`. Default:
   * the limits of the priority level of a request's FlowSchema.
   */
  readonly requestLimits?: RequestLimits;
  /** The minimum number of last requests that `server.requests` keeps. Default: 100,000; 0 keeps none. */
  readonly keptRequests?: number;
  /**
   * How requests are authorized: by Roles and bindings, both kube-apiserver's default ones and those that clients write; or not at all, so
   * that every authenticated user may do everything. Default: "RBAC".
   */
  readonly authorization?: AuthorizationMode;
  /**
   * Returns the address, as `host:port`, of a Service behind which there is an admission or conversion webhook. The server calls it by the
   * Service's name in a cluster, `name.namespace.svc`, which its certificate must match. Return undefined if the Service does not exist.
   * Default: no Services exist, and such webhooks fail.
   */
  readonly services?: Services;
  /**
   * Whether the group `system:masters` may inject faults over HTTP, at `/capstan/faults`, for tests in other processes and languages.
   * Default: false.
   */
  readonly faultsOverHttp?: boolean;
  /**
   * Whether each namespace gets the ServiceAccount `default` and the ConfigMap `kube-root-ca.crt`, and each Pod an account and its token,
   * as kube-controller-manager and kube-apiserver do in a cluster. If true, Pods with missing accounts are refused. Default: false, as in
   * envtest.
   */
  readonly serviceAccounts?: boolean;
  /** Answers connections to ports of Pods, which do not run here: for `kubectl port-forward`. Default: none. */
  readonly portForward?: PortForward;
}

/** Options that a fork does not inherit: it listens on a free port unless these say otherwise. */
export type ForkOptions = Pick<ApiServerOptions, "advertise" | "clock" | "listen" | "port">;
