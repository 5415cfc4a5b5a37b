import { TestEnvironment } from "@capstan/testkit";
import { ConfigMap } from "@capstan/runtime";
import { expect, test } from "vitest";

test.runIf(process.env.KUBEBUILDER_ASSETS)(
  "on the real server, new objects are not older or younger than by the time that passed since the start",
  async () => {
    // given an environment whose server took its time to start
    await using env = await TestEnvironment.start({ server: "real", core: false });
    const startedMs = Date.now();
    // when an object is created
    const created = await env.client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "now", namespace: "default" },
    });
    // then its age by the clock of the managers is that of the system
    const passedMs = Date.now() - startedMs;
    const ageMs = env.clock.now() - Date.parse(created.metadata.creationTimestamp ?? "");
    expect(Math.abs(ageMs)).toBeLessThan(passedMs + 3_000);
  },
);
