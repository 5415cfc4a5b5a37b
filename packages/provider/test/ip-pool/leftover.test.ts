import { type DeletionOutcome, outcome, PendingError, requestPath, Secret } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { addresses, createPool, leaveAddress, ListPoolReconciler, namespace } from "./claims.ts";

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
