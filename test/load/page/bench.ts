/**
 * `npm run bench:page -- --machines 2000`: how long it takes in a real browser until the page shows a Cluster with many Machines, and from
 * a change of one of them on the API server until it is painted.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { openBrowser } from "../../e2e/page/browser.ts";
import { ManyMachines } from "../../e2e/page/many-machines.ts";
import { firstPaintMs, medianAndWorst, updatesMs } from "../../e2e/page/measure.ts";

const { values } = parseArgs({
  options: {
    machines: { type: "string", default: "2000" },
    updates: { type: "string", default: "40" },
    opens: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write("npm run bench:page -- [--machines 2000] [--updates 40] [--opens 5]\n");
  process.exit(0);
}
const [machines, updates, opens] = [values.machines, values.updates, values.opens].map(Number);
if (![machines, updates, opens].every((each) => Number.isInteger(each) && (each ?? 0) > 0)) {
  throw new Error("--machines, --updates and --opens must be whole numbers, 1 or more.");
}

await using many = await ManyMachines.start(machines ?? 0);
await using browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
const paints: number[] = [];
for (let open = 0; open < (opens ?? 0); open += 1) paints.push(await firstPaintMs(page, many.url));
const figures = { "first paint": paints, update: await updatesMs(page, many, updates ?? 0) };
for (const [name, all] of Object.entries(figures)) {
  const { medianMs, worstMs } = medianAndWorst(all);
  const rounded = `median ${medianMs.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`;
  process.stdout.write(`${machines ?? 0} Machines, ${name}: ${rounded} of ${all.length}\n`);
}
