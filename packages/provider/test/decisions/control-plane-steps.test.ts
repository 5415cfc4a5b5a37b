import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideStep } from "../../src/kinds/machine-control-plane/decide-step.ts";
import type { ControlPlaneMember } from "../../src/kinds/machine-control-plane/member.ts";

type Traits = Partial<Omit<ControlPlaneMember, "machine">> & { readonly domain?: string };

function member(name: string, { domain, ...traits }: Traits = {}): ControlPlaneMember {
  const apiVersion = "cluster.x-k8s.io/v1beta2";
  const reference = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "HelloMachine", name };
  const spec = {
    clusterName: "c1",
    bootstrap: { dataSecretName: name },
    infrastructureRef: reference,
    ...(domain === undefined ? {} : { failureDomain: domain }),
  };
  const machine = {
    apiVersion,
    kind: "Machine",
    metadata: { name, creationTimestamp: `2030-01-0${name}T00:00:00Z` },
    spec,
  };
  return {
    machine,
    isDeleting: false,
    hasJoined: true,
    outdated: [],
    isHealthy: true,
    isMarked: false,
    isCondemned: false,
    ...traits,
  };
}

function stepOf(members: readonly ControlPlaneMember[], replicas: number, isInitialized = true): string {
  const step = decideStep(members, { replicas }, isInitialized);
  if (step.type === "create") return step.isFirst ? "begin" : "create";
  return step.type === "delete" ? `delete ${step.member.machine.metadata.name}` : step.type;
}

const outdated = ["Version v1.36.0, v1.36.1 required"];

describe("the next step of a control plane", () => {
  test.each<{ what: string; members: ControlPlaneMember[]; replicas: number; isNew?: true; step: string }>([
    { what: "without a Machine", members: [], replicas: 3, isNew: true, step: "begin" },
    { what: "that must have none", members: [], replicas: 0, step: "done" },
    {
      what: "whose first Machine starts",
      members: [member("1", { isHealthy: false })],
      replicas: 3,
      isNew: true,
      step: "wait",
    },
    { what: "with too few", members: [member("1")], replicas: 3, step: "create" },
    {
      what: "with one that has no Node yet",
      members: [member("1"), member("2", { isHealthy: false })],
      replicas: 3,
      step: "wait",
    },
    {
      what: "with one that is being deleted",
      members: [member("1"), member("2", { isDeleting: true })],
      replicas: 1,
      step: "wait",
    },
    { what: "with an outdated one", members: [member("1", { outdated }), member("2")], replicas: 2, step: "create" },
    {
      what: "with a replacement",
      members: [member("1", { outdated }), member("2"), member("3")],
      replicas: 2,
      step: "delete 1",
    },
    {
      what: "with a replacement without a Node",
      members: [member("1", { outdated }), member("2"), member("3", { isHealthy: false })],
      replicas: 2,
      step: "wait",
    },
    { what: "with too many", members: [member("1"), member("2")], replicas: 1, step: "delete 1" },
    {
      what: "with a marked one",
      members: [member("1"), member("2", { isMarked: true })],
      replicas: 1,
      step: "delete 2",
    },
    {
      what: "with an unhealthy one too many",
      members: [member("1"), member("2", { isHealthy: false })],
      replicas: 1,
      step: "delete 2",
    },
    {
      what: "with a crowded failure domain",
      members: [member("1", { domain: "a" }), member("2", { domain: "b" }), member("3", { domain: "b" })],
      replicas: 2,
      step: "delete 2",
    },
    {
      what: "with a condemned one",
      members: [member("1"), member("2", { isCondemned: true, isHealthy: false })],
      replicas: 2,
      step: "delete 2",
    },
    {
      what: "whose only one is condemned",
      members: [member("1", { isCondemned: true, isHealthy: false })],
      replicas: 1,
      step: "done",
    },
    {
      what: "whose first one is condemned before it serves",
      members: [member("1", { isCondemned: true, isHealthy: false })],
      replicas: 1,
      isNew: true,
      step: "delete 1",
    },
    {
      what: "with an outdated one that never had a Node",
      members: [member("1"), member("2", { outdated, hasJoined: false, isHealthy: false })],
      replicas: 3,
      step: "delete 2",
    },
    {
      what: "whose first one is outdated before it serves",
      members: [member("1", { outdated, hasJoined: false, isHealthy: false })],
      replicas: 3,
      isNew: true,
      step: "delete 1",
    },
    {
      what: "whose only one is outdated and has lost its Node",
      members: [member("1", { outdated, hasJoined: false })],
      replicas: 1,
      step: "create",
    },
  ])("$what: $step", ({ members, replicas, isNew, step }) => {
    expect(stepOf(members, replicas, isNew !== true)).toBe(step);
  });

  test("never takes the last healthy Machine, and reaches the spec", () => {
    const traits = fc.record({
      outdated: fc.constantFrom([], outdated),
      isHealthy: fc.boolean(),
      isMarked: fc.boolean(),
      isCondemned: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(traits, { minLength: 1, maxLength: 7 }), fc.constantFrom(1, 3, 5), (drawn, replicas) => {
        let members = drawn.map((each, index) => member(String(index + 1), each));
        for (let round = 0; round < 40; round += 1) {
          const before = members.filter(({ isHealthy }) => isHealthy).length;
          const step = decideStep(members, { replicas }, true);
          if (step.type === "done") break;
          // A wait ends when all Machines have healthy Nodes.
          if (step.type === "wait") members = members.map((each) => ({ ...each, isHealthy: true, isCondemned: false }));
          if (step.type === "create") members = [...members, member(String(8 + round), { isHealthy: false })];
          if (step.type === "delete") {
            members = members.filter((each) => each !== step.member);
            const after = members.filter(({ isHealthy }) => isHealthy).length;
            if (before > 0 && !step.member.isCondemned) expect(after).toBeGreaterThan(0);
          }
        }
        expect(members).toHaveLength(replicas);
        expect(members.every((each) => each.outdated.length === 0 || each.isCondemned)).toBe(true);
      }),
    );
  });
});
