// The time limit of a request, with all its attempts.
import { ConfigMap, createClient, requestPath } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { RequestTime } from "../src/client/request-time.ts";
import { type Script, ScriptedServer } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const key = { namespace: "default", name: "a" };
const tooLong = { code: "ConnectionFailed", message: expect.stringMatching(/longer than 20 s$/) as string };

async function world(script: Script) {
  const server = await ScriptedServer.start(script);
  const clock = new FakeClock();
  const client = createClient({ ...server.access, userAgent: "test/1", clock });
  return {
    server,
    clock,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("the time of a request starts once, when it is first sent", async () => {
  const clock = new FakeClock();
  const time = new RequestTime(clock, 20_000);
  await clock.advance({ seconds: 5 });
  expect(time.leftMs).toBe(20_000);
  time.begin();
  await clock.advance({ seconds: 5 });
  time.begin();
  await clock.advance({ seconds: 1 });
  expect(time.leftMs).toBe(14_000);
});

/** The outcome of a promise, once it has settled. */
function settling(promise: Promise<unknown>): { end?: PromiseSettledResult<unknown> } {
  const state: { end?: PromiseSettledResult<unknown> } = {};
  void Promise.allSettled([promise]).then(([end]) => {
    state.end = end;
  });
  return state;
}

describe("a request", () => {
  test("without an answer ends after 20 s, and is not sent a second time", async () => {
    await using env = await world(() => undefined);
    const read = settling(env.client.get(ConfigMap, key));
    await until(() => env.server.requests.length === 1);
    await env.clock.advance(19_999);
    expect(read.end).toBeUndefined();
    await env.clock.advance(1);
    await until(() => read.end !== undefined);
    expect(read.end).toMatchObject({ status: "rejected", reason: tooLong });
    expect(env.server.requests).toHaveLength(1);
  });

  test("whose answer never ends is aborted after 20 s, however often data arrives", async () => {
    let drop: () => void = () => undefined;
    await using env = await world((_request, response) => {
      drop = () => void response.write(" ");
      drop();
    });
    const watching = settling(env.client.request("GET", requestPath`/api/v1/namespaces/default/configmaps`));
    await until(() => env.server.requests.length === 1);
    for (let second = 0; second < 19; second += 1) {
      drop();
      await env.clock.advance({ seconds: 1 });
    }
    expect(watching.end).toBeUndefined();
    await env.clock.advance({ seconds: 1 });
    await until(() => watching.end !== undefined);
    expect(watching.end).toMatchObject({ status: "rejected", reason: tooLong });
  });

  test("has the same time for all its attempts as for one", async () => {
    // given a server that requests a retry in 9 s each time
    await using env = await world((_request, response) => response.writeHead(429, { "retry-after": "9" }).end("{}"));
    const read = settling(env.client.get(ConfigMap, key));
    for (const attempts of [1, 2, 3]) {
      await until(() => env.server.requests.length === attempts);
      await until(() => env.clock.nextTimerInMs === 9_000 || read.end !== undefined);
      if (attempts < 3) await env.clock.advance({ seconds: 9 });
    }
    // then the third attempt, in the 18th second, is the last
    expect(read.end).toMatchObject({ status: "rejected", reason: { status: 429 } });
    expect(env.server.requests).toHaveLength(3);
  });

  test("starts its time when it is sent, however long it waited for its turn", async () => {
    const answers: (() => void)[] = [];
    await using env = await world((_request, response) => {
      answers.push(() => response.end(JSON.stringify({ kind: "ConfigMap" })));
    });
    // given 25 requests of one namespace, the maximum sent at a time, and one that waits for 15 s
    const first = Array.from({ length: 25 }, () => settling(env.client.get(ConfigMap, key)));
    await until(() => answers.length === 25);
    const last = settling(env.client.get(ConfigMap, key));
    await env.clock.advance({ seconds: 15 });
    for (const answer of answers.splice(0)) answer();
    await until(() => answers.length === 1 && first.every(({ end }) => end?.status === "fulfilled"));
    await env.clock.advance({ seconds: 19 });
    answers[0]?.();
    await until(() => last.end !== undefined);
    expect(last.end).toMatchObject({ status: "fulfilled" });
  });
});

test("a list may take longer as long as its answer keeps arriving", async () => {
  let more: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  await using env = await world((_request, response) => {
    more = (text) => void response.write(text);
    end = () => void response.end("]}");
    more('{"items":[');
  });
  const list = settling(env.client.list(ConfigMap));
  await until(() => env.server.requests.length === 1);
  for (let index = 0; index < 6; index += 1) {
    more(index === 0 ? "{}" : ",{}");
    // Data sent now is read some turns later, in this same process.
    for (let turns = 0; turns < 200; turns += 1) await until(() => true);
    await env.clock.advance({ seconds: 10 });
  }
  end();
  await until(() => list.end !== undefined);
  expect(list.end).toMatchObject({ status: "fulfilled", value: { items: Array.from({ length: 6 }, () => ({})) } });
});

test("namespaces take turns for their concurrent requests, and no namespace gets all of them", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  await using env = await world(({ path }, response) => {
    asked.push(path.split("/")[4] ?? "");
    answers.push(() => response.end("{}"));
  });
  const send = (namespace: string, count: number) =>
    Array.from({ length: count }, () => settling(env.client.get(ConfigMap, { namespace, name: "a" })));
  // given 1,000 unanswered requests of one namespace
  send("evil", 1_000);
  await until(() => asked.length === 25);
  // then requests of two others are sent nevertheless
  const others = [...send("a", 4), ...send("b", 8)];
  for (let answered = 25; answered < 25 + 12; answered += 1) {
    await until(() => answers.length > answered);
    answers[answered]?.();
  }
  await until(() => others.every(({ end }) => end?.status === "fulfilled"));
  expect(asked.filter((namespace) => namespace === "evil")).toHaveLength(25);
});
