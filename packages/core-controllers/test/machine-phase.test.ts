import { type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { nextProviderID } from "../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../src/controllers/machine/observed.ts";
import { availableAfterMs } from "../src/controllers/machine/ready.ts";
import { found, machineObject, nodeObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";
import { at, now, going, missing, configReady, infraReady, running, type Changes, next } from "./scene/next-machine.ts";

function condition(machine: Machine, type: string): Condition | undefined {
  return machine.status?.conditions?.find((candidate) => candidate.type === type);
}
const reported = (type: string, status: Condition["status"], rest: Partial<Condition> = {}): Condition => {
  return { type, status, reason: "R", message: "", lastTransitionTime: at, ...rest };
};

describe("the phase of a Machine in the proposal", () => {
  const own = { bootstrap: { dataSecretName: "mine" } };

  test.each<{ given: string; machine?: Changes; observed?: Partial<ObservedMachine>; phase: string }>([
    { given: "everything", observed: running, phase: "Running" },
    { given: "no Cluster", observed: { ...running, cluster: undefined }, phase: "Pending" },
    {
      given: "a name of data that is empty",
      machine: { spec: { bootstrap: { dataSecretName: "" } } },
      phase: "Provisioning",
    },
    {
      given: "data of its own",
      machine: { spec: own },
      observed: { bootstrapConfig: undefined },
      phase: "Provisioning",
    },
    {
      given: "a failure with a reason alone",
      observed: { infrastructure: found("TestMachine", { status: { failureReason: "Bad" } }, "v1beta1") },
      phase: "Failed",
    },
    {
      given: "a failure with a message alone",
      observed: { infrastructure: found("TestMachine", { status: { failureMessage: "no" } }, "v1beta1") },
      phase: "Failed",
    },
    { given: "a deletion, whatever else", machine: { metadata: going }, observed: running, phase: "Deleting" },
    {
      given: "a deletion whose infrastructure is gone",
      machine: { metadata: going },
      observed: { infrastructure: missing },
      phase: "Deleting",
    },
    {
      given: "a deletion whose config is gone",
      machine: { metadata: going },
      observed: { bootstrapConfig: missing },
      phase: "Deleting",
    },
    {
      given: "a deletion whose objects are gone",
      machine: { metadata: going },
      observed: { infrastructure: missing, bootstrapConfig: missing },
      phase: "Deleted",
    },
    {
      given: "a deletion without config whose infrastructure is gone",
      machine: { metadata: going, spec: own },
      observed: { infrastructure: missing, bootstrapConfig: undefined },
      phase: "Deleted",
    },
    {
      given: "a deletion whose objects are being deleted, or not seen",
      machine: { metadata: going },
      observed: { infrastructure: found("TestMachine", { metadata: going }), bootstrapConfig: { state: "pending" } },
      phase: "Deleting",
    },
    {
      given: "a Node that is not Ready",
      observed: { ...running, node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) } },
      phase: "Provisioned",
    },
  ])("with $given: $phase", ({ machine = {}, observed, phase }) => {
    expect(next(machineObject(machine), observed).status?.phase).toBe(phase);
  });
});

describe("the phase of a Machine as the Go core computes it", () => {
  test.each<{ given: string; machine?: Changes; observed?: Partial<ObservedMachine>; phase: string }>([
    { given: "nothing", phase: "Pending" },
    { given: "data", observed: { bootstrapConfig: configReady }, phase: "Provisioning" },
    {
      given: "data of its own",
      machine: { spec: { bootstrap: { dataSecretName: "mine" } } },
      observed: { bootstrapConfig: undefined },
      phase: "Pending",
    },
    { given: "infrastructure", observed: { infrastructure: infraReady }, phase: "Provisioned" },
    { given: "a Node", observed: running, phase: "Running" },
    { given: "a providerID that someone has set", machine: { spec: { providerID: "test://x" } }, phase: "Provisioned" },
    { given: "a deletion", machine: { metadata: going }, observed: running, phase: "Deleting" },
  ])("with $given: $phase", ({ machine = {}, observed, phase }) => {
    expect(next(machineObject(machine), observed, { reading: "upstream" }).status?.phase).toBe(phase);
  });
});

