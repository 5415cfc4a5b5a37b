import { expect, test } from "vitest";
import { OncePerCluster } from "../../src/reconcilers/kubeadm-config/once-per-cluster.ts";

const minuteMs = 60_000;

function counting(answers = new OncePerCluster<number>()) {
  let asked = 0;
  return { answers, ask: () => Promise.resolve(++asked) };
}

test("concurrent callers share one request", async () => {
  const { answers, ask } = counting();
  expect(await Promise.all([1, 2, 3].map(() => answers.get("a", 0, ask)))).toEqual([1, 1, 1]);
});

test("each cluster has a separate answer", async () => {
  const { answers, ask } = counting();
  expect([await answers.get("a", 0, ask), await answers.get("b", 0, ask), await answers.get("a", 0, ask)]).toEqual([
    1, 2, 1,
  ]);
});

test("an answer is kept for ten minutes", async () => {
  const { answers, ask } = counting();
  await answers.get("a", 0, ask);
  expect(await answers.get("a", 9 * minuteMs, ask)).toBe(1);
  expect(await answers.get("a", 10 * minuteMs, ask)).toBe(2);
});

test("a failure is not cached", async () => {
  const { answers, ask } = counting();
  await expect(answers.get("a", 0, () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await answers.get("a", 0, ask)).toBe(1);
});
