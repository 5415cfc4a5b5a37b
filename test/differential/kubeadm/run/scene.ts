import { type Client } from "@capstan/runtime";
import { type DifferentialCase } from "../cases/differential-case.ts";
import { type ClusterCertificates, certificateSecrets } from "./cluster-certificates.ts";
import { Stage } from "../stage/stage.ts";

/** Creates the objects of a case in a namespace, the KubeadmConfig last, so that its dependencies exist when it is observed. */
export async function createCase(
  client: Client,
  namespace: string,
  one: DifferentialCase,
  world: { readonly kubeconfig: string; readonly certificates: ClusterCertificates },
): Promise<void> {
  const { name, role, version, spec } = one;
  const stage = new Stage(client, namespace, name);
  await stage.createCluster({
    initialized: role !== "init",
    ...(one.cluster === undefined ? {} : { spec: one.cluster }),
  });
  const secrets = {
    ...certificateSecrets(one, world.certificates),
    ...one.secrets,
    ...(role === "init" ? {} : { [`${name}-kubeconfig`]: { value: world.kubeconfig } }),
  };
  for (const [secret, content] of Object.entries(secrets)) await stage.createSecret(secret, content);
  await stage.createMachine(name, { role, version, ...(spec === undefined ? {} : { spec }) });
}
