import path from "node:path";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const project = new ESLint({ cwd: root });
const rule = "request-paths/made-by-function";

/** The number of findings of the project's rule in a file. */
async function findings(code: string, file = "examples/infrastructure-rest-cloud/src/sample.ts"): Promise<number> {
  const filePath = path.join(root, file);
  const config = (await project.calculateConfigForFile(filePath)) as Required<Linter.Config>;
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser },
      plugins: { "request-paths": config.plugins["request-paths"] ?? {} },
      rules: { [rule]: config.rules[rule] ?? "off" },
    },
  });
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.length ?? 0;
}

describe("a path that contains untrusted text without requestPath is reported:", () => {
  test.each([
    ["a template", "const path = `/apis/${group}/${version}`;"],
    ["a template that encodes", "const path = `/api/v1/nodes/${encodeURIComponent(name)}`;"],
    ["a sum", 'const path = "/api/v1/nodes/" + name;'],
    ["a cast", "send({ text } as RequestPath);"],
    ["a cast by way of unknown", "const path = text as unknown as RequestPath;"],
    ["any cast of what a client is handed", 'await client.request("GET", text as never);'],
    ["a tag that is called", "const path = requestPath([text] as never);"],
    ["an address with a part", "await fetch(`${url}/v1/servers/${id}`);"],
    ["an address with a part, encoded", "const to = new URL(`/groups/${encodeURIComponent(name)}`, url);"],
    ["an address with a parameter", "await fetch(`https://cloud/v1/servers?tag=${tag}`);"],
  ])("%s", async (_what, code) => {
    expect(await findings(code)).toBe(1);
    expect(await findings(code, "packages/core-controllers/src/sample.ts")).toBe(1);
  });
});

describe("not reported are", () => {
  test.each([
    ["a template of the function", "await client.request('GET', requestPath`/apis/${group}/${version}`);"],
    ["text of the program", 'const path = "/api/v1/namespaces"; if (url.startsWith("/api/")) go();'],
    ["an address with a host", "const url = new URL(`https://${address}`); await fetch(`http://${health}/readyz`);"],
    ["an address with a path that was made", "await fetch(`${url}${requestPath`/v1/servers/${id}`.text}`);"],
    ["other casts and requests", 'const a = b as Request; client.request("GET", path);'],
  ])("%s", async (_what, code) => {
    expect(await findings(code)).toBe(0);
  });

  test("the file of requestPath, and the server's packages", async () => {
    const code = "const path = { text: `/apis/${group}` } as RequestPath;";
    expect(await findings(code, "packages/runtime/src/client/request-path.ts")).toBe(0);
    expect(await findings(code, "packages/apiserver/src/sample.ts")).toBe(0);
  });
});
