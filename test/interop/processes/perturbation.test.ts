import { findProcessDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { goCore } from "./core.ts";
import { goKubeadm, ownKubeadm } from "./kubeadm.ts";
import { goAvailable } from "./managers.ts";

/** Of hundreds: `npm run perturb -- processes` tries more. */
const few = { only: ["crash-after"], atMost: 2, quietSeconds: 1, withinSeconds: 60, runsAtOnce: 2 } as const;
const timeout = 600_000;

/** What docs/go-managers.md says of the Go kubeadm manager: it depends on the moment whether it comes to this. */
const known = [/^at the step /, /status\.observedGeneration is "an older one"/, /^Secret\/<varying>: 2 instead of 1$/];

test("our kubeadm provider comes to the same end when its process is killed after a write", { timeout }, async () => {
  const { points, runs, divergences } = await findProcessDivergences(ownKubeadm, few);
  expect(points.length).toBeGreaterThan(5);
  expect(runs).toBe(2);
  expect(divergences).toEqual([]);
});

test.runIf(goAvailable)(
  "the Go kubeadm manager comes to nothing that is not known when its process is killed after a write",
  { timeout },
  async () => {
    const { points, runs, divergences } = await findProcessDivergences(goKubeadm, few);
    expect(points.length).toBeGreaterThan(5);
    expect(runs).toBe(2);
    const problems = divergences.flatMap((divergence) => divergence.problems);
    expect(problems.filter((problem) => !known.some((each) => each.test(problem)))).toEqual([]);
  },
);

test.runIf(goAvailable)(
  "the Go core comes to the same end when its process is killed after a write",
  { timeout },
  async () => {
    const { points, runs, divergences } = await findProcessDivergences(goCore, few);
    expect(points.length).toBeGreaterThan(50);
    expect(runs).toBe(2);
    expect(divergences).toEqual([]);
  },
);
