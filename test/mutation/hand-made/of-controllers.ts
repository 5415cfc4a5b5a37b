import { type HandMadeMutant } from "./hand-made-mutant.ts";

const core = "packages/core-controllers";

/** Mutants of the core controllers and the phases. */
export const handMadeOfControllers: readonly HandMadeMutant[] = [
  {
    name: "a rolling update does not slow down for new Machines that never become available",
    file: `${core}/src/controllers/machine-deployment/rolling-update.ts`,
    find: "pending - minAvailable - newUnavailable, 0)",
    replace: "pending - minAvailable, 0)",
    tests: [`${core}/test/rollout-plans.test.ts`],
  },
  {
    name: "an old set may create Machines only where Machines are replaced on deletion",
    file: `${core}/src/controllers/machine-deployment/plan.ts`,
    find: "String(!isRollingUpdate(deployment.spec))",
    replace: "String(isRollingUpdate(deployment.spec))",
    tests: [`${core}/test/deployment-plan.test.ts`],
  },
  {
    name: "the current set may not create Machines",
    file: `${core}/src/controllers/machine-deployment/plan.ts`,
    find: '[annotations.disableMachineCreate]: "false"',
    replace: '[annotations.disableMachineCreate]: "true"',
    tests: [`${core}/test/deployment-plan.test.ts`],
  },
  {
    name: "a set without Machines is removed before its controller has seen that it should have none",
    file: `${core}/src/controllers/machine-deployment/plan.ts`,
    find: "(set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0),",
    replace: "true,",
    tests: [`${core}/test/deployment-plan.test.ts`],
  },
  {
    name: "objects behind a Machine, and Machines of a set, are deleted by their names alone",
    file: `${core}/src/kit/delete-if-there.ts`,
    find: "...(uid === undefined ? {} : { preconditions: { uid } })",
    replace: "",
    tests: [`${core}/test/delete-if-there.test.ts`],
  },
  {
    name: "a control plane Machine that is being deleted counts as left",
    file: `${core}/src/controllers/machine/deletion.ts`,
    find: "labels.controlPlane in (sibling.metadata.labels ?? {}) && sibling.metadata.deletionTimestamp === undefined,",
    replace: "labels.controlPlane in (sibling.metadata.labels ?? {}),",
    tests: [`${core}/test/machine-deletion.test.ts`],
  },
  {
    name: "the time to get a Node begins before the Machine's infrastructure is ready",
    file: `${core}/src/controllers/machine-health-check/machine-health.ts`,
    find: "    trueSince(machine, conditionTypes.infrastructureReady),\n",
    replace: "",
    tests: [`${core}/test/machine-health.test.ts`],
  },
  {
    name: "the time to get a Node begins before the Cluster's infrastructure is ready",
    file: `${core}/src/controllers/machine-health-check/machine-health.ts`,
    find: "    trueSince(cluster, conditionTypes.infrastructureReady),\n",
    replace: "",
    tests: [`${core}/test/machine-health.test.ts`],
  },
  {
    name: "a Machine with a failed health check goes no sooner than others",
    file: "packages/contract/src/machines/deletion-order.ts",
    find: " &&\n    !isConditionFalse(machine, conditionTypes.healthCheckSucceeded)",
    replace: "",
    tests: [`${core}/test/machine-set-decisions.test.ts`],
  },
  {
    name: "a Machine whose Node is not healthy goes no sooner than others",
    file: "packages/contract/src/machines/deletion-order.ts",
    find: "    !isConditionFalse(machine, conditionTypes.nodeHealthy) &&\n",
    replace: "",
    tests: [`${core}/test/machine-set-decisions.test.ts`],
  },
  {
    name: "whether a Machine of v1beta1 is being updated is read from the conditions of v1beta1",
    file: "packages/phases/src/adapters/v1beta1-machine.ts",
    find: "isUpdating(status?.v1beta2?.conditions)",
    replace: "isUpdating(status?.conditions)",
    tests: ["packages/phases/test/adapters.test.ts"],
  },
];
