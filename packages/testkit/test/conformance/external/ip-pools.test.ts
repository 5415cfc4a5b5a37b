import path from "node:path";
import process from "node:process";
import { type ConformanceOptions, runConformance } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { GlobalInClusterIPPool, InClusterIPPool } from "../../../../../examples/ipam-in-cluster/src/api/definitions.ts";
import { RawIPPool } from "../raw/raw-ip-pool.ts";

// Every case starts a process, and waits until it has been idle for a while.
const timeout = 240_000;
const node = `${process.execPath} --conditions=source`;
const example = path.join(import.meta.dirname, "../../../../../examples/ipam-in-cluster/src/main.ts");
const raw = path.join(import.meta.dirname, "run-raw-ip-pool.ts");
const addresses = "--leader-elect=false --health-addr=127.0.0.1:{port} --diagnostics-address=127.0.0.1:{port}";

const pools = [InClusterIPPool, GlobalInClusterIPPool].map(({ kind }) => ({
  apiVersion: `${kind.group}/${kind.version}`,
  kind: kind.kind,
  metadata: { name: "sample" },
  spec: { addresses: ["10.0.0.1"], prefix: 24 },
}));
const rawPool = {
  apiVersion: `${RawIPPool.kind.group}/${RawIPPool.kind.version}`,
  kind: RawIPPool.kind.kind,
  metadata: { name: "sample" },
  spec: { address: "10.0.0.1" },
};

const settings: Pick<ConformanceOptions, "parallel" | "quietSeconds"> = { parallel: 2, quietSeconds: 1 };

describe("an IPAM provider in its own process", () => {
  const hasReal = (process.env.KUBEBUILDER_ASSETS ?? "") !== "";
  test.each(hasReal ? (["embedded", "real"] as const) : (["embedded"] as const))(
    "keeps the contract if it is an example of this repository, on the %s server",
    { timeout },
    async (server) => {
      const report = await runConformance({
        ...settings,
        server,
        provider: `${node} ${example} ${addresses}`,
        crds: [...InClusterIPPool.crds, ...GlobalInClusterIPPool.crds],
        samples: pools,
        only: ["IP-003"],
      });
      expect(report.cases.map(({ finding }) => finding?.found)).toEqual(report.cases.map(() => undefined));
      expect(report.cases.map(({ kind }) => kind)).toEqual([
        "InClusterIPPool",
        "InClusterIPPool",
        "GlobalInClusterIPPool",
        "GlobalInClusterIPPool",
      ]);
    },
  );

  test("is caught if it does not make the pool an owner", { timeout }, async () => {
    const report = await runConformance({
      ...settings,
      provider: `${node} ${raw} --fault "does not make the pool an owner"`,
      crds: RawIPPool.crds,
      samples: [rawPool],
      only: ["IP-003"],
    });
    expect(report.counts.broken).toBeGreaterThan(0);
    expect(report.cases.flatMap(({ finding }) => finding?.found ?? [])).toContainEqual(
      expect.stringContaining("the pool as plain owner"),
    );
  });

  test("needs the sample of a pool, because only its author knows one with a single address", async () => {
    const run = runConformance({ ...settings, provider: raw, crds: RawIPPool.crds });
    await expect(run).rejects.toThrow(/The samples have no RawIPPool/);
  });
});
