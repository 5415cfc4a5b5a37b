import { findDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { dockerPool } from "../../packages/infrastructure-docker/test/perturbation/pool-scenario.ts";
import { autoscalingGroup, autoscalingMachines } from "./scenarios/autoscaling-group.ts";
import { scenarios } from "./scenarios/index.ts";
import { managedControlPlane } from "./scenarios/managed-control-plane.ts";
import { dockerInfrastructure } from "./scenarios/docker-infrastructure.ts";
import { mockInfrastructure } from "./scenarios/mock-infrastructure.ts";
import { restCloud } from "./scenarios/rest-cloud.ts";

/** Out of hundreds: `npm run perturb` tries all. */
const atMost = 2;

/** The scenarios that call a cloud. */
const ofClouds = [
  mockInfrastructure,
  dockerInfrastructure,
  dockerPool,
  restCloud,
  autoscalingGroup,
  autoscalingMachines,
  managedControlPlane,
];

test.each(scenarios)("$name reaches the same state after a crash at any write", async (scenario) => {
  const { divergences, runs } = await findDivergences(scenario, { only: ["crash-after"], atMost });
  expect(divergences).toEqual([]);
  expect(runs).toBe(atMost);
});

test.each(ofClouds)(
  "$name reaches the same state after the response to any completed cloud call is lost",
  async (scenario) => {
    const { divergences, runs } = await findDivergences(scenario, { only: ["cloud-times-out"], atMost });
    expect(divergences).toEqual([]);
    expect(runs).toBe(atMost);
  },
);

test("kubeadm data stored before a crash is reported with the condition of its certificates", async () => {
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
