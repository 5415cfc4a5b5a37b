import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subjects } from "./cases/index.ts";
import type { WireCase } from "./cases/wire-case.ts";
import { differences } from "./differences.ts";
import { answersTo } from "./exchange.ts";
import { normalized, type Seen } from "./normalized.ts";
import { prepare } from "./scene.ts";

interface Server extends AsyncDisposable {
  readonly kubeconfig: string;
  readonly url: string;
}

/** Plugins that set defaults which no case needs. */
const withoutPlugins =
  "--disable-admission-plugins=ServiceAccount,DefaultTolerationSeconds,Priority,TaintNodesByCondition,StorageObjectInUseProtection";

describe.runIf(process.env.KUBEBUILDER_ASSETS)("both servers answer alike", () => {
  const servers: Server[] = [];
  let cases = 0;

  beforeAll(async () => {
    const real = RealApiServer.start({ rbac: true, apiServerFlags: [withoutPlugins] });
    servers.push(...(await Promise.all([ApiServer.start(), real])));
    await Promise.all(servers.map(({ kubeconfig }) => prepare(kubeconfig)));
  });

  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  /** A server's answers to all requests of a case, in a separate namespace. */
  async function ask({ kubeconfig, url }: Server, namespace: string, wireCase: WireCase): Promise<Seen[]> {
    const answers = await answersTo(kubeconfig, namespace, wireCase);
    return answers.map((answer) => normalized(answer, new URL(url).host));
  }

  describe.each(Object.entries(subjects))("%s", (subject, members) => {
    test.concurrent.each(members.map((member) => [member.what, member] as const))("%s", async (what, member) => {
      cases += 1;
      const namespace = `case-${cases}`;
      const [embedded = [], real = []] = await Promise.all(servers.map((server) => ask(server, namespace, member)));
      const statuses = (seen: readonly Seen[]): number[] => seen.map(({ status }) => status);
      expect(statuses(embedded)).toEqual(statuses(real));
      // A case whose preparation fails tests nothing.
      expect(
        statuses(real)
          .slice(0, -1)
          .filter((status) => status >= 300),
      ).toEqual([]);
      if (differences[`${subject}: ${what}`] === undefined) expect(embedded).toEqual(real);
      // A difference that has disappeared must be removed from the list.
      else expect(embedded).not.toEqual(real);
    });
  });
});

test("each difference belongs to a case, and cases are unique", () => {
  const names = Object.entries(subjects).flatMap(([subject, members]) =>
    members.map(({ what }) => `${subject}: ${what}`),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(differences).filter((name) => !names.includes(name))).toEqual([]);
});
