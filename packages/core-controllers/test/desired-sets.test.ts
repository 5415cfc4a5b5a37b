import { type MachineSet, cloneTemplate } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { newMachineSet, updatedMachineSet } from "../src/controllers/machine-deployment/desired-machine-set.ts";
import { machineLabels, newMachine, updatedMachine } from "../src/controllers/machine-set/desired-machine.ts";
import { machineDeploymentOwner, machineSetOwner } from "../src/kit/owner-references.ts";
import { found, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";
import { managed } from "./scene/managed-by.ts";

const revisionKey = "machinedeployment.clusters.x-k8s.io/revision";
const historyKey = "machinedeployment.clusters.x-k8s.io/revision-history";
const hashKey = "machine-template-hash";
const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };
const withMetadata = <T extends MachineSet | ReturnType<typeof machineDeployment>>(object: T, metadata: object): T => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});
describe("a new Machine of a set", () => {
  const set = withMetadata(
    machineSet("s", {
      template: {
        metadata: { labels: { a: "b" }, annotations: { c: "d" } },
        ...machineTemplate("t1", { version: "v1.36.0", clusterName: "left over" }),
      },
    }),
    { uid: "uid-s", labels: { "cluster.x-k8s.io/deployment-name": "d" } },
  );
  const labels = {
    a: "b",
    ...clusterLabel,
    "cluster.x-k8s.io/set-name": "s",
    "cluster.x-k8s.io/deployment-name": "d",
  };
  const owner = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineSet",
    name: "s",
    uid: "uid-s",
    controller: true,
    blockOwnerDeletion: true,
  };

  test("has all fields", () => {
    expect(machineSetOwner(set)).toEqual(owner);
    expect(newMachine(set, "s-1")).toEqual({
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: {
        name: "s-1",
        namespace: "default",
        labels,
        annotations: { c: "d" },
        ownerReferences: [owner],
        finalizers: ["machine.cluster.x-k8s.io"],
      },
      spec: {
        version: "v1.36.0",
        clusterName: "c1",
        bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "TestConfig", name: "s-1" } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachine", name: "s-1" },
      },
    });
  });

  test("has only the fields of its template, and needs no config", () => {
    const bare = machineSet("s", { template: machineTemplate("t1", { bootstrap: { dataSecretName: "data" } }) });
    const { metadata, spec } = newMachine({ ...bare, metadata: { name: "s" } }, "s-1");
    expect(metadata).not.toHaveProperty("annotations");
    expect(metadata.namespace).toBeUndefined();
    expect(metadata.labels).toEqual({ ...clusterLabel, "cluster.x-k8s.io/set-name": "s" });
    expect(spec.bootstrap).toEqual({ dataSecretName: "data" });
    expect(machineLabels(withMetadata(bare, { name: "x".repeat(64) }))["cluster.x-k8s.io/set-name"]).toMatch(/^hash_/);
  });

  test("gets later changes of the template, and keeps the fields of other managers", () => {
    const machine = machineObject({
      metadata: {
        labels: { "cluster.x-k8s.io/set-name": "s", old: "1", theirs: "2" },
        annotations: { oldNote: "1", theirs: "2" },
        managedFields: [managed("core", ["cluster.x-k8s.io/set-name", "old"], ["oldNote"])],
      },
    });
    const { metadata } = updatedMachine(machine, set);
    expect(metadata.labels).toEqual({ ...labels, theirs: "2" });
    expect(metadata.annotations).toEqual({ c: "d", theirs: "2" });
    expect(updatedMachine(machineObject(), machineSet("s")).metadata).not.toHaveProperty("annotations");
    const emptied = machineObject({ metadata: { annotations: {} } });
    expect(updatedMachine(emptied, machineSet("s")).metadata.annotations).toEqual({});
  });

  test("gets only the fields of its spec while it is being deleted", () => {
    const deleting = machineObject({ metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } });
    const limited = machineSet("s", { template: machineTemplate("t1", { deletion: { nodeDrainTimeoutSeconds: 1 } }) });
    const after = updatedMachine(deleting, limited);
    expect(after.metadata).toEqual(deleting.metadata);
    expect(after.spec.deletion).toEqual({ nodeDrainTimeoutSeconds: 1 });
  });

  test("has objects created from templates, with the name of each template", () => {
    const template = found("TestMachineTemplate", {
      name: "t1",
      spec: { template: { metadata: { labels: { x: "1", a: "z" }, annotations: { y: "1" } }, spec: { size: 3 } } },
    });
    const machine = newMachine(set, "s-1");
    const { kind, object } = cloneTemplate(template, machine, owner);
    expect(kind).toEqual({ ...template.kind, kind: "TestMachine", plural: "testmachines" });
    expect(object).toEqual({
      apiVersion: "infrastructure.cluster.x-k8s.io/v1",
      kind: "TestMachine",
      metadata: {
        name: "s-1",
        namespace: "default",
        labels: { x: "1", ...labels },
        annotations: {
          y: "1",
          c: "d",
          "cluster.x-k8s.io/cloned-from-name": "t1",
          "cluster.x-k8s.io/cloned-from-groupkind": "TestMachineTemplate.infrastructure.cluster.x-k8s.io",
        },
        ownerReferences: [owner],
      },
      spec: { size: 3 },
    });
    const bare = cloneTemplate(
      found("TestMachineTemplate", { name: "t1" }),
      { ...machine, metadata: { name: "m" } },
      owner,
    );
    expect(bare.object).not.toHaveProperty("spec");
    expect(bare.object.metadata.namespace).toBeUndefined();
    expect(bare.object.metadata.labels).toEqual(clusterLabel);
  });
});

