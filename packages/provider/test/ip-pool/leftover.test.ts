import {
  annotations,
  Cluster,
  type DeletionOutcome,
  outcome,
  PendingError,
  requestPath,
  type ResourceKind,
  Secret,
} from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  addresses,
  clusterLabel,
  createCluster,
  createPool,
  leaveAddress,
  ListPool,
  ListPoolReconciler,
  namespace,
} from "./claims.ts";

type ReleaseScope = ListPoolReconciler["ReleaseScope"];

/** Releases as a test says. */
class ReleasingReconciler extends ListPoolReconciler {
  readonly scopes: ReleaseScope[] = [];
  answer: (scope: ReleaseScope) => Promise<DeletionOutcome>;

  constructor(answer: ReleasingReconciler["answer"] = () => Promise.resolve(outcome.deleted())) {
    super();
    this.answer = answer;
  }

  override release(scope: ReleaseScope) {
    this.scopes.push(scope);
    return this.answer(scope);
  }
}

const start = (reconciler: ListPoolReconciler) => TestEnvironment.start({ core: false, reconcilers: [reconciler] });
const eventsOf = async (env: TestEnvironment) => {
  const { items } = (await env.client.request("GET", requestPath`/apis/events.k8s.io/v1/events`)) as {
    items: { reason: string; note: string; regarding: { kind: string } }[];
  };
  return items.map(({ reason, note, regarding }) => ({ reason, note, about: regarding.kind }));
};

test("an error in the release of a leftover is an Event without the Secret that it quotes", async () => {
  const reconciler = new ReleasingReconciler(async ({ secret }) => {
    const { token = "" } = (await secret("service")) ?? {};
    throw new Error(`refused with ${token}`);
  });
  await using env = await start(reconciler);
  env.expectError("refused with");
  await env.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "service", namespace },
    data: { token: Buffer.from("t0p-s3cret-t0ken").toString("base64") },
  });
  await createPool(env, ["10.0.0.1"]);
  await leaveAddress(env, "a", "10.0.0.1");
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  expect(await eventsOf(env)).toEqual([
    { reason: "ReconcileError", note: "refused with [secret]", about: "IPAddress" },
  ]);

  // when the release succeeds, with a renewed Secret
  const tokens: unknown[] = [];
  reconciler.answer = async ({ secret }) => {
    tokens.push(await secret("service"));
    return outcome.deleted();
  };
  const renewed = { data: { token: Buffer.from("r3newed-t0ken").toString("base64") } };
  await env.client.patch(Secret, { name: "service", namespace }, { type: "merge", body: renewed });
  await env.clock.advance({ minutes: 1 });
  expect(tokens).toEqual([{ token: "r3newed-t0ken" }]);
  expect(await addresses(env)).toEqual({});
});

test("the release of a leftover that must wait is not reported as an error, and is called again after its delay", async () => {
  const reconciler = new ReleasingReconciler(() => {
    throw new PendingError("ServiceUnavailable", "the service answers 503", { retryAfterMs: 5_000, warning: true });
  });
  await using env = await start(reconciler);
  await createPool(env, ["10.0.0.1"]);
  await leaveAddress(env, "a", "10.0.0.1");
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  const calls = reconciler.scopes.length;
  await env.clock.advance({ seconds: 10 });
  expect(reconciler.scopes).toHaveLength(calls + 2);
  reconciler.answer = () => Promise.resolve(outcome.pending("Releasing", { retryAfterMs: 2_000 }));
  await env.clock.advance({ seconds: 10 });
  expect(reconciler.scopes.length).toBeGreaterThanOrEqual(calls + 5);
  expect(await eventsOf(env)).toEqual([
    { reason: "ServiceUnavailable", note: "the service answers 503", about: "IPAddress" },
  ]);
});

test("the release of a leftover gets its pool and its Cluster", async () => {
  const reconciler = new ReleasingReconciler();
  await using env = await start(reconciler);
  await createPool(env, ["10.0.0.1"]);
  await createCluster(env, "c1", false);
  await leaveAddress(env, "a", "10.0.0.1", { labels: { [clusterLabel]: "c1" } });
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  expect(reconciler.scopes).toMatchObject([
    {
      claimKey: { name: "a", namespace },
      claim: undefined,
      pool: { metadata: { name: "pool" } },
      cluster: { metadata: { name: "c1" } },
      address: { spec: { address: "10.0.0.1" } },
    },
  ]);
});

const pause = { metadata: { annotations: { [annotations.paused]: "" } } };
const unpause = { metadata: { annotations: { [annotations.paused]: null } } };
const patch = (body: object) => ({ type: "merge", body }) as const;

test.each<[string, ResourceKind, string, object, object]>([
  ["spec.paused of its Cluster", Cluster, "c1", { spec: { paused: true } }, { spec: { paused: false } }],
  ["an annotation of its Cluster", Cluster, "c1", pause, unpause],
  ["an annotation of its pool", ListPool.kind, "pool", pause, unpause],
])("a leftover that is paused by %s waits, and is released when the pause ends", async (_by, kind, name, on, off) => {
  const reconciler = new ReleasingReconciler();
  await using env = await start(reconciler);
  await createPool(env, ["10.0.0.1"]);
  await createCluster(env, "c1", false);
  await env.client.patch(kind, { name, namespace }, patch(on));
  await leaveAddress(env, "a", "10.0.0.1", { labels: { [clusterLabel]: "c1" } });
  await env.settled();
  await env.clock.advance({ minutes: 5 });
  expect(reconciler.scopes).toEqual([]);
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  await env.client.patch(kind, { name, namespace }, patch(off));
  await env.settled();
  expect(await addresses(env)).toEqual({});
  expect(reconciler.scopes).toHaveLength(1);
});
