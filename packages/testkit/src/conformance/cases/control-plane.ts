import {
  clusterSecretName,
  fieldsIn,
  labels,
  partViolations,
  roleOf,
  secretKeys,
  secretType,
  storedCounts,
} from "@capstan/contract";
import { compareKubernetesVersions, fieldsOf, readKubernetesVersion } from "@capstan/kube";
import { inspectKubeconfig, type Secret } from "@capstan/runtime";
import { hasMachines } from "../scene/has-machines.ts";
import { must, mustEqual, mustHave } from "../scene/not-so.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import { refusal } from "./bootstrap-config.ts";
import { conditionsOf, mustBeUntouched } from "./every-kind.ts";
import {
  expectFinalizerFirst,
  expectMoveKeepsInfrastructure,
  expectNothingLeftOfLostAnswer,
  expectRemovedFirst,
  mustHaveEndpoint,
} from "./infra-cluster.ts";
import type { RuleCase } from "./rule-case.ts";

const kubeconfigName = clusterSecretName(objectName, "kubeconfig");

/** Cases for control planes. */
export const controlPlane: readonly RuleCase[] = [
  {
    rules: ["CP-002", "CP-003"],
    sentence: "reports its endpoint no later than it is initialized, and stays initialized",
    run: async (scene) => {
      scene.about("CP-002");
      await scene.onceProvisioned();
      await scene.touchOwner(1);
      const revisions = await scene.allRevisions();
      const first = revisions.findIndex((revision) => scene.isDone(revision));
      for (const revision of revisions.slice(first)) {
        scene.about("CP-002");
        scene.expectDone(revision);
        scene.about("CP-003");
        // If the Cluster has an endpoint from the start, the control plane did not create it.
        if (scene.machines === undefined && scene.subject.cluster?.controlPlaneEndpoint === undefined)
          mustHaveEndpoint(revision);
      }
    },
  },
  {
    rules: ["CP-004"],
    sentence: "has a selector and every counter of the contract, if it has replicas",
    run: async (scene) => {
      const { status = {} } = await scene.provisioned();
      if (!hasReplicas(scene)) return;
      scene.about("CP-004");
      for (const name of counterFields(scene)) {
        const value = status[name];
        must(value !== undefined, `status.${name} is not set`);
        const isNegative = typeof value === "number" && value < 0;
        must(!isNegative, `status.${name} is ${JSON.stringify(value)}, which is negative`);
      }
    },
  },
  {
    rules: ["CP-013"],
    sentence: "never counts more instances that are ready, available or up to date than there are, if it has replicas",
    run: async (scene) => {
      await scene.provisioned();
      if (!hasReplicas(scene)) return;
      scene.about("CP-013");
      const { contract } = scene.subject.definition;
      for (const revision of await scene.allRevisions()) {
        const [wrong] = partViolations("ControlPlane", contract, storedCounts("ControlPlane", contract, revision));
        const found = wrong === undefined ? "" : `${wrong.path} is ${String(wrong.actual)}, expected ${wrong.expected}`;
        must(wrong === undefined, found);
      }
    },
  },
  {
    rules: ["CP-005"],
    sentence: "reports the Kubernetes versions in use, the oldest first, if a version is requested",
    run: async (scene) => {
      const { spec = {}, status = {} } = await scene.provisioned();
      if (spec.version === undefined) return;
      scene.about("CP-005");
      mustReportVersions(status);
    },
  },
  {
    rules: ["CP-007"],
    sentence: "reports in its condition Available whether it can be used",
    run: async (scene) => {
      const object = await scene.provisioned();
      scene.about("CP-007");
      const { type: name } = roleOf("ControlPlane").mirrored;
      mustHave(
        "status.conditions",
        conditionsOf(object),
        `a condition ${name} that is True, with a reason`,
        ({ type, status, reason }) =>
          type === name && status === "True" && typeof reason === "string" && reason.length > 0,
      );
    },
  },
  {
    rules: ["CP-008"],
    sentence: "stores the kubeconfig in a Secret of the contract's form no later than it reports initialization",
    run: async (scene) => {
      scene.traffic.refuse = ({ kind }) => (kind === "Secret" ? refusal() : undefined);
      await scene.createReady();
      await scene.pass(30);
      scene.about("CP-008");
      scene.expectDone(await scene.get(), false);
      scene.traffic.refuse = undefined;
      await scene.untilDone();
      mustBeKubeconfig(await scene.publishedSecret());
    },
  },
  {
    rules: ["BH-006"],
    sentence: "stays unchanged until a Cluster owns it",
    run: async (scene) => {
      await scene.createObject();
      scene.about("BH-006");
      await scene.pass(30);
      await mustBeUntouched(scene);
      await scene.adopt(await scene.objects.createCluster());
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-004"],
    sentence: "has its finalizer before anything is created outside",
    run: (scene) => expectFinalizerFirst(scene, "IB-004"),
  },
  {
    rules: ["IB-012"],
    sentence: "exists until its control plane is deleted, even if that deletion fails once",
    run: (scene) => expectRemovedFirst(scene, "IB-012"),
  },
  {
    rules: ["BH-009"],
    // Requests for Machines are lost in perturbation runs.
    concerns: (definition) => !hasMachines(definition),
    sentence: "leaves nothing outside if the response to a creation was lost",
    run: expectNothingLeftOfLostAnswer,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps the control plane when clusterctl move deletes the object",
    run: expectMoveKeepsInfrastructure,
  },
];

/** Whether the kind has the scale subresource. */
function hasReplicas({ subject: { definition } }: Scene): boolean {
  const [crd] = definition.crds;
  return crd?.spec.versions.some(({ subresources }) => subresources?.scale !== undefined) === true;
}

/** The status fields that go with replicas, in the newest contract of the kind. */
function counterFields({ subject: { definition } }: Scene): readonly string[] {
  return fieldsIn("ControlPlane", definition.contract)
    .filter(({ field, place }) => field.option === "replicas" && place.path.startsWith("status."))
    .map(({ place }) => place.path.slice("status.".length));
}

function mustReportVersions(status: Readonly<Record<string, unknown>>): void {
  const versions = versionsIn(status);
  must(versions.length > 0, "its status reports no version");
  for (const version of versions) {
    const isOne = readKubernetesVersion(version) !== undefined;
    must(isOne, `status reports version ${version}, which is not a Kubernetes version`);
  }
  mustEqual("the versions that its status reports", versions, versions.toSorted(compareKubernetesVersions));
  if (status.version !== undefined) mustEqual("status.version", status.version, versions[0]);
}

function versionsIn({ version, versions }: Readonly<Record<string, unknown>>): readonly string[] {
  const listed = (Array.isArray(versions) ? (versions as unknown[]) : []).map((item) => fieldsOf(item).version);
  return (listed.length > 0 ? listed : [version]).filter((text) => typeof text === "string");
}

function mustBeKubeconfig(secret: Secret | undefined): void {
  must(secret !== undefined, `Secret ${kubeconfigName} does not exist`);
  mustEqual(`the type of Secret ${kubeconfigName}`, secret.type, secretType);
  const label = secret.metadata.labels?.[labels.clusterName];
  must(label === objectName, `the Secret's label ${labels.clusterName} is ${label ?? "not set"}, not ${objectName}`);
  const kubeconfig = Buffer.from(secret.data?.[secretKeys.value] ?? "", "base64").toString("utf8");
  const { problem } = inspectKubeconfig(kubeconfig);
  must(problem === undefined, `the kubeconfig in Secret ${kubeconfigName} cannot be used: ${String(problem)}`);
}
