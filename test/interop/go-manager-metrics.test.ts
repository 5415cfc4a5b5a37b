import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { goCoreAvailable } from "@capstan/harness/go";
import { GoManager, RealApiServer } from "@capstan/testkit";
import { expect, test } from "vitest";
import { ManagerProcess } from "../e2e/manager-process.ts";

/** Type and labels of each metric, by name; without labels if nothing has been counted. */
type Metrics = ReadonlyMap<string, { readonly type: string; readonly labels: ReadonlySet<string> }>;

/** Metrics of the Go manager that Capstan's lacks, with the reason. */
const missing: readonly (readonly [name: RegExp, why: string])[] = [
  [/_panics_total$/, "an exception is an error here, and is counted as one"],
  [/^informer_/, "of client-go's own queues, which no dashboard of Cluster API reads"],
  [/^process_network_/, "Node does not know them"],
  [/^process_virtual_memory_max_bytes$/, "Node does not know it"],
  [/^(go|capi)_/, "of Go's runtime, and of Cluster API's own cluster cache"],
];

function parse(text: string): Metrics {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Map(
    types.map(([, name = "", type = ""]) => {
      const samples = [...text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, "gm"))];
      const labels = samples.flatMap(([, inside = ""]) =>
        [...inside.matchAll(/(\w+)="/g)].map(([, label = ""]) => label),
      );
      return [name, { type, labels: new Set(labels) }] as const;
    }),
  );
}

async function metricsOfOurs(kubeconfig: string): Promise<string> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-metrics-"));
  const file = path.join(folder.path, "kubeconfig");
  await writeFile(file, kubeconfig, { mode: 0o600 });
  const flags = ["--kubeconfig", file, "--diagnostics-address=127.0.0.1:0", "--insecure-diagnostics", "--leader-elect"];
  await using manager = new ManagerProcess("capstan-core", flags);
  await manager.prints(/Elected as leader/);
  const [, address] = /The manager is running .*diagnostics=(\S+)/.exec(manager.output) ?? [];
  return await (await fetch(`http://${address}/metrics`)).text();
}

test.runIf(goCoreAvailable)(
  "the core has the metrics of the Go core manager, with the same names, types and labels",
  async () => {
    // given the Go core manager and Capstan's, on one API server
    await using server = await RealApiServer.start({ rbac: true, controllerManager: true });
    await using core = await GoManager.start(server, "core");
    const go = parse(await core.metrics());
    const ours = parse(await metricsOfOurs(server.kubeconfig));
    expect(go.size).toBeGreaterThan(40);

    const reasonOf = (name: string): string | undefined => missing.find(([pattern]) => pattern.test(name))?.[1];
    for (const [name, { type, labels }] of go) {
      const own = ours.get(name);
      if (own === undefined) expect(reasonOf(name), `${name} is missing`).toBeDefined();
      else {
        expect(own.type, name).toBe(type);
        expect(
          [...labels].filter((label) => own.labels.size > 0 && !own.labels.has(label)),
          name,
        ).toEqual([]);
      }
    }
    // and every reason is still needed
    for (const [pattern, why] of missing) {
      expect(
        [...go.keys()].some((name) => pattern.test(name) && !ours.has(name)),
        why,
      ).toBe(true);
    }
  },
);
