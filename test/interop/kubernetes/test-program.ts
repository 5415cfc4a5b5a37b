import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const run = promisify(execFile);
const moduleName = "k8s.io/kubernetes";

/** Kubernetes' end-to-end tests, compiled. */
export interface TestProgram {
  /** The version of Kubernetes. */
  readonly version: string;
  readonly file: string;
  /** The folder of results on the real server. */
  readonly real: string;
}

/** Compiles the tests for the version of the programs in a folder, unless they are compiled already. */
export async function testProgram(assets: string, rebuild: boolean): Promise<TestProgram> {
  const { stdout } = await run(path.join(assets, "kube-apiserver"), ["--version"]);
  const version = stdout.trim().replace("Kubernetes ", "");
  const folder = path.join(cacheFolder(), `kubernetes-tests-${version}`);
  const file = path.join(folder, "kubernetes.test");
  if (rebuild || (await stat(file).catch(() => undefined)) === undefined) await compile(folder, version, file);
  return { version, file, real: path.join(folder, "real") };
}

async function compile(folder: string, version: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "go.mod"), await moduleFile(version));
  await copyFile(path.join(import.meta.dirname, "suite_test.go"), path.join(folder, "suite_test.go"));
  const unfinished = `${file}.unfinished`;
  const env = { ...process.env, CGO_ENABLED: "0" };
  await run("go", ["test", "-c", "-mod=mod", "-o", unfinished, "."], { cwd: folder, env });
  await rename(unfinished, file);
}

/** Kubernetes requires its own libraries as parts of its repository; the published libraries have separate versions. */
async function moduleFile(version: string): Promise<string> {
  const { stdout } = await run("go", ["mod", "download", "-json", `${moduleName}@${version}`]);
  const { GoMod: file } = JSON.parse(stdout) as { readonly GoMod: string };
  const published = await readFile(file, "utf8");
  const libraries = [...published.matchAll(/^\s+(k8s\.io\/\S+) v0\.0\.0$/gm)].map(([, name = ""]) => name);
  const goVersion = /^go \S+$/m.exec(published)?.[0] ?? "";
  return [
    "module capstan.invalid/suites/kubernetes",
    goVersion,
    `require ${moduleName} ${version}`,
    ...libraries.map((name) => `replace ${name} => ${name} ${version.replace("v1.", "v0.")}`),
    "",
  ].join("\n");
}

/** The folder that also holds the reference builds. */
function cacheFolder(): string {
  const caches = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  return process.env.CAPSTAN_REFERENCE_DIR ?? path.join(caches, "capstan-reference");
}
