import type { Clock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { defineRuntimeExtension, HookError, patchTemplates, templatePatch } from "@capstan/runtime-extension";
import { checkExtension, sampleRequest } from "@capstan/runtime-extension/testing";
import { describe, expect, test } from "vitest";
import { extensionOf, faultyExtensions, titleOf } from "./faulty-extensions.ts";
import { helloMachineTemplate, item } from "./requests.ts";

const requests = {
  GeneratePatches: [
    sampleRequest("GeneratePatches", { items: [item("1", helloMachineTemplate({ image: "a" })) as never] }),
  ],
};

/** A clock whose waits end at once. */
function hurriedClock(): Clock {
  const clock = new FakeClock();
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    setTimer: (_, callback) => {
      const immediate = setImmediate(callback);
      return {
        cancel: () => {
          clearImmediate(immediate);
        },
      };
    },
  };
}

describe("checkExtension", () => {
  for (const faulty of faultyExtensions) {
    test(titleOf(faulty), async () => {
      const clock = faulty.breaks === "RX-005" ? { clock: hurriedClock() } : {};
      const findings = await checkExtension(extensionOf(faulty), { requests, ...clock });
      expect([...new Set(findings.map(({ rule }) => rule))]).toEqual([faulty.breaks]);
      expect(findings[0]).toMatchObject({
        handler: expect.any(String) as string,
        request: expect.any(String) as string,
      });
    });
  }

  test("finds nothing in an extension that keeps the rules", async () => {
    let left = 2;
    const kind = { group: "infrastructure.cluster.x-k8s.io", version: "v1beta1", kind: "HelloMachineTemplate" };
    const sizes = templatePatch({ kind }, (template) => {
      Object.assign(template, { spec: { template: { spec: { size: "large" } } } });
    });
    const extension = defineRuntimeExtension({
      name: "hello",
      hooks: {
        GeneratePatches: (request) => patchTemplates(request, [sizes]),
        BeforeClusterDelete: () => ({ retryAfterSeconds: 5 }),
        // Blocks until its work is done.
        UpdateMachine: () => ({ retryAfterSeconds: (left = Math.max(0, left - 1)) }),
        AfterClusterUpgrade: () => {
          throw new HookError("The backup has failed: timeout");
        },
      },
    });
    expect(await checkExtension(extension, { requests })).toEqual([]);
  });
});
