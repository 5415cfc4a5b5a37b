import { type CertificateAndKey } from "@capstan/kube/x509";
import { type AuthorizationMode } from "./access/access.ts";
import { type RequestLimits } from "./server/in-flight.ts";
import { type PortForward } from "./server/port-forward/upgrades.ts";
import { type Services } from "./webhook/services.ts";
import { type FsyncPolicy } from "./store/disk/journal-file.ts";

/** Options of `ApiServer.start`. */
export interface ApiServerOptions {
  /** The loopback address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: a free port, or the one that `dataDirectory` was last served on. */
  readonly port?: number;
  /** Whether to listen at all; otherwise connections come through `handleConnection`. Default: true. */
  readonly listen?: boolean;
  /** PEM. Signs the serving certificate, and its client certificates are accepted. Default: an authority of its own. */
  readonly certificateAuthority?: CertificateAndKey;
  /** PEM. What it serves with, instead of a certificate that the authority signs. */
  readonly serving?: CertificateAndKey;
  /** PEM, one or more. Client certificates that these have signed are accepted, too. */
  readonly clientAuthorities?: string;
  /** Where clients reach the server, if that is not where it listens; goes into certificate and kubeconfig. */
  readonly advertise?: { readonly host: string; readonly port: number };
  /** A folder to keep the state in: a server started on it again continues where the last one stopped. */
  readonly dataDirectory?: string;
  /** When what is written to `dataDirectory` reaches the disk itself. Default: "every-second". */
  readonly fsync?: FsyncPolicy;
  /** Reads the time for timestamps. Timeouts always take real time. Default: the system's clock. */
  readonly clock?: { now(): number };
  /**
   * Where resourceVersions begin in an empty server. A watch that resumes from an older one gets the error Expired, as after a
   * restore of etcd that bumps revisions. Default: 1.
   */
  readonly firstResourceVersion?: number;
  /** How many changes of each resource a watch can go back. Default: 10000. */
  readonly watchHistory?: number;
  /**
   * How many requests are served at a time; what comes in addition is answered 429, unless it is a watch or comes from an administrator.
   * As kube-apiserver's `--max-requests-inflight` and `--max-mutating-requests-inflight` with `--enable-priority-and-fairness=false`.
   * Default: as many as the priority level of their FlowSchema lets be served.
   */
  readonly requestLimits?: RequestLimits;
  /** How many of the last requests `server.requests` has at least. Default: 100,000; 0 keeps none. */
  readonly keptRequests?: number;
  /**
   * Who decides what users may do: Roles and bindings, as kube-apiserver has them from the beginning and clients write them, or no
   * one, so that everyone who is recognized may do everything. Default: "RBAC".
   */
  readonly authorization?: AuthorizationMode;
  /**
   * Where webhooks behind Services are called, of admission and of conversion, and the servers that APIServices name, as `host:port`. They
   * are called by the name that the Service has in a cluster, `name.namespace.svc`, which their certificates must be for. Undefined for a
   * Service is that there is none. Default: there are none, and such webhooks fail.
   */
  readonly services?: Services;
  /**
   * Whether the group `system:masters` may ask for faults over HTTP, at `/capstan/faults`, as tests in other processes and languages do.
   * Default: false.
   */
  readonly faultsOverHttp?: boolean;
  /**
   * Whether each namespace gets the ServiceAccount `default` and the ConfigMap `kube-root-ca.crt`, and each Pod an account and its token,
   * as kube-controller-manager and kube-apiserver see to it in a cluster. Pods of accounts that are missing are refused then. Default:
   * false, as in envtest.
   */
  readonly serviceAccounts?: boolean;
  /** What answers at the ports of Pods, which nothing runs here: for `kubectl port-forward`. Default: nothing. */
  readonly portForward?: PortForward;
}

/** What a copy of a server does not have of its origin: it listens on a free port unless these say otherwise. */
export type ForkOptions = Pick<ApiServerOptions, "advertise" | "clock" | "listen" | "port">;
