import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const project = new ESLint({ cwd: root });
/** The rules that find copies by the shape of code, so they need no types. */
const ours = ["no-restricted-syntax", "@typescript-eslint/no-restricted-imports"];

async function rulesOf(file: string): Promise<Record<string, unknown>> {
  const { rules } = (await project.calculateConfigForFile(file)) as { rules: Record<string, unknown> };
  return Object.fromEntries(ours.flatMap((name) => (rules[name] === undefined ? [] : [[name, rules[name]]])));
}

/** The findings of the project's rules in a file of a package. */
async function findings(code: string, file = "packages/runtime/src/sample.ts"): Promise<string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser },
      plugins: { "@typescript-eslint": tseslint.plugin },
      rules: (await rulesOf(file)) as Linter.RulesRecord,
    },
  });
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ message }) => message);
}

/** Second implementations, as they existed before there was a shared one, and as a contributor may write them. */
const copies: readonly (readonly [concept: string, code: string, instead: string])[] = [
  ["JSON equality", "const same = JSON.stringify(a) === JSON.stringify(b);", "jsonEqual"],
  ["JSON equality", 'import { isDeepStrictEqual } from "node:util";', "jsonEqual"],
  ["JSON equality", "export function jsonEquals(a: unknown, b: unknown) { return a === b; }", "jsonEqual"],
  ["a JSON object", 'const is = (v) => typeof v === "object" && v !== null && !Array.isArray(v);', "isJsonObject"],
  ["a JSON object", 'if (typeof v !== "object" || v === null || Array.isArray(v)) stop();', "isJsonObject"],
  ["a JSON object", "const fieldsOf = (value: unknown) => value;", "fieldsOf"],
  ["a deep copy", "function deepCopy<T>(value: T): T { return value; }", "deepCopy"],
  [
    "apiVersion",
    'const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;',
    "apiVersionOf",
  ],
  ["apiVersion", 'const apiVersion = group === "" ? version : `${group}/${version}`;', "apiVersionOf"],
  ["apiVersion", 'const [group, version] = apiVersion.split("/");', "groupVersionOf"],
  ["apiVersion", 'const group = owner.apiVersion.slice(0, owner.apiVersion.indexOf("/"));', "groupVersionOf"],
  ["an object key", "const key = `${namespace}/${name}`;", "objectKeyText"],
  ["an object key", 'const key = `${metadata.namespace ?? ""}/${metadata.name}`;', "objectKeyText"],
  ["an object key", "const key = `${cluster.namespace}/${cluster.name}`;", "objectKeyText"],
  ["a name in a cloud", "const id = `${metadata.namespace}-${metadata.name}`;", "uniqueName"],
  ["a name in a cloud", 'const id = `${metadata.namespace ?? "default"}.${metadata.name}`;', "uniqueName"],
  ["host and port", 'const at = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;', "hostPort"],
  ["host and port", "const shown = isIPv6(host) ? `[${host}]` : host;", "hostPort"],
  ["a selector", 'switch (operator) { case "DoesNotExist": break; }', "labelMatcher"],
  ["a selector", "const set = /^(\\S+)\\s+(in|notin)\\s+\\(([^)]*)\\)$/.exec(text);", "parseLabelSelector"],
  ["a selector", "function parseSelector(text: string) { return text; }", "parseLabelSelector"],
  ["a duration", "const form = /^(\\d+)(ms|h|m|s)$/;", "parseDuration"],
  ["a duration", "const hours = Math.floor(seconds / 3600);", "formatDuration"],
  ["a duration", "export function goDuration(seconds: number) { return `${seconds}s`; }", "formatDuration"],
  ["an API version", "const form = /^v(\\d+)(?:(alpha|beta)(\\d+))?$/;", "compareApiVersions"],
  ["a version", "const [, minor] = /^v?\\d+\\.(\\d+)/.exec(version) ?? [];", "readKubernetesVersion"],
  ["a version", "const [, major] = /^v?(\\d+)\\.(\\d+)/.exec(version) ?? [];", "readKubernetesVersion"],
  ["a version", "function compareVersions(a: string, b: string) { return 0; }", "compareKubernetesVersions"],
  ["a version", 'import { parse } from "semver";', "@capstan/kube"],
  ["YAML", 'import { load } from "js-yaml";', "parseYaml"],
  ["YAML", 'import { dump, loadAll } from "js-yaml";', "parseManifests"],
  ["YAML", 'import { dump } from "js-yaml";', "writeYaml"],
  ["a quantity", "const form = /^(\\d+)(?:([KMGTPE]i)|([numkMGTPE]))?$/;", "canonicalQuantity"],
  ["back-off", "const delayMs = Math.min(baseMs * 2 ** failures, maxMs);", "backoffMs"],
  ["back-off", "const delayMs = baseMs * Math.pow(2, failures);", "backoffMs"],
  ["a kubeconfig", 'const text = dump({ clusters, "current-context": "x" });', "renderKubeconfig"],
  ["PEM", "const pem = `-----BEGIN PRIVATE KEY-----\\n${body}`;", "privateKeyPem"],
  ["X.509", 'import { X509CertificateGenerator } from "@peculiar/x509";', "@capstan/kube/x509"],
  ["X.509", 'import { createPrivateKey } from "node:crypto";', "@capstan/kube/x509"],
];

describe("a second implementation is reported", () => {
  test.each(copies)("of %s: %s", async (_concept, code, instead) => {
    expect((await findings(code)).join()).toContain(instead);
  });
});

test("uses of the shared implementation are not reported", async () => {
  const code = `
    import { type KeyObject } from "node:crypto";
    import { apiVersionOf, hostPort, isJsonObject, labelMatcher, objectKeyText } from "@capstan/kube";
    const message = \`Secret \${namespace}/\${name} is missing\`;
    const isSelected = labelMatcher("tier in (web)");
    const path = resource === "" ? "nonresource" : \`\${resource}/\${subresource}\`;
    const list = lines.length === 1 ? lines.join("") : \`[\${lines.join(", ")}]\`;
    const most = 2 ** 31 - 1;
  `;
  expect(await findings(code)).toEqual([]);
});

test("the shared implementation itself is not reported", async () => {
  const code = 'export const isJsonObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);';
  expect(await findings(code, "packages/kube/src/json/sample.ts")).toEqual([]);
});

test("only two files of one folder use the YAML library: one reads as Go, one as cloud-init", () => {
  const sources = readdirSync(path.join(root, "packages"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /^[^/]+\/src\/.*\.ts$/.test(file),
  );
  const reading = sources.filter((file) =>
    /import [^;]*\b(load|loadAll|parseEvents)\b[^;]* from "js-yaml"/.test(
      readFileSync(path.join(root, "packages", file), "utf8"),
    ),
  );
  expect(reading.sort()).toEqual(["kube/src/yaml/go/events.ts", "kube/src/yaml/parse-yaml.ts"]);
});

test("every package except kube has these rules", async () => {
  const packages = readdirSync(path.join(root, "packages")).filter((name) => name !== "kube");
  const expected = await rulesOf("packages/runtime/src/index.ts");
  expect(packages).not.toEqual([]);
  for (const name of packages) {
    const rules = await rulesOf(`packages/${name}/src/index.ts`);
    expect(rules["no-restricted-syntax"]).toEqual(expected["no-restricted-syntax"]);
    expect(JSON.stringify(rules["@typescript-eslint/no-restricted-imports"])).toContain("@peculiar/x509");
  }
});