describe("the values that a Machine takes over", () => {
  test("include the providerID from its infrastructure, or its existing one", () => {
    const owned = machineObject({ spec: { providerID: "test://old" } });
    expect(nextProviderID(owned, infraReady)).toBe("test://m1");
    expect(nextProviderID(owned, found("TestMachine"))).toBe("test://old");
    expect(nextProviderID(machineObject(), found("TestMachine"))).toBeUndefined();
    expect(next(owned, { infrastructure: infraReady }).spec.providerID).toBe("test://m1");
    expect(next(owned).spec.providerID).toBe("test://old");
  });

  test("include no missing value", () => {
    const { spec, status } = next(machineObject());
    expect(Object.keys(spec).sort()).toEqual(["bootstrap", "clusterName", "infrastructureRef"]);
    expect(spec.bootstrap).not.toHaveProperty("dataSecretName");
    expect(Object.keys(status ?? {}).sort()).toEqual([
      "conditions",
      "deprecated",
      "lastUpdated",
      "observedGeneration",
      "phase",
    ]);
    const bare = machineObject();
    delete bare.metadata.generation;
    expect(next(bare).status).not.toHaveProperty("observedGeneration");
    expect(next(machineObject({ metadata: { generation: 7 } })).status?.observedGeneration).toBe(7);
  });

  test("keep the name of its Node when another Node appears", () => {
    const renamed = { ...running, node: { state: "found", node: nodeObject({ name: "n2" }) } } as const;
    expect(next(machineObject({ status: { nodeRef: { name: "n1" } } }), renamed).status?.nodeRef).toEqual({
      name: "n1",
    });
    expect(next(machineObject(), renamed).status?.nodeRef).toEqual({ name: "n2" });
  });

  test("drop past v1beta1 failures, and keep v1beta1 conditions of others", () => {
    const failed = machineObject({
      status: { deprecated: { v1beta1: { failureReason: "Bad", failureMessage: "no" } } },
    });
    expect(next(failed).status?.deprecated?.v1beta1).not.toHaveProperty("failureReason");
    expect(next(failed).status?.deprecated?.v1beta1).not.toHaveProperty("failureMessage");
  });
});

describe("the condition UpToDate", () => {
  const owners = { machineSet: machineSet("s"), machineDeployment: machineDeployment("d") };
  const versioned = (kubelet: string, before?: string): Partial<ObservedMachine> => ({
    ...running,
    owners,
    node: before === undefined ? { state: "found", node: withKubelet(kubelet) } : { state: "unreachable", message: "" },
  });
  const withKubelet = (kubeletVersion: string) => {
    const node = nodeObject();
    return { ...node, status: { ...node.status, nodeInfo: { kubeletVersion } } };
  };

  test("exists only for the Machine of a deployment", () => {
    expect(condition(next(machineObject(), { owners }), "UpToDate")).toMatchObject({ status: "True" });
    expect(condition(next(machineObject()), "UpToDate")).toBeUndefined();
    const old = { ...owners, machineSet: machineSet("s", { template: machineTemplate("t0") }) };
    expect(condition(next(machineObject(), { owners: old }), "UpToDate")).toMatchObject({ status: "False" });
  });

  test("compares the version that the Node reports, or reported last", () => {
    const machine = machineObject({ spec: { version: "v1.36.0" } });
    const updated = next(machine, versioned("v1.36.0"));
    expect(condition(updated, "UpToDate")).toMatchObject({ status: "True" });
    expect(condition(next(updated, versioned("v1.35.0")), "UpToDate")).toMatchObject({ status: "False" });
    const outdated = next(machine, versioned("v1.35.0"));
    expect(condition(next(outdated, versioned("", "gone")), "UpToDate")).toMatchObject({
      status: "False",
      reason: "Updating",
    });
  });
});

