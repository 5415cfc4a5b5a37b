import {
  type Certificate,
  controlPlaneCertificates,
  generateCertificateAuthority,
  generateServiceAccountKeyPair,
  type KubeadmConfigSpec,
  renderControlPlaneJoin,
  renderInit,
  renderWorkerJoin,
} from "@capstan/bootstrap-kubeadm";
import { parseBootstrapData } from "@capstan/bootstrap-data";
import { decideBoot, type ObservedCluster } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/provider";
import { beforeAll, describe, expect, test } from "vitest";
import { tokenText } from "../bootstrap-data.ts";
import { caCertHash } from "../certificates.ts";
import { initializedBy } from "./initialized-by.ts";

const endpoint = { host: "127.0.0.1", port: 34567 };
const now = systemClock.now();
const setup = { files: [], users: [] };
const spec: KubeadmConfigSpec = {};
let certificates: Certificate[];

beforeAll(async () => {
  certificates = await Promise.all(
    controlPlaneCertificates(undefined).map(async (requirement) => ({
      ...requirement,
      ...(requirement.purpose === "sa"
        ? await generateServiceAccountKeyPair("RSA-2048")
        : await generateCertificateAuthority({ now })),
    })),
  );
});

function decide(data: string, kubernetesVersion: string, cluster: Partial<ObservedCluster> = {}) {
  const image = parseBootstrapData(data, { instanceID: "i", localHostname: "m-0" });
  return decideBoot(image, { hostname: "m-0", kubernetesVersion }, { endpoint, now, ...cluster });
}

function init(kubernetesVersion: string) {
  const cluster = { clusterName: "c1", controlPlaneEndpoint: `${endpoint.host}:${endpoint.port}` };
  return decide(renderInit({ spec, setup, kubernetesVersion, cluster, certificates }), kubernetesVersion);
}

const initialized = (kubernetesVersion: string) => initializedBy(init(kubernetesVersion));

/** RSA keys, and both of kubeadm's API versions. */
describe.each(["v1.36.0", "v1.30.2"])("the rendered output of the kubeadm bootstrap provider for %s", (version) => {
  const discovery = () => ({
    bootstrapToken: {
      token: tokenText,
      apiServerEndpoint: `${endpoint.host}:${endpoint.port}`,
      caCertHashes: [caCertHash(certificates.find(({ purpose }) => purpose === "ca")?.certificate ?? "")],
    },
  });

  test("initializes a control plane", () => {
    expect(init(version)).toMatchObject({ outcome: "initializes", node: { name: "m-0" } });
  });

  test("joins a worker, with the taint of an uninitialized Node", () => {
    const data = renderWorkerJoin({ spec, setup, kubernetesVersion: version, discovery: discovery() });
    expect(decide(data, version, initialized(version))).toMatchObject({
      outcome: "joinsAsWorker",
      node: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }] },
    });
  });

  test("joins a control plane", () => {
    const data = renderControlPlaneJoin({
      spec,
      setup,
      kubernetesVersion: version,
      discovery: discovery(),
      certificates,
    });
    expect(decide(data, version, initialized(version)).outcome).toBe("joinsAsControlPlane");
  });
});
