import { findProcessDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { goCore } from "./core.ts";
import { goKubeadm, ownKubeadm } from "./kubeadm.ts";
import { goAvailable } from "./managers.ts";

/** Out of hundreds: `npm run perturb -- processes` tries more. */
const few = { only: ["crash-after"], atMost: 2, quietSeconds: 1, withinSeconds: 60, runsAtOnce: 2 } as const;
const timeout = 600_000;

/** The documented end states of the Go kubeadm manager in docs/go-managers.md: they depend on the moment of the kill. */
const known = [/^at the step /, /status\.observedGeneration is "an older one"/, /^Secret\/<varying>: 2 instead of 1$/];

test(
  "Capstan's kubeadm provider reaches the same state when its process is killed after a write",
  { timeout },
  async () => {
    const { points, runs, divergences } = await findProcessDivergences(ownKubeadm, few);
    expect(points.length).toBeGreaterThan(5);
    expect(runs).toBe(2);
    expect(divergences).toEqual([]);
  },
);

test.runIf(goAvailable)(
  "the Go kubeadm manager reaches only known states when its process is killed after a write",
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
  "the Go core reaches the same state when its process is killed after a write",
  { timeout },
  async () => {
    const { points, runs, divergences } = await findProcessDivergences(goCore, few);
    expect(points.length).toBeGreaterThan(50);
    expect(runs).toBe(2);
    expect(divergences).toEqual([]);
  },
);
