import { coreCRDs, type CustomResourceDefinition, type CustomResourceDefinitionVersion } from "@capstan/contract";
import { ofOldRelease, serverWithCRDs } from "@capstan/harness/servers";
import { CoreVersionError, isCapstanError, runProvider } from "@capstan/provider";
import {
  type Client,
  createClient,
  createLogger,
  CustomResourceDefinition as CustomResourceDefinitionKind,
  installCRDs,
  Manager,
} from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { ShellConfigReconciler } from "../shell-config.ts";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });

/** The core's CRDs of a release that serves v1beta2 in addition to v1beta1, and still stores v1beta1. */
function ofNextRelease(crd: CustomResourceDefinition): CustomResourceDefinition {
  const storing = (version: CustomResourceDefinitionVersion) => ({ ...version, storage: version.name === "v1beta1" });
  return { ...crd, spec: { ...crd.spec, versions: crd.spec.versions.map(storing) } };
}

function managerOf(closing: AsyncDisposableStack, { kubeconfig }: { readonly kubeconfig: string }): Manager {
  const client = createClient({ kubeconfig, userAgent: "provider/1" });
  closing.defer(() => client.close());
  const manager = closing.use(new Manager({ name: "provider", client, logger: silent }));
  new ShellConfigReconciler().setup(manager);
  return manager;
}

async function installedNames(client: Client): Promise<string[]> {
  return (await client.list(CustomResourceDefinitionKind)).items.map(({ metadata }) => metadata.name).toSorted();
}

describe("on a management cluster whose core serves v1beta1 only, a provider", () => {
  test("installs nothing and does not start, and names the versions and the remedy", async () => {
    await using management = await serverWithCRDs(coreCRDs.map(ofOldRelease));
    const before = await installedNames(management.client);
    const errors: unknown[] = [];
    await runProvider({
      name: "shell",
      reconcilers: [new ShellConfigReconciler()],
      argv: [
        "--install",
        "--v=-1",
        "--health-addr=0",
        "--diagnostics-address=0",
        "--kubeconfig",
        management.kubeconfigFile,
      ],
      onFailure: (error) => errors.push(error),
    });
    expect(errors).toEqual([expect.objectContaining({ code: "CoreUnsupported", served: ["v1beta1"] })]);
    expect(String(errors[0])).toMatch(
      /cluster\.x-k8s\.io only in v1beta1, .*in v1beta2\. Upgrade Cluster API to v1\.11/,
    );
    expect(await installedNames(management.client)).toEqual(before);
  });

  test("starts once the core is upgraded, before its objects are stored in v1beta2", async () => {
    await using closing = new AsyncDisposableStack();
    const { client, server } = closing.use(await serverWithCRDs(coreCRDs.map(ofOldRelease)));
    await installCRDs(client, new ShellConfigReconciler().definition.crds);
    const refused: unknown = await managerOf(closing, server)
      .start()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CoreVersionError);
    expect(isCapstanError(refused, "CoreUnsupported")).toBe(true);

    await installCRDs(client, coreCRDs.map(ofNextRelease));
    await managerOf(closing, server).start();
  });
});
