import { ApiServer } from "@capstan/apiserver";
import { coreCRDs, templateCustomResourceDefinition } from "@capstan/contract";
import { goCoreAvailable } from "@capstan/harness/go";
import { servers } from "@capstan/harness/scenes";
import { type Client, createClient, installCRDs, isApiError } from "@capstan/runtime";
import { GoManager, RealApiServer } from "@capstan/testkit";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { type AdmissionCase, objectWith } from "./admission-case.ts";
import { admissionCases, baseOf } from "./admission-cases.ts";

/** The server's refusal of an object; `undefined` if it admits it. */
async function refusalOf(
  client: Client,
  { kind, fields, before }: AdmissionCase,
  name: string,
): Promise<string | undefined> {
  const own = baseOf(kind);
  try {
    if (before === undefined) await client.create(kind, objectWith(kind, name, own, fields));
    else {
      await client.create(kind, objectWith(kind, name, own, before));
      // Updated with a merge patch that names every field of the spec.
      const { spec } = objectWith(kind, name, own, fields) as { spec?: Record<string, unknown> };
      const left = Object.fromEntries(Object.keys(own.spec ?? {}).map((field) => [field, null]));
      await client.patch(kind, { name, namespace: "default" }, { type: "merge", body: { spec: { ...left, ...spec } } });
    }
    return undefined;
  } catch (error) {
    if (isApiError(error) && [400, 403, 422].includes(error.status)) return error.message;
    throw error;
  }
}

const cases = admissionCases.map((each, index) => ({ each, name: `n${index}` }));

/** The kinds that the conversion of v1beta1 references requires. */
const referenced = [
  ["infrastructure", "SomeMachine"],
  ["bootstrap", "SomeConfig"],
].map(([group = "", kind = ""]) =>
  templateCustomResourceDefinition({
    group: `${group}.cluster.x-k8s.io`,
    kind,
    versions: [{ name: "v1beta1", contract: ["v1beta1", "v1beta2"], spec: Type.Object({}) }],
  }),
);

function titleOf({ kind, what }: AdmissionCase): string {
  return `${kind.kind} ${kind.version} ${what}`;
}

describe.each(servers)("the admission of the core's kinds on the %s server", (server) => {
  test("refuses each invalid object with the field's name, and admits the others", async () => {
    await using running = server === "embedded" ? await ApiServer.start() : await RealApiServer.start();
    const client = createClient({ kubeconfig: running.kubeconfig, userAgent: "test" });
    await installCRDs(client, coreCRDs, { timeoutMs: 60_000 });

    const wrong: string[] = [];
    for (const { each, name } of cases) {
      const refusal = await refusalOf(client, each, name);
      const isAsExpected =
        each.refused === undefined ? refusal === undefined : refusal?.includes(each.refused) === true;
      if (!isAsExpected) wrong.push(`${titleOf(each)}: ${refusal ?? "admitted"}`);
    }
    await client.close();

    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(150);
  });
});

describe.runIf(goCoreAvailable)("compared with the webhooks of the Go core", () => {
  test("admits and refuses the same objects, except for listed differences", async () => {
    await using server = await RealApiServer.start({ controllerManager: true });
    await using closing = new AsyncDisposableStack();
    closing.use(await GoManager.start(server, "core", { flags: ["--feature-gates=MachineTaintPropagation=true"] }));
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });

    await installCRDs(client, referenced, { timeoutMs: 60_000 });

    const differences: string[] = [];
    for (const { each, name } of cases) {
      const refusal = await refusalOf(client, each, name);
      const expected = each.upstream?.does ?? (each.refused === undefined ? "admit" : "refuse");
      if (expected !== (refusal === undefined ? "admit" : "refuse"))
        differences.push(`${titleOf(each)}: ${refusal ?? "admitted"}`);
    }
    await client.close();

    expect(differences).toEqual([]);
  });
});
