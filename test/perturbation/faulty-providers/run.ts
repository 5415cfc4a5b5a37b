// npm run perturb -- faulty-providers
import process from "node:process";
import { optionsOf, script } from "@capstan/harness/script";
import { findDivergences } from "@capstan/testkit/perturbation";
import { carefulProviders } from "../../../packages/testkit/test/perturbation/careful/index.ts";
import { type FaultyProvider, faultyProviders } from "./faulty-provider.ts";

const command = script(
  "Checks that the testkit detects the fault of each faulty provider, with the part and in every way that must detect it. Then disturbs the " +
    "correct providers at each moment, and checks that the testkit reports nothing.",
  "Exits with 1 if a faulty provider survives, or if the testkit reports a correct one.",
)
  .option("--role <role>", "only the providers of this role, such as InfraCluster")
  .option("--first", "each fault only in its first way, and a sample of the moments", false);
const flags = optionsOf(command);
const isAsked = ({ role }: { readonly role: string }): boolean => flags.role === undefined || role === flags.role;
const asked = faultyProviders.filter(isAsked);
const counts = new Map<string, { killed: number; survived: number }>();
let touched = 0;

for (const faulty of asked) {
  const killers = flags.first ? faulty.killedBy.slice(0, 1) : faulty.killedBy;
  const reasons: string[] = [];
  for (const killer of killers) {
    const reason = await faulty.survives(killer).catch(String);
    if (reason !== undefined) reasons.push(`${killer}: ${reason}`);
  }
  count(faulty, reasons.length === 0);
  print(`${reasons.length === 0 ? "killed  " : "SURVIVED"}  ${faulty.role}  ${faulty.fault}; by ${killers.join(", ")}`);
  for (const reason of reasons) print(`          ${reason}`);
}

for (const { role, scenario } of carefulProviders.filter(isAsked)) {
  const { runs, divergences } = await findDivergences(scenario, flags.first ? { atMost: 20 } : {});
  if (divergences.length > 0) touched += 1;
  print(`${divergences.length === 0 ? "untouched" : "TOUCHED  "} ${role}  a careful provider, in ${runs} runs`);
  for (const { schedule, problems } of divergences) print(`          ${schedule}: ${problems.join("; ")}`);
}

for (const [role, { killed, survived }] of counts) print(`${role}: ${killed} killed, ${survived} survived`);
const survivors = [...counts.values()].reduce((sum, { survived }) => sum + survived, 0);
print(
  `${asked.length} faulty providers: ${asked.length - survivors} killed, ${survivors} survived; ` +
    `careful ones: ${touched} touched`,
);
process.exit(survivors + touched === 0 && asked.length > 0 ? 0 : 1);

function count({ role }: FaultyProvider, isKilled: boolean): void {
  const known = counts.get(role) ?? { killed: 0, survived: 0 };
  known[isKilled ? "killed" : "survived"] += 1;
  counts.set(role, known);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
