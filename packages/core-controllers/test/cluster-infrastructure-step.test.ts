import { type Cluster, type Condition } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { clusterInfrastructureStep, isEndpoint } from "../src/controllers/cluster/infrastructure.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { clusterObject, found } from "./scene/objects.ts";

const at = "2030-01-01T00:00:00Z";
const going = { deletionTimestamp: at };
const topology = { classRef: { name: "class" }, version: "v1.36.0" } as NonNullable<Cluster["spec"]["topology"]>;
const unresolved: ObservedReference = { state: "unresolved", reason: "WatchFailed", message: "try again" };
const endpoint = { host: "10.0.0.1", port: 6443 };
const ownCondition = (type: string): Condition => {
  return { type, status: "False", reason: "Boots", message: "soon", lastTransitionTime: at };
};
/** A Cluster without references; `changes` as for `clusterObject`. */
function bare(changes: Parameters<typeof clusterObject>[0] = {}): Cluster {
  const cluster = clusterObject(changes);
  if (changes.spec?.infrastructureRef === undefined) delete cluster.spec.infrastructureRef;
  return cluster;
}
const shown = { status: "False", reason: "Boots", message: "soon" };

describe("the contribution of the infrastructure to a Cluster", () => {
  const type = "InfrastructureReady";
  const done = { initialization: { provisioned: true } };
  const was = { status: { initialization: { infrastructureProvisioned: true } } };
  const of = (content: Parameters<typeof found>[1], contract?: "v1beta1") =>
    found("TestCluster", { name: "c1", ...content }, contract);
  const ready = { type, status: "True", reason: "Ready" };
  const waiting = {
    type,
    status: "False",
    reason: "NotReady",
    message: "TestCluster c1: status.initialization.provisioned is not true",
  };
  const gone = (reason: string, what: string) => {
    return { type, status: "False", reason, message: `TestCluster c1 (spec.infrastructureRef) ${what}` };
  };
  const awaitsTopology = { type, status: "False", reason: "ObjectDoesNotExist" };
  const domains = [{ name: "a", controlPlane: true }];

  test.each<{ given: string; cluster?: Cluster; observed?: ObservedReference; expected: object }>([
    {
      given: "no reference",
      cluster: bare(),
      expected: { provisioned: true, condition: { type, status: "True", reason: "NoInfrastructure" } },
    },
    {
      given: "no reference yet, and a topology",
      cluster: bare({ spec: { topology } }),
      expected: {
        provisioned: false,
        condition: { ...awaitsTopology, message: "Waiting for cluster topology to be reconciled" },
      },
    },
    {
      given: "no reference any more, and a topology, in a deletion",
      cluster: bare({ metadata: going, spec: { topology }, ...was }),
      expected: { provisioned: true, condition: awaitsTopology },
    },
    {
      given: "a topology that has made its reference",
      cluster: clusterObject({ spec: { topology } }),
      observed: of({ status: done }),
      expected: { provisioned: true, failureDomains: [], condition: ready },
    },
    {
      given: "an object that cannot be looked up",
      observed: unresolved,
      expected: {
        provisioned: false,
        condition: { type, status: "Unknown", reason: "WatchFailed", message: "try again" },
      },
    },
    {
      given: "an object of another Cluster, once provisioned",
      cluster: clusterObject(was),
      observed: { ...of({}), refusal: "c2 has it" },
      expected: {
        provisioned: true,
        condition: { type, status: "False", reason: "ControlledByAnother", message: "c2 has it" },
      },
    },
    {
      given: "no object",
      observed: { state: "missing" },
      expected: { provisioned: false, condition: gone("ObjectDoesNotExist", "does not exist") },
    },
    {
      given: "no object any more",
      cluster: clusterObject(was),
      observed: { state: "missing" },
      expected: {
        provisioned: true,
        condition: gone("ObjectDeleted", "has been deleted while the Cluster still exists"),
      },
    },
    {
      given: "no object any more, in a deletion",
      cluster: clusterObject({ ...was, metadata: going }),
      observed: { state: "missing" },
      expected: { provisioned: true, condition: gone("ObjectDeleted", "has been deleted") },
    },
    {
      given: "no object, in a deletion",
      cluster: clusterObject({ metadata: going }),
      observed: { state: "missing" },
      expected: { provisioned: false, condition: gone("ObjectDoesNotExist", "does not exist") },
    },
    {
      given: "an object that is not done, whatever it reports",
      observed: of({ spec: { controlPlaneEndpoint: endpoint }, status: { failureDomains: domains } }),
      expected: { provisioned: false, condition: waiting },
    },
    {
      given: "an object that is done",
      observed: of({ spec: { controlPlaneEndpoint: endpoint }, status: { ...done, failureDomains: domains } }),
      expected: { provisioned: true, controlPlaneEndpoint: endpoint, failureDomains: domains, condition: ready },
    },
    {
      given: "an object that is done, without an endpoint",
      observed: of({ spec: { controlPlaneEndpoint: { host: "", port: 0 } }, status: done }),
      expected: { provisioned: true, failureDomains: [], condition: ready },
    },
    {
      given: "an object that is done and being deleted",
      observed: of({ metadata: going, spec: { controlPlaneEndpoint: endpoint }, status: done }),
      expected: { provisioned: false, condition: waiting },
    },
    {
      given: "an object that is being deleted, once provisioned",
      cluster: clusterObject(was),
      observed: of({ metadata: going, spec: { controlPlaneEndpoint: endpoint }, status: done }),
      expected: { provisioned: true, condition: ready },
    },
    {
      given: "an object that has gone back",
      cluster: clusterObject(was),
      observed: of({ spec: { controlPlaneEndpoint: endpoint } }),
      expected: { provisioned: true, controlPlaneEndpoint: endpoint, failureDomains: [], condition: ready },
    },
    {
      given: "an object that says itself whether it is Ready",
      observed: of({ status: { ...done, conditions: [ownCondition("Ready")] } }),
      expected: { provisioned: true, failureDomains: [], condition: { type, ...shown } },
    },
    {
      given: "an object of v1beta1 that has failed",
      observed: of({ status: { failureReason: "Bad", failureMessage: "no" } }, "v1beta1"),
      expected: {
        provisioned: false,
        failure: { object: { kind: "TestCluster", name: "c1" }, reason: "Bad", message: "no" },
        condition: { ...waiting, message: "TestCluster c1: status.ready is not true" },
      },
    },
  ])("with $given", ({ cluster = clusterObject(), observed, expected }) => {
    expect(clusterInfrastructureStep(cluster, observed)).toEqual(expected);
  });

  test.each([
    [undefined, false],
    [{}, false],
    [{ host: "h" }, false],
    [{ port: 1 }, false],
    [{ host: "", port: 1 }, false],
    [{ host: "h", port: 0 }, false],
    [{ host: "h", port: 1 }, true],
  ])("%j is a valid endpoint: %j", (given, expected) => {
    expect(isEndpoint(given)).toBe(expected);
  });
});
