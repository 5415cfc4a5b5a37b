import { parseManifests } from "@capstan/kube";
import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { CustomResourceDefinition } from "@capstan/contract";
import type { PolicyRule } from "@capstan/provider";
import type { Manifest } from "@capstan/testkit";
import { expect } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../..");
const capstan = path.join(root, "packages/cli/src/main.ts");

/** A Role or ClusterRole from `capstan generate rbac`. */
export type GeneratedRole = Manifest & { readonly rules: readonly PolicyRule[] };

/** The output of `capstan generate` for a provider. */
export interface GeneratedManifests {
  /** Namespace, CRDs, ServiceAccount, roles, bindings and Deployment. */
  readonly components: readonly Manifest[];
  readonly crds: readonly CustomResourceDefinition[];
  readonly roles: readonly GeneratedRole[];
}

/**
 * Runs `capstan generate rbac components`, as an author does, and reads the output.
 *
 * @param from - the module that exports the definitions.
 * @param name - the provider's name; by default derived from its kinds.
 */
export async function generateManifests(from: string, name?: string): Promise<GeneratedManifests> {
  await using directory = await mkdtempDisposable(path.join(tmpdir(), "generated-"));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...["--conditions=source", capstan, "generate", "rbac", "components", "--out", directory.path],
      ...["--from", from, "--image", "registry.example.com/provider:v0.1.0"],
      ...(name === undefined ? [] : ["--name", name]),
    ],
    { cwd: root },
  );
  const files = stdout.trim().split("\n");
  const [roles = [], components = []] = await Promise.all(files.map(readDocuments));
  const isRole = ({ kind }: Manifest) => kind === "Role" || kind === "ClusterRole";
  expect(components.filter(isRole)).toEqual(roles);
  return {
    components,
    crds: components.filter(({ kind }) => kind === "CustomResourceDefinition") as unknown as CustomResourceDefinition[],
    roles: roles as GeneratedRole[],
  };
}

async function readDocuments(file: string): Promise<Manifest[]> {
  return parseManifests(file, await readFile(file, "utf8")) as Manifest[];
}
