import { readFileSync } from "node:fs";
import { mkdtempDisposable, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import type { ProviderDefinition } from "@capstan/provider";
import { installCRDs } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { scaffold } from "create-capstan-provider";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** The parameters that a user passes to `clusterctl generate cluster`; all others have defaults. */
const variables: Readonly<Record<string, string>> = {
  CLUSTER_NAME: "c1",
  NAMESPACE: "default",
  KUBERNETES_VERSION: "v1.36.0",
  CONTROL_PLANE_MACHINE_COUNT: "1",
  WORKER_MACHINE_COUNT: "2",
};

describe.runIf(goCoreAvailable)(
  "the cluster template of a new infrastructure provider, with the Go managers' webhooks",
  () => {
    test("is admitted, and stays unchanged when a GitOps tool applies it again", async () => {
      await using parent = await mkdtempDisposable(path.join(tmpdir(), "scaffold-template-"));
      const folder = path.join(parent.path, "project");
      await scaffold({ folder, type: "infrastructure", name: "hello", group: "infrastructure.example.com" });
      await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
      const { definitions } = (await import(path.join(folder, "src/api/definitions.ts"))) as {
        readonly definitions: readonly ProviderDefinition[];
      };
      await using management = await GoManagementCluster.start({
        server: "embedded",
        with: ["bootstrap", "controlplane"],
      });
      const crds = definitions.flatMap((definition) => definition.crds);
      await installCRDs(management.client, crds, { timeoutMs: 60_000 });
      const template = readFileSync(path.join(folder, "templates/cluster-template.yaml"), "utf8");
      const manifest = template.replaceAll(/\$\{(\w+)(?::=(\w+))?\}/g, (_, name: string, initial: string) => {
        return variables[name] ?? initial;
      });

      const first = await applyYAML(management.client, manifest);
      const again = await applyYAML(management.client, manifest);

      expect(first.map(({ kind }) => kind)).toContain("KubeadmControlPlane");
      expect(first).toHaveLength(7);
      expect(again.map(({ metadata }) => metadata.generation)).toEqual(first.map(() => 1));
    });
  },
);
