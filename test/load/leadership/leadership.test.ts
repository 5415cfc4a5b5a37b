import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { type Arena, attackLeader, type AttackName } from "./parts/attack.ts";

const durations = { leaseDurationMs: 6_000, renewDeadlineMs: 4_500, retryPeriodMs: 500 };
const writeVerbs = new Set(["create", "update", "patch", "delete"]);

function arenaOf(server: ApiServer): Arena {
  return {
    kubeconfig: server.kubeconfig,
    port: server.port,
    writes: () =>
      server.requests
        .since(0)
        .filter(({ verb }) => writeVerbs.has(verb))
        .map(({ userAgent, resource, time, status }) => ({
          agent: userAgent,
          resource,
          atMs: Date.parse(time),
          status,
        })),
  };
}

test.concurrent.each<AttackName>(["pause", "partition", "slow-acquire"])(
  "a leader under load writes nothing after a %s, once another process has taken over",
  async (attack) => {
    await using server = await ApiServer.start();
    const result = await attackLeader(arenaOf(server), { attack, durations, attackMs: 6_500 });
    expect(result).toMatchObject({ tookOver: true, writesAfter: 0 });
    expect(result.writesOfSecond).toBeGreaterThan(0);
    if (attack !== "slow-acquire") expect(result.writesBefore).toBeGreaterThan(100);
    if (attack === "pause") expect(result.firstEndedWith).toBe("LeadershipLostError");
  },
);

test.concurrent("a leader without disturbance keeps writing, and no other process takes over", async () => {
  await using server = await ApiServer.start();
  const result = await attackLeader(arenaOf(server), { attack: "none", durations, attackMs: 4_000 });
  expect(result).toMatchObject({ tookOver: false, writesOfSecond: 0, firstEndedWith: "" });
  expect(result.writesBefore).toBeGreaterThan(100);
});
