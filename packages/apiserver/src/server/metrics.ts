import { type RequestInfo } from "../request/request-info.ts";

/** Values that are read at each scrape. */
interface Gauges {
  readonly openWatches: number;
  /** Concurrency limits, by priority level. */
  readonly nominalLimits: ReadonlyMap<string, number>;
}

/** The metrics at `/metrics`, in the text format of Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, Counted>();

  /** Counts a request for a served resource: names of others would be kept forever. */
  count(info: RequestInfo, code: number): void {
    const { verb, group, version, resource, subresource, namespace, name } = info;
    const scope = name !== "" ? "resource" : namespace !== "" ? "namespace" : "cluster";
    const key = `${code} ${verb} ${scope} ${group}/${version}/${resource}/${subresource}`;
    const known = this.#requests.get(key);
    if (known === undefined) this.#requests.set(key, { labels: labelsOf(info, scope, code), count: 1 });
    else known.count += 1;
  }

  render({ openWatches, nominalLimits }: Gauges): string {
    const lines = [
      "# HELP apiserver_request_total Counter of apiserver requests broken out for each verb, group, version, resource, scope, component, and HTTP response code.",
      "# TYPE apiserver_request_total counter",
      ...[...this.#requests.values()].map(({ labels, count }) => `apiserver_request_total{${labels}} ${count}`),
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

interface Counted {
  readonly labels: string;
  count: number;
}

const shownVerbs: Readonly<Record<string, string>> = { create: "POST", update: "PUT" };

function labelsOf(info: RequestInfo, scope: string, code: number): string {
  const { verb, group, version, resource, subresource } = info;
  const labels = {
    code: String(code),
    component: "apiserver",
    group,
    resource,
    scope,
    subresource,
    verb: shownVerbs[verb] ?? verb.toUpperCase(),
    version,
  };
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(",");
}
