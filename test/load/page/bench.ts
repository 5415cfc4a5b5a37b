// npm run bench -- page
import process from "node:process";
import { optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { openBrowser } from "../../e2e/page/browser.ts";
import { ManyMachines } from "../../e2e/page/many-machines.ts";
import { firstPaintMs, medianAndWorst, updatesMs } from "../../e2e/page/measure.ts";

const command = script(
  "Prints the time until the web page shows a Cluster with many Machines in a real browser, and the time from a change of a Machine on the API " +
    "server until the browser paints it.",
  "Needs Chromium.",
)
  .option("--machines <number>", "Machines of the Cluster", wholeNumber(1), 2000)
  .option("--updates <number>", "updates of Machines", wholeNumber(1), 40)
  .option("--opens <number>", "times to open the page", wholeNumber(1), 5);
const { machines, updates, opens } = optionsOf(command);

await using many = await ManyMachines.start(machines);
await using browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
const paints: number[] = [];
for (let open = 0; open < opens; open += 1) paints.push(await firstPaintMs(page, many.url));
const figures = { "first paint": paints, update: await updatesMs(page, many, updates) };
for (const [name, all] of Object.entries(figures)) {
  const { medianMs, worstMs } = medianAndWorst(all);
  const rounded = `median ${medianMs.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`;
  process.stdout.write(`${machines} Machines, ${name}: ${rounded} of ${all.length}\n`);
}
