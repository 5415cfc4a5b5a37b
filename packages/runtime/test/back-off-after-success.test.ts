import { ApiServer } from "@capstan/apiserver";
import { channelSource, Controller, createClient, createRequest, Manager, Result } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";

test("after a success, the next failure is retried after the initial delay", async () => {
  // given a reconciler that fails three times, succeeds, and fails once more
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  const clock = new FakeClock();
  const manager = new Manager({ name: "test", client, clock });
  clock.settle = () => manager.settled();
  const source = channelSource();
  const times: number[] = [];
  const startMs = clock.now();
  const reconcile = (): Promise<Result> => {
    times.push(clock.now() - startMs);
    if ([1, 2, 3, 5].includes(times.length)) throw new Error("boom");
    return Promise.resolve(Result.awaitChange());
  };
  manager.add(new Controller({ name: "things", sources: [source], reconciler: { reconcile } }));
  await manager.start();
  source.push(createRequest("a"));
  await clock.advance({ milliseconds: 5 + 10 + 20 });
  expect(times).toEqual([0, 5, 15, 35]);
  // when it is triggered again
  source.push(createRequest("a"));
  await clock.advance({ seconds: 1 });
  // then it is retried after 5 ms, not 40
  expect(times.slice(4)).toEqual([35, 40]);
  await manager.stop();
  await client.close();
});
