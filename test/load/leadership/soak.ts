// npm run soak -- leadership
import process from "node:process";
import { inspect } from "node:util";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { RealApiServer } from "@capstan/testkit";
import { attackLeader, type AttackName } from "./parts/attack.ts";

const command = script(
  "On a real API server, with the default durations of managers, a leader under load is paused, disconnected for half a minute, and gets late " +
    "responses when it takes the Lease. The audit log shows its writes after another process took over. Takes about four minutes.",
  "Needs KUBEBUILDER_ASSETS. Exits with 1 if there was such a write.",
)
  .option("--pause-seconds <number>", "duration of the pause", wholeNumber(1), 60)
  .option(...jsonOption);
const { pauseSeconds, json } = optionsOf(command);
const durations = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };
const attackMs: Record<Exclude<AttackName, "none">, number> = {
  pause: pauseSeconds * 1_000,
  partition: 30_000,
  "slow-acquire": 25_000,
};
const writeVerbs = new Set(["create", "update", "patch", "delete"]);

await using server = await RealApiServer.start({ audit: true });
const arena = {
  kubeconfig: server.kubeconfig,
  port: Number(new URL(server.url).port),
  writes: () =>
    server
      .auditEntries()
      .filter(({ verb, stage }) => writeVerbs.has(verb) && stage === "ResponseComplete")
      .map(({ userAgent = "", objectRef, stageTimestamp, responseStatus }) => ({
        agent: userAgent,
        resource: objectRef?.resource ?? "",
        atMs: Date.parse(stageTimestamp),
        status: responseStatus?.code ?? 0,
      })),
};
let failures = 0;
for (const attack of ["pause", "partition", "slow-acquire"] as const) {
  process.stderr.write(`${attack} …\n`);
  const result = await attackLeader(arena, { attack, durations, attackMs: attackMs[attack] });
  const isFine = result.tookOver && result.writesAfter === 0 && result.writesOfSecond > 0;
  const hadLoad = attack === "slow-acquire" || result.writesBefore > 100;
  if (!isFine || !hadLoad) failures += 1;
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${inspect(result, { breakLength: 120 })}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
