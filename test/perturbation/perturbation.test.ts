import { findDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { autoscalingGroup, autoscalingMachines } from "./scenarios/autoscaling-group.ts";
import { scenarios } from "./scenarios/index.ts";
import { managedControlPlane } from "./scenarios/managed-control-plane.ts";
import { mockInfrastructure } from "./scenarios/mock-infrastructure.ts";
import { restCloud } from "./scenarios/rest-cloud.ts";

/** Of hundreds: `npm run perturb` tries all. */
const atMost = 2;

/** Those that call a cloud. */
const ofClouds = [mockInfrastructure, restCloud, autoscalingGroup, autoscalingMachines, managedControlPlane];

test.each(scenarios)("$name comes to the same end wherever it is killed", async (scenario) => {
  const { divergences, runs } = await findDivergences(scenario, { only: ["crash-after"], atMost });
  expect(divergences).toEqual([]);
  expect(runs).toBe(atMost);
});

test.each(ofClouds)(
  "$name comes to the same end whichever call of its cloud is done and not answered",
  async (scenario) => {
    const { divergences, runs } = await findDivergences(scenario, { only: ["cloud-times-out"], atMost });
    expect(divergences).toEqual([]);
    expect(runs).toBe(atMost);
  },
);

test("kubeadm data that was stored before a crash is reported with the condition of its certificates", async () => {
  const kubeadm = scenarios.find(({ name }) => name === "kubeadm bootstrap");
  if (kubeadm === undefined) throw new Error("There is no scenario of kubeadm");
  const { create } = kubeadm.steps;
  if (create === undefined) throw new Error("The scenario creates nothing");
  const found = await findDivergences(
    { ...kubeadm, steps: { create } },
    { schedule: "crash after write 6: create Secret/m1" },
  );
  expect(found).toMatchObject({ divergences: [], notReached: 0 });
});
