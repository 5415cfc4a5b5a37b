import type { Cluster, Machine } from "@capstan/contract";
import { outcome, PendingError, type ProviderDefinition, RateLimitedError } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { waitForData } from "../../src/bootstrap-data/wait-for-data.ts";
import { waitForClusterInfrastructure } from "../../src/finding/cluster-infrastructure.ts";
import { deletionFinding, findingOf } from "../../src/finding/finding-of.ts";
import { derivedFacts } from "../../src/kinds/control-plane/facts.ts";
import { logFields } from "../../src/lifecycle/log-fields.ts";
import type { DeletionOutcome, Outcome } from "../../src/outcome/outcome.ts";
import { thrownOutcome } from "../../src/outcome/thrown-outcome.ts";
import { referredRequest } from "../../src/related/referred-request.ts";
import { BoxConfig, BoxControlPlane, BoxMachine, stored } from "./definitions.ts";

const conditions = [{ type: "Own", status: "True", reason: "Known" }] as const;
const extras = { conditions, status: { serverName: "one" }, retryAfterMs: 5_000 };
const extrasFound = { conditions, ownStatus: { serverName: "one" }, retryAfterMs: 5_000 };

describe("the finding of an outcome", () => {
  const of = (answer: Outcome, definition: ProviderDefinition = BoxMachine) => findingOf(definition, answer);

  test("of success has the reason of the kind, and the facts of the role alone", () => {
    expect(of({ type: "provisioned", providerID: "box://1", other: 1 } as Outcome)).toEqual({
      progress: "provisioned",
      reason: "Provisioned",
      message: "",
      facts: { providerID: "box://1" },
    });
    expect(of({ type: "data", data: "secret" } as Outcome, BoxConfig)).toEqual({
      progress: "provisioned",
      reason: "Available",
      message: "",
      facts: {},
    });
  });

  test("has what the author adds", () => {
    expect(of({ ...extras, type: "provisioned" })).toMatchObject({ ...extrasFound, progress: "provisioned" });
    expect(of({ ...extras, type: "pending", reason: "Starting" })).toMatchObject(extrasFound);
    expect(of({ ...extras, type: "failed", reason: "Lost", message: "" })).toMatchObject(extrasFound);
  });

  test("of pending has its words, its facts, and is trouble only with a warning", () => {
    const pending = { type: "pending", reason: "Starting", providerID: "box://1" };
    const found = { progress: "pending", reason: "Starting", message: "", facts: { providerID: "box://1" } };
    expect(of(pending)).toEqual(found);
    expect(of({ ...pending, warning: false })).toEqual(found);
    expect(of({ ...pending, message: "soon", warning: true })).toEqual({ ...found, message: "soon", isTrouble: true });
  });

  test("of failed is trouble, and has no facts", () => {
    expect(of({ type: "failed", reason: "Lost", message: "gone", providerID: "box://1" } as Outcome)).toEqual({
      progress: "failed",
      reason: "Lost",
      message: "gone",
      isTrouble: true,
    });
  });

  test("of unchanged says nothing but when to look again", () => {
    const found = { progress: "unchanged", reason: "", message: "" };
    expect(of(outcome.unchanged())).toEqual(found);
    expect(of(outcome.unchanged({ retryAfterMs: 7 }))).toEqual({ ...found, retryAfterMs: 7 });
  });
});

describe("the finding of a deletion", () => {
  const of = (answer: DeletionOutcome) => deletionFinding(answer);

  test("is undefined once it is done", () => {
    expect(of(outcome.deleted())).toBeUndefined();
  });

  test("asks again after ten seconds, or when the author says", () => {
    const found = { progress: "deleting", reason: "Stopping", message: "" };
    expect(of(outcome.pending("Stopping"))).toEqual({ ...found, retryAfterMs: 10_000 });
    expect(of(outcome.pending("Stopping", { ...extras, message: "soon", warning: true }))).toEqual({
      ...found,
      ...extrasFound,
      message: "soon",
      isTrouble: true,
    });
    const unchanged = { progress: "unchanged", reason: "", message: "" };
    expect(of(outcome.unchanged())).toEqual({ ...unchanged, retryAfterMs: 10_000 });
    expect(of(outcome.unchanged({ retryAfterMs: 7 }))).toEqual({ ...unchanged, retryAfterMs: 7 });
  });

  test("that failed is trouble, and not asked for again", () => {
    expect(of(outcome.failed("Locked", "by another"))).toEqual({
      progress: "deleting",
      reason: "Locked",
      message: "by another",
      isTrouble: true,
    });
  });
});

test("what is thrown stands for an outcome, if it is one of the SDK's errors for that", () => {
  expect(thrownOutcome(new RateLimitedError(700))).toEqual({ type: "unchanged", retryAfterMs: 700 });
  const pending = new PendingError("NoQuota", "ask for more", { retryAfterMs: 5, warning: true });
  expect(thrownOutcome(pending)).toEqual({
    type: "pending",
    reason: "NoQuota",
    message: "ask for more",
    retryAfterMs: 5,
    warning: true,
  });
  expect(thrownOutcome(new Error("anything"))).toBeUndefined();
});

