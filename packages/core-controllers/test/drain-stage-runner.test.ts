import { ApiError, type Client } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { StageRunner } from "../src/drain/stage-runner.ts";
import { type StageStep } from "../src/drain/stages.ts";
import { clusterObject, machineObject, nodeObject } from "./scene/objects.ts";

const reported = { reason: "DrainingNode", message: "Drain not completed yet:", began: "nodeDrainStartTime" } as const;
const drain = { ...reported, action: "drainNode", node: nodeObject(), nodeUnreachable: false } as const;
const cordon = { ...reported, action: "cordonNode", name: "n1" } as const satisfies StageStep;
const subject = { machine: machineObject(), cluster: clusterObject() };
const signal = new AbortController().signal;
const forbidden = new ApiError("pods is forbidden", { status: 403, reason: "Forbidden" });

/** A runner on a workload cluster that returns the `lists` in order. */
function runner(lists: (() => object)[]) {
  const clock = new FakeClock();
  let requests = 0;
  const next = () => {
    requests += 1;
    return new Promise((resolve) => {
      resolve(lists.shift()?.() ?? { items: [] });
    });
  };
  const client = { list: next } as unknown as Client;
  const patchNode = () => Promise.reject(forbidden);
  const stages = new StageRunner({ client, clock, workloads: { clientOf: () => client, patchNode } });
  return { stages, clock, requests: () => requests };
}

const fails = () => {
  throw forbidden;
};

describe("a deletion stage that cannot be read", () => {
  test("is reported, retried after five seconds and not before, and then continues", async () => {
    const { clock, requests, stages } = runner([fails]);
    const message = "Error draining Node n1: pods is forbidden";
    const failure = { state: "waiting", message };
    expect(await stages.run(subject, drain, signal)).toEqual({ ...failure, retryAfterMs: 5_000, failure: message });
    await clock.advance({ seconds: 4 });
    expect(await stages.run(subject, drain, signal)).toEqual({ ...failure, retryAfterMs: 1_000 });
    expect(requests()).toBe(1);
    await clock.advance({ seconds: 1 });
    expect(await stages.run(subject, drain, signal)).toEqual({ state: "done", stage: "drainNode" });
  });

  test("is retried only until its time limit", async () => {
    const { stages } = runner([fails]);
    const outcome = await stages.run(subject, { ...drain, remainingMs: 2_000 }, signal);
    expect(outcome).toMatchObject({ state: "waiting", retryAfterMs: 2_000 });
  });

  test("is read again for another Machine of the same name, and after the Machine is forgotten", async () => {
    const { requests, stages } = runner([fails, fails, fails]);
    await stages.run(subject, drain, signal);
    await stages.run({ ...subject, machine: machineObject({ metadata: { uid: "another" } }) }, drain, signal);
    expect(requests()).toBe(2);
    stages.forget("default/m1");
    await stages.run(subject, drain, signal);
    expect(requests()).toBe(3);
  });

  test("is reported when the Node cannot be cordoned", async () => {
    const { stages } = runner([]);
    expect(await stages.run(subject, cordon, signal)).toEqual({
      state: "waiting",
      message: "Drain not completed yet:\n* Error cordoning Node n1: pods is forbidden",
      retryAfterMs: 5_000,
    });
  });
});
