import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { animate } from "../../build/recording/animate.ts";

/** The start and end of each frame of a picture, in percent of its length. */
function timesOf(picture: string): (readonly [from: number, to: number])[] {
  const frames = picture.matchAll(
    /@keyframes \w+\{0%,([\d.]+)%\{visibility:hidden\}([\d.]+)%\{visibility:visible\}\}/g,
  );
  return [...frames].map(([, to, from]) => [Number(from), Number(to)] as const);
}

const frame = (atMs: number, text: string) => ({
  atMs,
  lines: [[{ text, color: undefined, bold: false, dim: false }]],
});
const size = { title: "a picture", columns: 10, rows: 1, holdMs: 1_000 };

test.each([
  ["docs/demo.svg", readFileSync(path.resolve(import.meta.dirname, "../../docs/demo.svg"), "utf8")],
  ["a picture with a frame of a millisecond", animate([frame(0, "a"), frame(999, "b"), frame(1_000, "c")], size)],
])("%s shows one frame at a time", (_name, picture) => {
  const times = timesOf(picture);
  expect(times.length).toBeGreaterThan(1);
  expect(times[0]?.[0]).toBe(0);
  expect(times.at(-1)?.[1]).toBe(100);
  for (const [index, [from, to]] of times.entries()) {
    expect(to).toBeGreaterThan(from);
    expect(from).toBe(index === 0 ? 0 : times[index - 1]?.[1]);
  }
});
