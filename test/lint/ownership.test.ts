import path from "node:path";
import { ESLint } from "eslint";
import { beforeAll, describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
/** A file that the rules apply to; the tests supply its content. */
const file = path.join(root, "packages/core-controllers/src/kit/owned-by.ts");

let eslint: ESLint;

beforeAll(() => {
  eslint = new ESLint({
    cwd: root,
    ruleFilter: ({ ruleId }) => ruleId.startsWith("ownership/"),
    // With CI=true, the parser would use the types of the file on disk, not those of the test's content.
    overrideConfig: {
      languageOptions: {
        parserOptions: { project: "test/lint/tsconfig.json", disallowAutomaticSingleRunInference: true },
      },
    },
  });
});

async function findings(body: string): Promise<string[]> {
  const code = `
    import { controllerOf, type DeepReadonly, type KubernetesObject, type OwnerReference } from "@capstan/contract";
    import { type Cache, type ObjectIndex, Secret } from "@capstan/runtime";
    declare const object: DeepReadonly<KubernetesObject>;
    declare const owner: DeepReadonly<KubernetesObject>;
    declare const reference: OwnerReference;
    declare const cache: Cache;
    declare const index: ObjectIndex;
    ${body}`;
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? "");
}

describe("trusting an owner reference is reported", () => {
  test.each([
    ["the uid of a controller", "export const is = controllerOf(object)?.uid === owner.metadata.uid;"],
    [
      "the uid of any owner",
      "export const is = object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid);",
    ],
    ["a uid in brackets", `export const is = reference["uid"] === owner.metadata.uid;`],
    ["a uid taken apart", "export const { uid } = reference;"],
    ["a key that is a uid", "export const key = [reference].map((each) => each.uid);"],
  ])("%s", async (_what, body) => {
    expect(await findings(body)).toEqual(["ownership/uid-of-reference"]);
  });

  test.each([
    ["an index in all namespaces", `export const all = index.inAllNamespaces("x");`],
    ["a list of all namespaces", "export const all = cache.list(Secret, { allNamespaces: true });"],
  ])("%s", async (_what, body) => {
    expect(await findings(body)).toEqual(["ownership/across-namespaces"]);
  });
});

test.each([
  ["the uid of an object", "export const uid = object.metadata.uid;"],
  ["the uid of metadata taken apart", "export const { uid } = object.metadata;"],
  ["a reference that is made", `export const made: OwnerReference = { ...reference, uid: owner.metadata.uid ?? "" };`],
  ["the name of a controller", "export const name = controllerOf(object)?.name;"],
  ["a lookup in a namespace", `export const found = index.in("a", "x");`],
  ["a list of a namespace", `export const found = cache.list(Secret, { namespace: "a" });`],
])("%s is not reported", async (_what, body) => {
  expect(await findings(body)).toEqual([]);
});