describe("waiting", () => {
  test("for the Cluster's infrastructure ends once that is provisioned", () => {
    const cluster = (status?: object) =>
      ({ metadata: { name: "c1" }, spec: {}, ...(status === undefined ? {} : { status }) }) as unknown as Cluster;
    const waiting = {
      progress: "waiting",
      reason: "WaitingForClusterInfrastructureReady",
      message: "Waiting for Cluster c1 to have its infrastructure provisioned",
    };
    expect(waitForClusterInfrastructure(cluster())).toEqual(waiting);
    expect(waitForClusterInfrastructure(cluster({}))).toEqual(waiting);
    const provisioned = { initialization: { infrastructureProvisioned: true } };
    expect(waitForClusterInfrastructure(cluster(provisioned))).toBeUndefined();
  });

  test("for data asks again only for a Secret that is named: the watch may not show it", () => {
    const waiting = { progress: "waiting", reason: "WaitingForBootstrapData" };
    expect(waitForData("Machine", { state: "unnamed" })).toEqual({
      ...waiting,
      message: "Waiting for the bootstrap provider to set Machine.bootstrap.dataSecretName",
    });
    expect(waitForData("Machine", { state: "missing", why: "no Secret m1" })).toEqual({
      ...waiting,
      message: "Waiting for bootstrap data: no Secret m1",
      retryAfterMs: 10_000,
    });
  });
});

describe("what follows from what is said of a control plane", () => {
  const of = (facts: object, spec: object = {}) => derivedFacts(stored(BoxControlPlane, { spec }), "c1", facts);

  test("is nothing, if nothing is said", () => {
    expect(of({})).toEqual({});
  });

  test("are its versions from the oldest on, of which the oldest is its version", () => {
    const [old, middle, newest] = ["v1.9.1", "v1.33.4", "v1.34.0"].map((version) => ({ version }));
    expect(of({ versions: [middle, newest, old] })).toEqual({ versions: [old, middle, newest], version: "v1.9.1" });
    expect(of({ versions: [middle, newest], version: "v1.34.0" }).version).toBe("v1.33.4");
    expect(of({ versions: [] })).toEqual({ versions: [] });
  });

  test("are versions of one, with the number of instances if there are some", () => {
    expect(of({ version: "v1.34.0" })).toEqual({ versions: [{ version: "v1.34.0" }], version: "v1.34.0" });
    expect(of({ version: "v1.34.0", replicas: 3 })).toMatchObject({ versions: [{ version: "v1.34.0", replicas: 3 }] });
    expect(of({ version: "v1.34.0", replicas: 0 }).versions).toEqual([{ version: "v1.34.0" }]);
  });

  test("is which Machines it counts, unless the author says which", () => {
    expect(of({ replicas: 0 })).toEqual({
      selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/control-plane",
    });
    expect(of({ replicas: 1, selector: "a=b" })).toEqual({ selector: "a=b" });
    expect(of({ selector: "a=b" })).toEqual({});
  });

  test("is how many are wanted, as the user says", () => {
    expect(of({}, { replicas: 3 })).toEqual({ desiredReplicas: 3 });
    expect(of({}, { replicas: "3" })).toEqual({});
  });
});

describe("the fields of log lines", () => {
  const named = (kind: string, name: string) => ({ kind, metadata: { name, namespace: "default" } });

  test("are the object, its owners and what else says who owns it, each under its kind", () => {
    const owners = {
      machine: named("Machine", "m1"),
      cluster: named("Cluster", "c1"),
      pool: { kindOfOwner: named("MachinePool", "p1"), other: "text", nothing: null },
      missing: undefined,
      nothing: null,
      flag: true,
    };
    expect(logFields(named("BoxMachine", "b1"), owners)).toEqual({
      BoxMachine: "default/b1",
      Machine: "default/m1",
      Cluster: "default/c1",
      MachinePool: "default/p1",
    });
  });

  test("leave out what is not an object of Kubernetes", () => {
    const owners = { kindAlone: { kind: "Machine" }, metadataAlone: { metadata: { name: "m1" } } };
    expect(logFields(named("BoxMachine", "b1"), owners)).toEqual({ BoxMachine: "default/b1" });
  });
});

describe("the request for an object that core refers to", () => {
  const { kind } = BoxMachine;
  const reference = { apiGroup: kind.group, kind: "BoxMachine", name: "b1" };
  const of = (change: Partial<Machine["spec"]["infrastructureRef"]>, namespace?: string) =>
    referredRequest(kind, { ...reference, ...change }, namespace);

  test("has its name, and the namespace if there is one", () => {
    expect(of({}, "default")).toEqual([{ name: "b1", namespace: "default" }]);
    expect(of({})).toEqual([{ name: "b1" }]);
  });

  test("is left out for another kind, another group, and no reference", () => {
    expect(of({ kind: "OtherMachine" }, "default")).toEqual([]);
    expect(of({ apiGroup: "bootstrap.cluster.x-k8s.io" }, "default")).toEqual([]);
    expect(referredRequest(kind, undefined, "default")).toEqual([]);
  });
});
