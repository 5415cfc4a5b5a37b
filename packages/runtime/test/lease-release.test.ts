// A manager that is stopped while its Lease is being written releases the Lease, whether or not the server has stored that write.
import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { type Client, createClient, delegatingClient, Lease, Manager } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";

const key = { name: "things", namespace: "default" };

/** A write of a Lease: `send` sends it, and `signal` is the one that the manager aborts. */
interface LeaseWrite {
  readonly send: () => Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

type Fate = (write: LeaseWrite, stop: () => void) => Promise<void>;

/** A manager, and a test that decides what happens to the writes of its Lease while it is running. */
async function world() {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const observer = createClient({ kubeconfig: server.kubeconfig, userAgent: "observer/1" });
  closing.defer(() => observer.close());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "candidate/1" });
  closing.defer(() => client.close());
  const clock = new FakeClock();
  let fate: Fate | undefined;
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    void manager.stop();
  };
  const passing = async <T>(signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> => {
    if (fate === undefined || isStopping) return send();
    let answer: Promise<T> | undefined;
    await fate({ send: () => (answer ??= send()), signal }, stop);
    return answer ?? send();
  };
  const guarded: Partial<Client> = {
    create: (kind, object, options) => passing(options?.signal, () => client.create(kind, object)),
    replace: (kind, object, options) => passing(options?.signal, () => client.replace(kind, object)),
  };
  const manager: Manager = closing.use(
    new Manager({
      name: "things",
      client: { ...delegatingClient(client), ...guarded },
      clock,
      stopTimeoutMs: 1_000,
      leaderElection: { namespace: "default", identity: "candidate" },
    }),
  );
  const state = { elected: false };
  manager.on("elected", () => (state.elected = true));
  const lease = async () => observer.get(Lease, key).catch(() => undefined);
  return {
    manager,
    clock,
    state,
    observer,
    lease,
    decideWrites: (decided: Fate) => (fate = decided),
    isStopping: () => isStopping,
    store: (spec: NonNullable<Lease["spec"]>) =>
      observer.create(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: key, spec }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof world>>;

const writes: readonly [string, (env: World, fate: Fate) => Promise<void>][] = [
  [
    "creates its Lease",
    async (env, fate) => {
      env.decideWrites(fate);
      await env.manager.start();
    },
  ],
  [
    "takes a released Lease",
    async (env, fate) => {
      await env.store({ holderIdentity: "", leaseDurationSeconds: 1 });
      env.decideWrites(fate);
      await env.manager.start();
    },
  ],
  [
    "renews its Lease",
    async (env, fate) => {
      await env.manager.start();
      await until(() => env.state.elected);
      env.decideWrites(fate);
      await env.clock.advance({ seconds: 2 });
    },
  ],
];

const fates: readonly [string, Fate][] = [
  [
    "stored and answered",
    async ({ send }, stop) => {
      await send();
      stop();
    },
  ],
  [
    "stored, and aborted before the answer",
    async ({ send, signal }, stop) => {
      await send();
      stop();
      signal?.throwIfAborted();
    },
  ],
  [
    "aborted before it was sent",
    (write, stop) => {
      stop();
      write.signal?.throwIfAborted();
      return Promise.resolve();
    },
  ],
];

test.each(fates.flatMap(([fate, decide]) => writes.map(([name, begin]) => ({ fate, decide, name, begin }))))(
  "a manager that is stopped while it $name holds none afterwards: the write is $fate",
  async ({ decide, begin }) => {
    await using env = await world();
    await begin(env, decide);
    await until(() => env.isStopping());
    await env.manager.stop();
    expect((await env.lease())?.spec?.holderIdentity ?? "").toBe("");
  },
);

test.each(writes)(
  "an aborted write that arrives after a manager that %s has stopped is rejected",
  async (_name, begin) => {
    // given a write that is on its way when it is aborted
    await using env = await world();
    let arrive: (() => Promise<unknown>) | undefined;
    await begin(env, ({ send, signal }, stop) => {
      arrive = send;
      stop();
      signal?.throwIfAborted();
      return Promise.resolve();
    });
    await until(() => env.isStopping());
    await env.manager.stop();
    // when it arrives, then the server rejects it
    await expect(arrive?.()).rejects.toMatchObject({ status: 409 });
    expect((await env.lease())?.spec?.holderIdentity).toBe("");
  },
);

test("a stopped candidate leaves the Lease of another process unchanged", async () => {
  await using env = await world();
  const { metadata } = await env.store({ holderIdentity: "other", leaseDurationSeconds: 15 });
  await env.manager.start();
  await env.manager.stop();
  expect((await env.lease())?.metadata.resourceVersion).toBe(metadata.resourceVersion);
});

test("a candidate whose write was aborted leaves the Lease to another process that has taken it", async () => {
  // given a released Lease that another process takes while this one stops
  await using env = await world();
  const released = await env.store({ holderIdentity: "", leaseDurationSeconds: 1 });
  env.decideWrites(async ({ signal }, stop) => {
    await env.observer.replace(Lease, { ...released, spec: { holderIdentity: "other", leaseDurationSeconds: 15 } });
    stop();
    signal?.throwIfAborted();
  });
  await env.manager.start();
  await until(() => env.isStopping());
  await env.manager.stop();
  expect((await env.lease())?.spec?.holderIdentity).toBe("other");
});

test("a stopped leader releases the Lease only after the work that it began as the leader has ended", async () => {
  // given a leader whose work is sending a write when it is stopped
  await using env = await world();
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  env.manager.whenLeading(async () => {
    begin(undefined);
    await answered;
  });
  await env.manager.start();
  await begun;
  const stopped = env.manager.stop();
  await env.clock.advance({ milliseconds: 500 });
  expect((await env.lease())?.spec?.holderIdentity).toBe("candidate");
  // when the write is answered, then another process may lead
  answer(undefined);
  await stopped;
  expect((await env.lease())?.spec?.holderIdentity).toBe("");
});

test("a stopped leader whose work does not end lets its Lease expire", async () => {
  await using env = await world();
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  env.manager.whenLeading(async () => {
    begin(undefined);
    await new Promise(() => undefined);
  });
  await env.manager.start();
  await begun;
  const stopped = env.manager.stop();
  await env.clock.advance({ seconds: 2 });
  await stopped;
  expect((await env.lease())?.spec?.holderIdentity).toBe("candidate");
});
