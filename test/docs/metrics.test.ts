import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MockCloud, MockClusterReconciler } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { parser } from "@prometheus-io/lezer-promql";
import { load } from "js-yaml";
import { format, resolveConfig } from "prettier";
import { beforeAll, describe, expect, test } from "vitest";

const docs = path.resolve(import.meta.dirname, "../../docs");

/** A metric as a manager exports it. */
interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

interface Alerts {
  readonly spec: {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string; expr: string }[] }[];
  };
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** The labels that Prometheus adds to each sample of a Pod, and those of a histogram. */
const labelsOfTheScrape = ["namespace", "job", "instance", "pod", "le"];

const { groups } = (load(readFileSync(path.join(docs, "monitoring/alerts.yaml"), "utf8")) as Alerts).spec;
const { panels } = JSON.parse(readFileSync(path.join(docs, "monitoring/dashboard.json"), "utf8")) as Dashboard;
const expressions: readonly (readonly [where: string, expression: string])[] = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const)),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
];

let metrics: ReadonlyMap<string, Metric>;
beforeAll(async () => {
  await using cloud = await MockCloud.open({ clock: systemClock });
  await using env = await TestEnvironment.start({ reconcilers: [new MockClusterReconciler(cloud)] });
  const { metrics: own } = env.manager();
  own.addProcess();
  const all = own.registry.getMetricsAsArray() as unknown as readonly Metric[];
  metrics = new Map(all.map((metric) => [metric.name, metric]));
});

/** The references in an expression: metrics by sample name, and labels with the metric that they select on, if any. */
function readBy(expression: string) {
  // Grafana replaces these; Prometheus would find nothing.
  const query = expression.replace(/\$__(rate_interval|range)/g, "5m");
  const found = { series: new Set<string>(), counted: new Set<string>(), labels: new Set<string>(), errors: 0 };
  let isCounted = false;
  parser.parse(query).iterate({
    enter: ({ name, from, to, type }) => {
      const text = query.slice(from, to);
      if (type.isError) found.errors += 1;
      if (name === "MatrixSelector") isCounted = true;
      if (name === "Identifier") {
        found.series.add(text);
        if (isCounted) found.counted.add(text);
      }
      if (name === "LabelName") found.labels.add(text);
    },
    leave: ({ name }) => {
      if (name === "MatrixSelector") isCounted = false;
    },
  });
  return found;
}

function metricOf(series: string): Metric | undefined {
  return metrics.get(series) ?? metrics.get(series.replace(/_(bucket|sum|count)$/, ""));
}

describe("alerts and dashboard", () => {
  test("exist", () => {
    expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(8);
    expect(panels.length).toBeGreaterThan(8);
  });

  test.each(expressions)("%s refers only to metrics and labels of a manager", (_where, expression) => {
    const { series, counted, labels, errors } = readBy(expression);
    expect(errors, "not PromQL").toBe(0);
    expect(series.size).toBeGreaterThan(0);
    for (const each of series) expect(metricOf(each), `there is no ${each}`).toBeDefined();
    expect([...counted].filter((each) => !["counter", "histogram"].includes(metricOf(each)?.type ?? ""))).toEqual([]);
    const known = new Set([...labelsOfTheScrape, ...[...series].flatMap((each) => metricOf(each)?.labelNames ?? [])]);
    expect([...labels].filter((label) => !known.has(label))).toEqual([]);
  });

  test.each([
    ["a metric that does not exist", "rate(capstan_reconcile_total[5m])"],
    ["a label that does not exist", "sum by (contoller) (workqueue_depth)"],
    ["what is not an expression", "sum by (("],
  ])("%s is detected", (_what, expression) => {
    const { series, labels, errors } = readBy(expression);
    const known = new Set([...series].flatMap((each) => metricOf(each)?.labelNames ?? []));
    const isKnown = [...series].every((each) => metricOf(each) !== undefined);
    expect(errors > 0 || !isKnown || [...labels].some((label) => !known.has(label))).toBe(true);
  });
});

test("docs/metrics.md lists every metric of a manager: `npm run docs -- rules` rewrites it", async () => {
  const file = path.join(docs, "metrics.md");
  const page = readFileSync(file, "utf8");
  const rows = [...metrics.values()]
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, type, labelNames, help }) => `| \`${name}\` | ${type} | ${labelNames.join(", ")} | ${help} |`);
  const table = ["| name | type | labels | description |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const listed = page.replace(/(?<=<!-- metrics -->\n)[\s\S]*(?=<!-- \/metrics -->)/, `\n${table}\n\n`);
  const expected = await format(listed, { ...(await resolveConfig(file)), parser: "markdown" });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") writeFileSync(file, expected);
  else expect(page).toBe(expected);
});
