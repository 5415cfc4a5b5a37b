import { type Counted, countManifests, type ProviderFile } from "./counted.ts";

/** Modules that a Go provider builds on: Kubernetes, controller-runtime, Cluster API. */
const framework = /^(k8s\.io|sigs\.k8s\.io)\//;

/** The lines that the author of a Go provider wrote, without generated CRDs, roles and deep copies. */
export function countGo(files: readonly ProviderFile[]): Counted {
  const sources = files.filter(
    ({ path }) => path.endsWith(".go") && !/(_test\.go|zz_generated.*\.go)$|^test\//.test(path),
  );
  const manifests = files.filter(({ path }) => isManifest(path));
  const names = new Set(sources.flatMap(({ text }) => frameworkNames(text)));
  return {
    sourceFiles: sources.length,
    sourceLines: sources.reduce((sum, { text }) => sum + goLines(text), 0),
    ...countManifests(manifests),
    names: [...names].sort(),
  };
}

/** Omits the output of `make manifests`, and examples for users. */
function isManifest(path: string): boolean {
  const isGenerated =
    /^config\/(crd\/bases|samples)\/|^config\/rbac\/role\.yaml$|^config\/webhook\/manifests\.yaml$/.test(path);
  return path.startsWith("config/") && /\.ya?ml$/.test(path) && !isGenerated;
}

function goLines(text: string): number {
  const withoutBlocks = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return withoutBlocks.split("\n").filter((line) => !/^\s*(\/\/|$)/.test(line)).length;
}

/** `alias.Name` of every package of the framework, by the path of the package: aliases differ from file to file. */
function frameworkNames(text: string): string[] {
  const imports = [...text.matchAll(/^\s*(?:import )?(?:([\w.]+) )?"([^"\n]+)"$/gm)];
  return imports.flatMap(([, alias, module = ""]) => {
    if (!framework.test(module)) return [];
    const name = alias ?? packageName(module);
    const used = new Set([...text.matchAll(new RegExp(`\\b${name}\\.([A-Z]\\w*)`, "g"))].map(([, used = ""]) => used));
    return [...used].map((each) => `${module}.${each}`);
  });
}

/** The last part of a module's path, apart from a version. */
function packageName(module: string): string {
  return module.split("/").findLast((part) => !/^v\d+$/.test(part)) ?? module;
}
