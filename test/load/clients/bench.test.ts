import { spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { rowsOf } from "./report.ts";
import { peers } from "./peers.ts";

function bench(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const script = path.join(import.meta.dirname, "bench.ts");
  return spawnSync(process.execPath, ["--conditions=source", script, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

test("the bench of clients says how it is used", () => {
  const { status, stdout } = bench(["--help"], { KUBEBUILDER_ASSETS: undefined });
  expect(status).toBe(0);
  for (const { name } of peers) expect(stdout).toContain(name);
});

test("the bench of clients fails where nothing was measured, and says why", () => {
  const noServer = bench([], { KUBEBUILDER_ASSETS: undefined });
  expect([noServer.status, noServer.stderr]).toEqual([1, "Set KUBEBUILDER_ASSETS; nothing was measured.\n"]);
  // Without Go no peer is left of those that were asked for.
  const noGo = bench(["--peers", "go-typed"], { KUBEBUILDER_ASSETS: "/nowhere", PATH: "/nowhere" });
  expect(noGo.status).toBe(1);
  expect(noGo.stderr).toMatch(
    /^Skipped go-typed: Go cannot be run: .*\nNo peer can run here; nothing was measured.\n$/,
  );
  expect(bench(["--peers", "someone"], {}).stderr).toBe("--peers does not know someone.\n");
});

test("what did not happen in time has no ratio, and is not taken for the best", () => {
  const [capstan, , , goTyped] = peers;
  if (capstan === undefined || goTyped === undefined) throw new Error("Peers are missing");
  const [ours] = rowsOf(
    new Map([
      [
        capstan,
        [
          { a: 30, b: undefined },
          { a: 10, b: undefined },
          { a: 20, b: undefined },
        ],
      ],
      [goTyped, [{ a: 40, b: 1 }]],
    ]),
  );
  expect(ours).toEqual({ peer: "capstan", figures: { a: 20, b: undefined }, ratios: { a: 0.5 } });
});
