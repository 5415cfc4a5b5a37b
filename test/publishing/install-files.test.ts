import { execFile } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { isJsonObject, parseManifests } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { installFiles } from "../../build/images/install-files.ts";
import { imagePrograms } from "../../build/images/programs.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const assets = process.env.KUBEBUILDER_ASSETS ?? "";

/** A folder with the files that install an image. */
function installed(program: (typeof imagePrograms)[number]) {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), "install-files-"));
  const files = installFiles(program, "1.2.3").map(({ path: name, text }) => {
    const file = path.join(folder.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  return {
    folder: folder.path,
    files,
    [Symbol.dispose]() {
      folder.remove();
    },
  };
}

/** The Deployment among manifests. */
function deploymentIn(manifests: string): unknown {
  const isDeployment = (object: unknown): boolean => isJsonObject(object) && object.kind === "Deployment";
  return parseManifests("components", manifests).find(isDeployment);
}

describe.each(imagePrograms)("the installation files of $name", (program) => {
  const { name, flags } = program;

  test("are a clusterctl release that violates no rule, with the flags that the image needs", async () => {
    using release = installed(program);
    const check = ["--conditions=source", path.join(root, "packages/cli/src/main.ts"), "check"];
    const checked = await run(process.execPath, [...check, ...release.files.slice(0, -1)]);
    expect(checked.stdout).toContain("Findings: 0 MUST");
    const components = installFiles(program, "1.2.3").find(({ path: file }) => file.endsWith("-components.yaml"));
    expect(deploymentIn(components?.text ?? "")).toMatchObject({
      spec: {
        template: {
          spec: {
            containers: [
              {
                image: `registry.example.com/${name}:v1.2.3`,
                args: expect.arrayContaining(["--leader-elect", ...flags]) as string[],
                securityContext: { readOnlyRootFilesystem: true },
              },
            ],
          },
        },
      },
    });
  });

  test.runIf(assets !== "")("are a kustomization that can change the image of the components", async () => {
    using release = installed(program);
    const file = path.join(release.folder, "kustomization.yaml");
    const text = installFiles(program, "1.2.3").find(({ path: other }) => other === "kustomization.yaml")?.text ?? "";
    writeFileSync(file, text.replace(/newName: .*/, `newName: mirror.example.com/${name}`));
    const built = await run(path.join(assets, "kubectl"), ["kustomize", release.folder], { maxBuffer: 2 ** 25 });
    const containers = [{ image: `mirror.example.com/${name}:v1.2.3` }];
    expect(deploymentIn(built.stdout)).toMatchObject({ spec: { template: { spec: { containers } } } });
  });
});