describe("the conditions Ready and Available", () => {
  const gated = (polarity?: "Positive" | "Negative") =>
    machineObject({
      spec: {
        readinessGates: [{ conditionType: "example.com/Gate", ...(polarity === undefined ? {} : { polarity }) }],
      },
    });
  const withGate = (machine: Machine, status: Condition["status"]): Machine => {
    return { ...machine, status: { conditions: [reported("example.com/Gate", status)] } };
  };

  test.each([
    [undefined, "True", "True"],
    [undefined, "False", "False"],
    ["Positive", "True", "True"],
    ["Positive", "Unknown", "Unknown"],
    ["Negative", "True", "False"],
    ["Negative", "False", "True"],
  ] as const)("with a gate of polarity %j that is %s: Ready is %s", (polarity, gate, ready) => {
    expect(condition(next(withGate(gated(polarity), gate), running), "Ready")?.status).toBe(ready);
  });

  test("Available ignores whether other objects are deleted or True", () => {
    expect(condition(next(machineObject(), running), "Available")).toMatchObject({
      status: "True",
      reason: "Available",
    });
    const unready = {
      ...running,
      node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) },
    } as const;
    expect(condition(next(machineObject(), unready), "Available")).toMatchObject({
      status: "False",
      reason: "NotReady",
    });
  });

  test("a Machine is Available after it is Ready for minReadySeconds", () => {
    const ready = [reported("Other", "False"), reported("Ready", "True")];
    const wait = (conditions: readonly Condition[], seconds: number | undefined, later: number) =>
      availableAfterMs(
        machineObject(seconds === undefined ? {} : { spec: { minReadySeconds: seconds } }),
        conditions,
        now + later,
      );
    expect([0, 10_000, 30_000, 40_000].map((later) => wait(ready, 30, later))).toEqual([30_000, 20_000, 0, 0]);
    expect(wait(ready, undefined, 0)).toBe(0);
    expect(wait([reported("Ready", "False")], 30, 0)).toBeUndefined();
    expect(wait([reported("Other", "True")], 30, 0)).toBeUndefined();
    expect(wait([], 30, 0)).toBeUndefined();
  });

  test("while a Machine is deleted, removed objects are ignored, and remaining ones get a short message", () => {
    const deleting = { reason: "DrainingNode", message: "* Pod a/b: waiting for completion" };
    const machine = machineObject({
      metadata: going,
      spec: { providerID: "test://m1" },
      status: {
        nodeRef: { name: "n1" },
        initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true },
      },
    });
    const gone = { infrastructure: missing, bootstrapConfig: missing } as const;
    const result = next(machine, gone, { deletion: deleting });
    expect(condition(result, "Deleting")).toMatchObject({ status: "True", ...deleting });
    expect(condition(result, "Ready")).toMatchObject({
      status: "False",
      reason: "NotReady",
      message: "* Deleting: Machine deletion in progress, stage: DrainingNode",
    });
    const alive = next({ ...machine, metadata: machineObject().metadata }, gone);
    expect(condition(alive, "Ready")?.message.split("\n")).toEqual([
      "* BootstrapConfigReady: TestConfig m1 (spec.bootstrap.configRef) does not exist",
      "* InfrastructureReady: TestMachine m1 (spec.infrastructureRef) has been deleted while the Machine still exists",
      "* NodeHealthy: Node n1 has been deleted while the Machine still exists",
    ]);
  });

  test("an object that never existed is ignored in a deletion, too", () => {
    const result = next(machineObject({ metadata: going }), { infrastructure: missing, bootstrapConfig: missing });
    expect(condition(result, "Deleting")).toMatchObject({
      status: "True",
      reason: "Deleting",
      message: "Deletion started",
    });
    expect(condition(result, "Ready")?.message).toBe(
      "* Deleting: Machine deletion in progress, stage: Deleting\n* NodeHealthy: Waiting for TestMachine to report spec.providerID",
    );
  });

  test("the condition Deleting of a Machine without deletion keeps its message", () => {
    expect(condition(next(machineObject(), running), "Deleting")).toMatchObject({
      status: "False",
      reason: "NotDeleting",
    });
    expect(condition(next(machineObject(), running), "Paused")).toMatchObject({ status: "False", reason: "NotPaused" });
    expect(condition(next(machineObject(), running), "Ready")).toMatchObject({
      status: "True",
      reason: "Ready",
      message: "",
    });
  });

  test("deletion times are kept and added", () => {
    const machine = machineObject({ metadata: going, status: { deletion: { nodeDrainStartTime: at } } });
    const deletion = { reason: "R", message: "", times: { waitForNodeVolumeDetachStartTime: at } };
    expect(next(machine, {}, { deletion }).status?.deletion).toEqual({
      nodeDrainStartTime: at,
      waitForNodeVolumeDetachStartTime: at,
    });
    expect(next(machine, {}, { deletion: { reason: "R", message: "" } }).status?.deletion).toEqual({
      nodeDrainStartTime: at,
    });
    expect(
      next(machineObject({ metadata: going }), {}, { deletion: { reason: "R", message: "", times: {} } }).status,
    ).not.toHaveProperty("deletion");
  });
});
