import { type RequestInfo } from "../request/request-info.ts";

/** What is so at the time that it is asked for. */
interface Gauges {
  readonly openWatches: number;
  /** Requests at a time, by priority level. */
  readonly nominalLimits: ReadonlyMap<string, number>;
}

/** What `/metrics` reports, in the text format of Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, number>();

  /** Counts a request for a resource that is served: any other name would be kept for good. */
  count(info: RequestInfo, code: number): void {
    const { verb, group, version, resource, subresource, namespace, name } = info;
    const scope = name !== "" ? "resource" : namespace !== "" ? "namespace" : "cluster";
    const shown: Record<string, string> = { create: "POST", update: "PUT" };
    const labels = {
      code: String(code),
      component: "apiserver",
      group,
      resource,
      scope,
      subresource,
      verb: shown[verb] ?? verb.toUpperCase(),
      version,
    };
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${value}"`)
      .join(",");
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  render({ openWatches, nominalLimits }: Gauges): string {
    const lines = [
      "# HELP apiserver_request_total Counter of apiserver requests broken out for each verb, group, version, resource, scope, component, and HTTP response code.",
      "# TYPE apiserver_request_total counter",
      ...[...this.#requests].map(([labels, value]) => `apiserver_request_total{${labels}} ${value}`),
      "# HELP apiserver_longrunning_requests Gauge of all active long-running apiserver requests.",
      "# TYPE apiserver_longrunning_requests gauge",
      `apiserver_longrunning_requests{component="apiserver",verb="WATCH"} ${openWatches}`,
      "# HELP apiserver_flowcontrol_nominal_limit_seats [BETA] Nominal number of execution seats configured for each priority level",
      "# TYPE apiserver_flowcontrol_nominal_limit_seats gauge",
      ...Array.from(
        nominalLimits,
        ([name, seats]) => `apiserver_flowcontrol_nominal_limit_seats{priority_level="${name}"} ${seats}`,
      ),
    ];
    return `${lines.join("\n")}\n`;
  }
}
