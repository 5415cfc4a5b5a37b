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

  test("of success has the reason of the kind, and only the facts of the role", () => {
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

  test("has the author's additions", () => {
    expect(of({ ...extras, type: "provisioned" })).toMatchObject({ ...extrasFound, progress: "provisioned" });
    expect(of({ ...extras, type: "pending", reason: "Starting" })).toMatchObject(extrasFound);
    expect(of({ ...extras, type: "failed", reason: "Lost", message: "" })).toMatchObject(extrasFound);
  });

  test("of pending has its message and facts, and is trouble only with a warning", () => {
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

  test("of unchanged has only the time of the next reconcile", () => {
    const found = { progress: "unchanged", reason: "", message: "" };
    expect(of(outcome.unchanged())).toEqual(found);
    expect(of(outcome.unchanged({ retryAfterMs: 7 }))).toEqual({ ...found, retryAfterMs: 7 });
  });
});

describe("the finding of a deletion", () => {
  const of = (answer: DeletionOutcome) => deletionFinding(answer);

  test("is undefined when it is complete", () => {
    expect(of(outcome.deleted())).toBeUndefined();
  });

  test("is retried after ten seconds, or at the author's time", () => {
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

  test("that failed is trouble, and is not retried", () => {
    expect(of(outcome.failed("Locked", "by another"))).toEqual({
      progress: "deleting",
      reason: "Locked",
      message: "by another",
      isTrouble: true,
    });
  });
});

test("a thrown SDK error counts as its outcome", () => {
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
  test("for the Cluster's infrastructure ends when it is provisioned", () => {
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

  test("for data polls only a named Secret, because the watch may not show it", () => {
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

describe("the derived facts of a control plane", () => {
  const of = (facts: object, spec: object = {}) => derivedFacts(stored(BoxControlPlane, { spec }), "c1", facts);

  test("are empty without reported facts", () => {
    expect(of({})).toEqual({});
  });

  test("have versions sorted from the oldest, which is the version", () => {
    const [old, middle, newest] = ["v1.9.1", "v1.33.4", "v1.34.0"].map((version) => ({ version }));
    expect(of({ versions: [middle, newest, old] })).toEqual({ versions: [old, middle, newest], version: "v1.9.1" });
    expect(of({ versions: [middle, newest], version: "v1.34.0" }).version).toBe("v1.33.4");
    expect(of({ versions: [] })).toEqual({ versions: [] });
  });

  test("have one version, with the number of instances if it is positive", () => {
    expect(of({ version: "v1.34.0" })).toEqual({ versions: [{ version: "v1.34.0" }], version: "v1.34.0" });
    expect(of({ version: "v1.34.0", replicas: 3 })).toMatchObject({ versions: [{ version: "v1.34.0", replicas: 3 }] });
    expect(of({ version: "v1.34.0", replicas: 0 }).versions).toEqual([{ version: "v1.34.0" }]);
  });

  test("have the selector of its Machines, unless the author sets one", () => {
    expect(of({ replicas: 0 })).toEqual({
      selector: "cluster.x-k8s.io/cluster-name=c1,cluster.x-k8s.io/control-plane",
    });
    expect(of({ replicas: 1, selector: "a=b" })).toEqual({ selector: "a=b" });
    expect(of({ selector: "a=b" })).toEqual({});
  });

  test("have the desired replicas of the user", () => {
    expect(of({}, { replicas: 3 })).toEqual({ desiredReplicas: 3 });
    expect(of({}, { replicas: "3" })).toEqual({});
  });
});

describe("the fields of log lines", () => {
  const named = (kind: string, name: string) => ({ kind, metadata: { name, namespace: "default" } });

  test("are the object, its owners and its other related objects, each under its kind", () => {
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

  test("omit objects that are not Kubernetes objects", () => {
    const owners = { kindAlone: { kind: "Machine" }, metadataAlone: { metadata: { name: "m1" } } };
    expect(logFields(named("BoxMachine", "b1"), owners)).toEqual({ BoxMachine: "default/b1" });
  });
});

describe("the request for an object that core references", () => {
  const { kind } = BoxMachine;
  const reference = { apiGroup: kind.group, kind: "BoxMachine", name: "b1" };
  const of = (change: Partial<Machine["spec"]["infrastructureRef"]>, namespace?: string) =>
    referredRequest(kind, { ...reference, ...change }, namespace);

  test("has its name, and its namespace if set", () => {
    expect(of({}, "default")).toEqual([{ name: "b1", namespace: "default" }]);
    expect(of({})).toEqual([{ name: "b1" }]);
  });

  test("is omitted for another kind, another group, and a missing reference", () => {
    expect(of({ kind: "OtherMachine" }, "default")).toEqual([]);
    expect(of({ apiGroup: "bootstrap.cluster.x-k8s.io" }, "default")).toEqual([]);
    expect(referredRequest(kind, undefined, "default")).toEqual([]);
  });
});
