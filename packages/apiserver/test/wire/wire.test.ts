import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, Wire } from "../conformance/target.ts";
import { bindingCases } from "./cases/parts.ts";
import { bodyCases } from "./cases/bodies.ts";
import { deletionCases } from "./cases/deletions.ts";
import { kindCases } from "./cases/kinds.ts";
import { listCases } from "./cases/lists.ts";
import { methodCases } from "./cases/methods.ts";
import { ownerCases } from "./cases/owners.ts";
import { outputCases } from "./cases/outputs.ts";
import { patchCases } from "./cases/patches.ts";
import { resourceCases } from "./cases/resources.ts";
import { syntaxCases } from "./cases/syntax.ts";
import { yamlCases } from "./cases/yaml.ts";
import { differences, otherStatus } from "./differences.ts";
import { normalized, type Seen } from "./normalized.ts";
import type { WireCase, WireRequest } from "./cases/wire-case.ts";

const subjects: Readonly<Record<string, readonly WireCase[]>> = {
  methods: methodCases,
  bodies: bodyCases,
  lists: listCases,
  outputs: outputCases,
  patches: patchCases,
  deletions: deletionCases,
  resources: resourceCases,
  kinds: kindCases,
  syntax: syntaxCases,
  yaml: yamlCases,
  owners: ownerCases,
  bindings: bindingCases,
};

interface Server extends AsyncDisposable {
  readonly kubeconfig: string;
  readonly url: string;
}

describe.runIf(process.env.KUBEBUILDER_ASSETS)("both servers give the same answer", { timeout: 60_000 }, () => {
  const servers: Server[] = [];
  let cases = 0;

  beforeAll(async () => {
    servers.push(...(await Promise.all([ApiServer.start(), RealApiServer.start({ rbac: true })])));
  }, 120_000);

  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  /** What a server answers to the last request of a case, in a namespace of its own. */
  async function ask({ kubeconfig, url }: Server, namespace: string, wireCase: WireCase): Promise<Seen> {
    const wire = new Wire(kubeconfig);
    await wire.post("/api/v1/namespaces", { metadata: { name: namespace } });
    for (const before of wireCase.first ?? []) await sent(wire, namespace, before);
    return normalized(await sent(wire, namespace, wireCase), [new URL(url).host]);
  }

  describe.each(Object.entries(subjects))("%s", (subject, members) => {
    test.concurrent.each(members.map((member) => [member.what, member] as const))("%s", async (what, member) => {
      cases += 1;
      const namespace = `case-${cases}`;
      const [embedded, real] = await Promise.all(servers.map((server) => ask(server, namespace, member)));
      const name = `${subject}: ${what}`;
      expect([embedded?.status, real?.status]).toEqual(otherStatus[name] ?? [real?.status, real?.status]);
      if (differences[name] === undefined) expect(embedded).toEqual(real);
      // What has become equal is to be taken off the list.
      else expect(embedded).not.toEqual(real);
    });
  });
});

test("each difference is one of a case, and no case is there twice", () => {
  const names = Object.entries(subjects).flatMap(([subject, members]) =>
    members.map(({ what }) => `${subject}: ${what}`),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(differences).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(otherStatus).filter((name) => differences[name] === undefined)).toEqual([]);
});

function sent(wire: Wire, namespace: string, { send, headers = {}, body }: WireRequest): Promise<Answer> {
  const filled = (text: string): string => text.replaceAll("{ns}", namespace);
  const [method = "GET", path = "/"] = filled(send).split(" ", 2);
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  return wire.send(method, path, text === undefined ? undefined : filled(text), { ...headers });
}
