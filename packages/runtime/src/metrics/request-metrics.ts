import { Counter, type Registry } from "prom-client";
import { http } from "../http/node-http.ts";

/** The fields of `RequestInfo` that are counted. */
interface CountedRequest {
  readonly host: string;
  readonly method: string;
  readonly status: number;
}

/** The label `host` of requests to workload clusters: one value for all, because there may be thousands. */
const workloadHost = "workload-clusters";

/** `rest_client_*`: the requests of a client; each attempt counts. */
export class RequestMetrics {
  readonly #total: Counter<"code" | "host" | "method">;

  constructor(registry: Registry) {
    this.#total = new Counter({
      name: "rest_client_requests_total",
      help: "Number of HTTP requests, partitioned by status code, method, and host.",
      labelNames: ["code", "host", "method"],
      registers: [registry],
    });
  }

  readonly observe = ({ host, method, status }: CountedRequest): void => {
    this.#total.inc({ code: status === 0 ? "<error>" : String(status), host, method });
  };

  /** Like {@link observe}, for requests to workload clusters, whose owners must not be able to invent label values. */
  readonly observeWorkload = ({ method, status }: CountedRequest): void => {
    const code = status === 0 || http.STATUS_CODES[status] !== undefined ? status : undefined;
    if (code === undefined) this.#total.inc({ code: "<other>", host: workloadHost, method });
    else this.observe({ host: workloadHost, method, status: code });
  };
}