describe("a MachineSet of a deployment", () => {
  const deployment = withMetadata(
    machineDeployment("d", {
      replicas: 3,
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" }, annotations: { c: "d" } }, ...machineTemplate() },
      deletion: { order: "Oldest" },
      machineNaming: { template: "{{ .machineSet.name }}-{{ .random }}" },
      rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } } },
    }),
    {
      uid: "uid-d",
      annotations: {
        note: "1",
        [revisionKey]: "9",
        [historyKey]: "8",
        "cluster.x-k8s.io/conversion-data": "{}",
        "kubectl.kubernetes.io/last-applied-configuration": "{}",
        "machinedeployment.clusters.x-k8s.io/desired-replicas": "1",
        "machinedeployment.clusters.x-k8s.io/max-replicas": "1",
      },
    },
  );
  const owner = machineDeploymentOwner(deployment);
  const counts = {
    "machinedeployment.clusters.x-k8s.io/desired-replicas": "3",
    "machinedeployment.clusters.x-k8s.io/max-replicas": "5",
  };

  test("has all fields of a new set, except those that all sets get, and always the same name", () => {
    const set = newMachineSet(deployment, 2);
    expect(owner).toEqual({
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineDeployment",
      name: "d",
      uid: "uid-d",
      controller: true,
      blockOwnerDeletion: true,
    });
    const suffix = set.metadata.name.slice("d-".length);
    expect(suffix).toMatch(/^[a-z0-9]{5}$/);
    expect(set).toEqual({
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "MachineSet",
      metadata: {
        name: `d-${suffix}`,
        namespace: "default",
        labels: { [hashKey]: expect.stringMatching(new RegExp(`^\\d+-${suffix}$`)) as string },
        ownerReferences: [owner],
        finalizers: ["cluster.x-k8s.io/machineset"],
      },
      spec: { clusterName: "c1", replicas: 0, selector: {}, template: deployment.spec.template },
    });
    expect(newMachineSet(deployment, 2)).toEqual(set);
    expect(newMachineSet({ ...deployment, metadata: { name: "d" } }, 2).metadata.namespace).toBeUndefined();
  });

  test("gets another name for another revision, template, rollout or deployment, not for in-place changes", () => {
    const { name } = newMachineSet(deployment, 2).metadata;
    const nameOf = (spec: object, metadata: object = {}) =>
      newMachineSet(withMetadata({ ...deployment, spec: { ...deployment.spec, ...spec } }, metadata), 2).metadata.name;
    expect(newMachineSet(deployment, 3).metadata.name).not.toBe(name);
    expect(nameOf({ template: machineTemplate("t2") })).not.toBe(name);
    expect(nameOf({ rollout: { after: "2030-01-01T00:00:00Z" } })).not.toBe(name);
    expect(nameOf({}, { uid: "another" })).not.toBe(name);
    expect(nameOf({ template: machineTemplate("t1", { minReadySeconds: 3 }) })).toBe(name);
  });

  test("gets labels, annotations, selector, naming, order and in-place changes", () => {
    const before = withMetadata(
      machineSet("s", {
        replicas: 2,
        deletion: { order: "Newest" },
        machineNaming: { template: "old-{{ .random }}" },
        template: { metadata: { labels: { gone: "1" } }, ...machineTemplate("t0", { minReadySeconds: 3 }) },
      }),
      {
        labels: { [hashKey]: "7-x", "cluster.x-k8s.io/deployment-name": "d", gone: "1", theirs: "1" },
        annotations: { oldNote: "1", theirs: "1" },
        managedFields: [managed("core", ["cluster.x-k8s.io/deployment-name", "gone"], ["oldNote"])],
      },
    );
    const { metadata, spec } = updatedMachineSet(before, deployment, { own: "1" });
    expect(metadata.labels).toEqual({
      a: "b",
      [hashKey]: "7-x",
      ...clusterLabel,
      "cluster.x-k8s.io/deployment-name": "d",
      theirs: "1",
    });
    expect(metadata.annotations).toEqual({ theirs: "1", note: "1", ...counts, own: "1" });
    expect(spec).toEqual({
      clusterName: "c1",
      replicas: 2,
      selector: { matchLabels: { a: "b", [hashKey]: "7-x" } },
      deletion: { order: "Oldest" },
      machineNaming: { template: "{{ .machineSet.name }}-{{ .random }}" },
      template: {
        metadata: { labels: { a: "b", [hashKey]: "7-x" }, annotations: { c: "d" } },
        spec: machineTemplate("t0").spec,
      },
    });
  });

  test("without a hash, of a minimal deployment, has only the minimal fields", () => {
    const bare = machineDeployment("d", { replicas: 1 });
    const machineNaming = { template: "old-{{ .random }}" };
    const before = machineSet("s", { deletion: { order: "Newest" }, machineNaming });
    const { metadata, spec } = updatedMachineSet(before, bare, {});
    expect(metadata.annotations).toEqual({
      "machinedeployment.clusters.x-k8s.io/desired-replicas": "1",
      "machinedeployment.clusters.x-k8s.io/max-replicas": "2",
    });
    expect(spec).toEqual({
      clusterName: "c1",
      selector: { matchLabels: {} },
      template: { metadata: { labels: {} }, spec: machineTemplate().spec },
    });
  });
});
