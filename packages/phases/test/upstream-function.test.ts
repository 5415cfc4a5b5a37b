import { describe, expect, test } from "vitest";
import { computeUpstreamPhase, type UpstreamInputs } from "@capstan/phases";

const B = { bootstrapDataSecretCreated: true } satisfies UpstreamInputs;
const I = { infrastructureProvisioned: true } satisfies UpstreamInputs;
const providerID = { providerID: "p" } satisfies UpstreamInputs;
const nodeRef = { nodeRefName: "n1" } satisfies UpstreamInputs;
const updating = { updating: true } satisfies UpstreamInputs;
const deleting = { deletionRequested: true } satisfies UpstreamInputs;

/** Stored phase, inputs, result and purpose: the results of running the Go function of v1.14.2. */
const rows: readonly [string, UpstreamInputs, string, string][] = [
  ["", {}, "Pending", "the first phase is Pending"],
  ["Pending", B, "Provisioning", "the bootstrap flag alone is Provisioning"],
  ["Pending", { ...B, ...I }, "Pending", "both flags without providerID and nodeRef change nothing"],
  ["Provisioning", { ...B, ...I }, "Provisioning", "both flags keep Provisioning"],
  ["", { ...B, ...I }, "Pending", "both flags do not keep the first phase from being Pending"],
  ["", providerID, "Provisioned", "a providerID alone is Provisioned"],
  ["Provisioning", { ...B, ...providerID }, "Provisioned", "a providerID wins over an infrastructure flag not set"],
  ["Provisioning", { ...B, ...providerID, ...nodeRef }, "Provisioned", "a nodeRef needs the infrastructure flag"],
  ["Provisioned", { ...B, ...I, ...providerID, ...nodeRef }, "Running", "nodeRef and infrastructure flag are Running"],
  ["Provisioned", { ...B, ...I, ...nodeRef }, "Running", "Running needs no providerID"],
  [
    "Running",
    { ...B, infrastructureProvisioned: false, ...providerID, ...nodeRef },
    "Provisioned",
    "a lost flag falls back",
  ],
  ["Running", { ...B, ...I, ...providerID }, "Provisioned", "a lost nodeRef falls back"],
  ["Running", { ...B, ...I }, "Running", "Running is sticky where no step applies"],
  ["Running", {}, "Running", "Running is sticky without any input"],
  ["Running", { ...B, ...I, ...providerID, ...nodeRef, ...updating }, "Updating", "Updating wins over Running"],
  ["Pending", updating, "Updating", "Updating needs nothing else"],
  ["Updating", { ...B, ...I, ...providerID, ...nodeRef }, "Running", "Updating ends in Running"],
  ["Updating", {}, "Updating", "Updating is sticky where no step applies"],
  ["Failed", {}, "Failed", "Failed is sticky"],
  ["Failed", { ...B, ...I, ...providerID, ...nodeRef }, "Running", "Failed is overwritten like any phase"],
  ["Deleting", { ...B, ...I, ...providerID, ...nodeRef }, "Running", "Deleting is overwritten like any phase"],
  ["pending", {}, "pending", "a lower-case phase is kept"],
  ["Banana", {}, "Banana", "an unknown phase is kept"],
];

describe("the Go function, with the inputs that it reads", () => {
  test.each(rows)("%j with %j: %s: %s", (stored, inputs, phase) => {
    expect(computeUpstreamPhase(stored, inputs)).toMatchObject({ phase, changed: phase !== stored });
  });

  const storedPhases = [...new Set([...rows.map(([stored]) => stored), "Provisioned", "Deleted", "Unknown"])];
  test.each(storedPhases)("a deletion timestamp makes %j Deleting, with any other inputs", (stored) => {
    const phases = rows.map(([, inputs]) => computeUpstreamPhase(stored, { ...inputs, ...deleting }).phase);
    expect(new Set(phases)).toEqual(new Set(["Deleting"]));
  });

  test("failure fields change nothing in any row (S110)", () => {
    for (const [stored, inputs, phase] of rows) {
      expect(computeUpstreamPhase(stored, { ...inputs, failure: true }).phase).toBe(phase);
    }
  });

  test.each(["pending", "Banana", ""])("the typed getter reads the stored %j as Unknown", (stored) => {
    expect(computeUpstreamPhase(stored, { paused: true }).typed).toBe("Unknown");
  });

  test("without Cluster, or while paused, the function is not called, and the result shows it", () => {
    expect(computeUpstreamPhase("", { cluster: "missing" })).toMatchObject({
      phase: "",
      changed: false,
      met: [],
      awaiting: [{ id: "cluster", sentence: "Cluster found" }],
    });
    expect(computeUpstreamPhase("Running", { paused: true, ...deleting })).toMatchObject({
      phase: "Running",
      awaiting: [{ id: "not-paused" }],
    });
  });

  test("names the conditions of the deciding step, and the Machine", () => {
    const machine = { kind: "Machine", name: "m1", namespace: "default" };
    expect(computeUpstreamPhase("Provisioned", { machine, ...I, ...nodeRef, ...providerID }).met).toEqual([
      { id: "node-ref", sentence: "nodeRef set", object: machine },
      { id: "infrastructure-provisioned", sentence: "infrastructure flag set", object: machine },
    ]);
    expect(computeUpstreamPhase("Running", {}).met).toEqual([]);
    expect(computeUpstreamPhase("Running", deleting).met).toEqual([
      { id: "deletion-requested", sentence: "deletion requested", object: { kind: "Machine", name: "" } },
    ]);
  });

  test("returns the problems of the inputs", () => {
    expect(computeUpstreamPhase("Pending", { problems: ["Node n1: unreadable"] }).problems).toEqual([
      "Node n1: unreadable",
    ]);
    expect(computeUpstreamPhase("Pending", {}).problems).toEqual([]);
  });

  test("an empty providerID or nodeRef counts as missing", () => {
    expect(computeUpstreamPhase("Pending", { providerID: "" }).phase).toBe("Pending");
    expect(computeUpstreamPhase("Pending", { nodeRefName: "", ...I }).phase).toBe("Pending");
  });
});

describe("the Go functions of older releases", () => {
  test("v1.10 counts an empty providerID as set, and a failure as Failed (S110)", () => {
    expect(computeUpstreamPhase("Pending", { providerID: "" }, "v1.10").phase).toBe("Provisioned");
    expect(computeUpstreamPhase("Pending", { failure: true }, "v1.10").phase).toBe("Failed");
    expect(computeUpstreamPhase("Pending", { failure: true, ...deleting }, "v1.10").phase).toBe("Deleting");
    expect(computeUpstreamPhase("Running", { paused: true, ...deleting }, "v1.10").phase).toBe("Running");
  });

  test("v0.2 uses lower case, has neither pause nor Updating, and needs no Cluster", () => {
    expect(computeUpstreamPhase("", { paused: true, cluster: "missing" }, "v0.2").phase).toBe("pending");
    expect(computeUpstreamPhase("pending", { ...I }, "v0.2").phase).toBe("provisioned");
    expect(computeUpstreamPhase("pending", { ...updating }, "v0.2").phase).toBe("pending");
    expect(computeUpstreamPhase("pending", { ...providerID }, "v0.2").phase).toBe("pending");
  });
});
