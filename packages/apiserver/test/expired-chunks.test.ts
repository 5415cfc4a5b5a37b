import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { expect, test } from "vitest";
import { type Answer, Wire } from "./conformance/target.ts";
import { normalized } from "./wire/normalized.ts";

const namespaced = "/api/v1/namespaces/default/configmaps";
/** Only the objects that the test creates. */
const everywhere = "/api/v1/configmaps?labelSelector=of%3Dtest&limit=2";

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly kubeconfig: string;
  /** Expires all versions before the current one. */
  compact(): void | Promise<void>;
}

async function embedded(): Promise<Server> {
  const server = await ApiServer.start();
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    compact: () => {
      server.compact();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The server itself keeps no events for the kind. */
async function real(): Promise<Server> {
  const server = await RealApiServer.start({
    apiServerFlags: ["--watch-cache-sizes=configmaps#0", "--etcd-compaction-interval=0"],
  });
  return {
    url: server.url,
    kubeconfig: server.kubeconfig,
    compact: () => server.compact(),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** Reads lists in chunks, expires the first versions, and continues as a client does. */
async function course(start: () => Promise<Server>): Promise<unknown> {
  await using server = await start();
  const wire = new Wire(server.kubeconfig);
  const answers: Answer[] = [];
  const get = async (path: string): Promise<Answer> => {
    const answer = await wire.get(path);
    answers.push(answer);
    return answer;
  };
  const create = (name: string) =>
    wire.post(namespaced, { metadata: { name, labels: { of: "test" } }, data: { name } });
  const rest = (path: string, { body }: Answer): string =>
    `${path}&continue=${encodeURIComponent(body.metadata.continue)}`;
  for (const name of ["a", "b", "d", "e", "f"]) await create(name);
  const namedChunks = `${namespaced}?fieldSelector=metadata.name!%3Dkube-root-ca.crt&limit=2`;
  const first = await get(namedChunks);
  const all = await get(everywhere);
  // While the version is available, later changes do not appear.
  await create("aa");
  await create("c");
  await wire.delete(`${namespaced}/e`);
  await get(rest(namedChunks, first));
  const version = first.body.metadata.resourceVersion;
  await server.compact();
  const expired = await get(rest(namedChunks, first));
  const expiredAll = await get(rest(everywhere, all));
  await get(`${namespaced}?resourceVersionMatch=Exact&resourceVersion=${version}`);
  await get(`${namespaced}?limit=2&resourceVersion=${version}&resourceVersionMatch=Exact`);
  // The offered tokens continue with the current objects: with c, which is new, and without e, which is deleted.
  const next = await get(rest(namedChunks, expired));
  const nextAll = await get(rest(everywhere, expiredAll));
  await get(rest(namedChunks, next));
  await get(rest(everywhere, nextAll));
  const { host } = new URL(server.url);
  return answers.map((answer) => {
    const seen = normalized(answer, host);
    return { ...seen, names: answer.status === 200 ? namesOf(answer) : [] };
  });
}

function namesOf({ body }: Answer): string[] {
  return ((body as Partial<Answer["body"]>).items ?? []).map(({ metadata }) => metadata.name);
}

test("the rest of an expired chunked list can be read at its current state", async () => {
  const answers = (await course(embedded)) as { status: number; names: string[]; body: { message?: string } }[];
  expect(answers.map(({ status, names }) => [status, names])).toEqual([
    [200, ["a", "b"]],
    [200, ["a", "b"]],
    [200, ["d", "e"]],
    [410, []],
    [410, []],
    [410, []],
    [410, []],
    [200, ["c", "d"]],
    [200, ["c", "d"]],
    [200, ["f"]],
    [200, ["f"]],
  ]);
  expect(answers[3]?.body.message).toMatch(/^The provided continue parameter is too old to display a consistent list/);
});

test.runIf(process.env.KUBEBUILDER_ASSETS)("the real server answers the same when its versions expire", async () => {
  const [ours, theirs] = await Promise.all([course(embedded), course(real)]);
  expect(ours).toEqual(theirs);
});
