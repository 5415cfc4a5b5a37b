import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { channelSource, Controller, createClient, createRequest, Lease, Manager, Result } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { decideLease, leaseSpec } from "../src/manager/lease-decision.ts";
import { until } from "./support/until.ts";

const lease = { name: "things", namespace: "default" };

async function world() {
  const server = await ApiServer.start();
  const clock = new FakeClock();
  const closing: (() => Promise<unknown>)[] = [];
  const candidate = (identity: string) => {
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: `${identity}/1` });
    const source = channelSource();
    const reconciled: string[] = [];
    const manager = new Manager({
      name: "things",
      client,
      clock,
      stopTimeoutMs: 1_000,
      leaderElection: { namespace: "default", identity },
    });
    manager.add(
      new Controller({
        name: "things",
        sources: [source],
        reconciler: {
          reconcile: ({ name }) => {
            reconciled.push(name);
            return Promise.resolve(Result.awaitChange());
          },
        },
      }),
    );
    const state = { elected: false, failed: undefined as Error | undefined };
    manager.on("elected", () => (state.elected = true));
    manager.on("failed", (error) => (state.failed = error));
    closing.push(async () => {
      await manager.stop();
      await client.close();
    });
    return { manager, source, reconciled, state };
  };
  const observer = createClient({ kubeconfig: server.kubeconfig, userAgent: "observer/1" });
  return {
    server,
    clock,
    candidate,
    holder: async () => (await observer.get(Lease, lease)).spec,
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      await observer.close();
      await server.close();
    },
  };
}

test("one of two candidates leads; when it stops, it releases the Lease and the other takes over", async () => {
  // given two candidates
  await using env = await world();
  const first = env.candidate("first");
  const second = env.candidate("second");
  await first.manager.start();
  await until(() => first.state.elected);
  await second.manager.start();
  // when both have work
  first.source.push(createRequest("a"));
  second.source.push(createRequest("b"));
  await first.manager.settled();
  // then only the leader works
  expect([first.reconciled, second.reconciled]).toEqual([["a"], []]);
  expect(await env.holder()).toMatchObject({ holderIdentity: "first", leaseDurationSeconds: 15, leaseTransitions: 0 });
  // and when it stops, the other leads at its next attempt
  await first.manager.stop();
  expect(await env.holder()).toMatchObject({ holderIdentity: "" });
  while (!second.state.elected) await env.clock.advance({ milliseconds: 500 });
  await second.manager.settled();
  expect(second.reconciled).toEqual(["b"]);
  expect(await env.holder()).toMatchObject({ holderIdentity: "second", leaseTransitions: 1 });
});

test("a leader that cannot renew in time stops, and reports why", async () => {
  // given a leader whose server becomes unavailable
  await using env = await world();
  const leader = env.candidate("first");
  await leader.manager.start();
  await until(() => leader.state.elected);
  await env.server.close();
  // when its deadline passes
  while (leader.state.failed === undefined) await env.clock.advance({ milliseconds: 500 });
  // then the failure has its own error type
  expect(leader.state.failed).toMatchObject({ code: "LeadershipLost", retry: "never" });
  await expect(leader.manager.failure).rejects.toBe(leader.state.failed);
});

test.each([
  ["a Lease of ours", { holderIdentity: "me" }, 0, "renew"],
  ["a Lease that was given back", { holderIdentity: "", leaseDurationSeconds: 1 }, 0, "take"],
  ["a Lease that was never held", {}, 0, "take"],
  ["another's that is renewed", { holderIdentity: "other", leaseDurationSeconds: 15 }, 14_999, "wait"],
  ["another's that has run out", { holderIdentity: "other", leaseDurationSeconds: 15 }, 15_000, "take"],
  ["another's that lasts longer than ours", { holderIdentity: "other", leaseDurationSeconds: 60 }, 59_999, "wait"],
  ["such a one that has run out", { holderIdentity: "other", leaseDurationSeconds: 60 }, 60_000, "take"],
  ["another's that says nothing of its time", { holderIdentity: "other" }, 14_999, "wait"],
  ["such a one that is as old as ours may be", { holderIdentity: "other" }, 15_000, "take"],
] as const)("%s", (_name, spec, unchangedMs, decision) => {
  expect(decideLease(spec, "me", unchangedMs, 15_000)).toBe(decision);
});

test("a Lease is written with the full duration that its holder may use", () => {
  const holder = { identity: "me", leaseDurationMs: 2_400, nowMs: 0 };
  expect(leaseSpec(undefined, "take", holder).leaseDurationSeconds).toBe(3);
});
