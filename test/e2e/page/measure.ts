import type { Page } from "playwright-core";
import { type ManyMachines, nameOfMachine } from "./many-machines.ts";

/** In the browser: resolves with the time of the first painted frame in which `condition` holds, in milliseconds since the epoch. */
function whenPainted(condition: string): string {
  return `new Promise((resolve) => {
    const look = () => {
      if (${condition}) requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  })`;
}

/** @returns the time from opening the page until its rows are painted, in milliseconds. */
export async function firstPaintMs(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "commit" });
  return page.evaluate<number>(
    `${whenPainted("document.querySelector('.tree-body [role=row]') !== null")}.then((ms) => ms - performance.timeOrigin)`,
  );
}

/** @returns the time from requesting a change at the API server until it is painted, for each of several Machines. */
export async function updatesMs(page: Page, many: ManyMachines, updates: number): Promise<number[]> {
  const took: number[] = [];
  for (let index = 0; index < updates; index += 1) {
    const name = nameOfMachine(index % 10);
    const phase = index % 20 < 10 ? "Provisioned" : "Running";
    const painted = page.evaluate<number>(
      whenPainted(`[...document.querySelectorAll('.tree-body [role=row]')].some((row) =>
        row.querySelector('.name').textContent === '${name}' && row.querySelector('.phase').textContent === '${phase}')`),
    );
    const askedMs = await many.setPhase(name, phase);
    took.push((await painted) - askedMs);
  }
  return took;
}

/** The median and the maximum of figures. */
export function medianAndWorst(figures: readonly number[]): { readonly medianMs: number; readonly worstMs: number } {
  const sorted = figures.toSorted((left, right) => left - right);
  return { medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, worstMs: sorted.at(-1) ?? 0 };
}
