import { clusterSecretName, fieldsIn, labels, roleOf, secretKeys, secretType } from "@capstan/contract";
import { compareKubernetesVersions, fieldsOf, readKubernetesVersion } from "@capstan/kube";
import { ApiError, inspectKubeconfig, type Secret } from "@capstan/runtime";
import { expect } from "vitest";
import { expectUntouched } from "./every-kind.ts";
import { expectFinalizerFirst, expectMoveKeepsInfrastructure, expectRemovedFirst } from "./infra-cluster.ts";
import type { RuleCase } from "./rule-case.ts";
import { objectName, type Observed, type Scene } from "./scene.ts";
import { must, mustBeSet } from "./not-so.ts";

const kubeconfigName = clusterSecretName(objectName, "kubeconfig");

/** What holds for control planes. */
export const controlPlane: readonly RuleCase[] = [
  {
    rules: ["CP-002", "CP-003"],
    sentence: "has its endpoint no later than it is initialized, and stays initialized",
    run: async (scene) => {
      await scene.provisioned();
      await scene.touchOwner(1);
      const revisions = await scene.allRevisions();
      const first = revisions.findIndex((revision) => scene.isDone(revision));
      for (const revision of revisions.slice(first)) {
        scene.expectDone(revision);
        // Where the Cluster has an endpoint from the start, another has made it.
        if (scene.subject.cluster?.controlPlaneEndpoint === undefined) expectEndpoint(revision);
      }
    },
  },
  {
    rules: ["CP-004"],
    sentence: "has a selector and every counter of the contract, if it has replicas",
    run: async (scene) => {
      const { status = {} } = await scene.provisioned();
      const [crd] = scene.subject.definition.crds;
      if (crd?.spec.versions.every(({ subresources }) => subresources?.scale === undefined) !== false) return;
      for (const name of counterFields(scene)) expect(status).toHaveProperty(name);
    },
  },
  {
    rules: ["CP-005"],
    sentence: "says which versions of Kubernetes are in use, the oldest first, where it was asked for one",
    run: async (scene) => {
      const { spec = {}, status = {} } = await scene.provisioned();
      if (spec.version === undefined) return;
      const versions = versionsIn(status);
      expect(versions).not.toEqual([]);
      for (const version of versions) {
        must(
          readKubernetesVersion(version) !== undefined,
          `status reports version ${version}, which is not one of Kubernetes`,
        );
      }
      expect(versions).toEqual(versions.toSorted(compareKubernetesVersions));
      if (status.version !== undefined) expect(status.version).toBe(versions[0]);
    },
  },
  {
    rules: ["CP-007"],
    sentence: "says in its condition Available whether it can be used",
    run: async (scene) => {
      const { conditions } = (await scene.provisioned()).status ?? {};
      const { type } = roleOf("ControlPlane").mirrored;
      expect(conditions).toContainEqual(
        expect.objectContaining({ type, status: "True", reason: expect.stringMatching(/./) as string }),
      );
    },
  },
  {
    rules: ["CP-008"],
    sentence: "keeps the kubeconfig in a Secret of the contract's form, which is there no later than the flag",
    run: async (scene) => {
      scene.interference.refuse = ({ kind }) => (kind === "Secret" ? refusal() : undefined);
      await scene.createReady();
      await scene.pass(30);
      scene.expectDone(await scene.get(), false);
      delete scene.interference.refuse;
      await scene.untilDone();
      expectKubeconfig(await scene.publishedSecret());
    },
  },
  {
    rules: ["BH-006"],
    sentence: "is left alone until a Cluster owns it",
    run: async (scene) => {
      await scene.createObject();
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.adopt(await scene.createBareCluster());
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-004"],
    sentence: "has its finalizer before anything exists outside",
    run: expectFinalizerFirst,
  },
  {
    rules: ["IB-012"],
    sentence: "stays until what it stands for is gone, though that fails once",
    run: async (scene) => {
      await scene.provisioned();
      await expectRemovedFirst(scene);
    },
  },
  {
    rules: ["CT-019"],
    sentence: "loses no control plane when clusterctl move takes the object away",
    run: expectMoveKeepsInfrastructure,
  },
];

function expectEndpoint({ spec }: Observed): void {
  const { host, port } = (spec?.controlPlaneEndpoint ?? {}) as { readonly host?: string; readonly port?: number };
  mustBeSet(host, "spec.controlPlaneEndpoint.host");
  must((port ?? 0) > 0, `spec.controlPlaneEndpoint.port is ${String(port)}`);
}

/** Names in status of the fields that come with replicas, under the newest contract of the kind. */
function counterFields({ subject: { definition } }: Scene): readonly string[] {
  return fieldsIn("ControlPlane", definition.contract)
    .filter(({ field, place }) => field.option === "replicas" && place.path.startsWith("status."))
    .map(({ place }) => place.path.slice("status.".length));
}

function versionsIn({ version, versions }: Readonly<Record<string, unknown>>): readonly string[] {
  const listed = (Array.isArray(versions) ? (versions as unknown[]) : []).map((item) => fieldsOf(item).version);
  return (listed.length > 0 ? listed : [version]).filter((text) => typeof text === "string");
}

function expectKubeconfig(secret: Secret | undefined): void {
  must(secret !== undefined, `there is no Secret ${kubeconfigName}`);
  expect(secret?.type).toBe(secretType);
  const label = secret?.metadata.labels?.[labels.clusterName];
  must(label === objectName, `the Secret's label ${labels.clusterName} is ${label ?? "not set"}, not ${objectName}`);
  const kubeconfig = Buffer.from(secret?.data?.[secretKeys.value] ?? "", "base64").toString("utf8");
  expect(inspectKubeconfig(kubeconfig).problem).toBeUndefined();
}

function refusal(): ApiError {
  return new ApiError("the conformance suite refuses this write", { status: 403, reason: "Forbidden" });
}
