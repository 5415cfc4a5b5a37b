import { describe, expect, test } from "vitest";
import { FaultyScene } from "./faulty-scene.ts";

/** The delay of a slow server, with tolerance for a timer that fires early. */
const slowMs = 990;

/** The name of the first promise that resolves. */
function firstOf(asked: Readonly<Record<string, Promise<unknown>>>): Promise<string> {
  return Promise.race(Object.entries(asked).map(([name, answer]) => answer.then(() => name)));
}

describe("a fault that the page injects", () => {
  test("api-errors: writes of the provider get 503 and are not executed", async () => {
    await using scene = await FaultyScene.start();
    const { provider, other } = scene;
    const fault = await scene.begin("api-errors");

    await expect(provider.create("a")).rejects.toMatchObject({ status: 503 });

    // Reads and other clients are unaffected.
    await other.create("b");
    expect([await provider.has("a"), await provider.has("b")]).toEqual([false, true]);
    await scene.end(fault);
    await provider.create("a");
    expect(await other.has("a")).toBe(true);
  });

  test("slow-api: every request of the provider takes a second longer", async () => {
    await using scene = await FaultyScene.start();
    const { provider, other, server } = scene;
    const fault = await scene.begin("slow-api");

    const begin = performance.now();
    const slow = [provider.has("a"), provider.create("b")];
    expect(await firstOf({ read: provider.has("b"), write: provider.create("c"), other: other.has("a") })).toBe(
      "other",
    );
    await Promise.all(slow);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(slowMs);

    // After the fault, the response arrives before one that takes a second.
    await scene.end(fault);
    server.faults.add({ type: "latency", ms: slowMs }, { on: { user: "other" } });
    expect(await firstOf({ provider: provider.create("d"), other: other.has("a") })).toBe("provider");
  });

  test("lost-answers: every other write of the provider is executed, and its connection breaks before the response", async () => {
    await using scene = await FaultyScene.start();
    const { provider, other } = scene;
    const names = ["a", "b", "c", "d"];
    const written = async (name: string): Promise<string> =>
      provider.create(name).then(
        () => "answered",
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      );
    const fault = await scene.begin("lost-answers");

    const answers = [];
    for (const name of names) {
      answers.push(await written(name));
      await other.create(`other-${name}`);
      // Reads of the provider are answered, and every write was executed.
      expect(await provider.has(name)).toBe(true);
    }

    expect(answers).toEqual(["ConnectionFailed", "answered", "ConnectionFailed", "answered"]);
    await scene.end(fault);
    expect(await Promise.all(["e", "f", "g"].map(written))).toEqual(["answered", "answered", "answered"]);
  });

  test("watches-break: watches of the provider break immediately and every two seconds; others do not", async () => {
    await using scene = await FaultyScene.start();
    const { provider, other, clock } = scene;
    const [first, undisturbed] = await Promise.all([provider.watch(), other.watch()]);
    const fault = await scene.begin("watches-break");
    expect(await first.end).toBe("broken");

    // Its next watch lasts until the two seconds have passed.
    const second = await provider.watch();
    await clock.advance({ milliseconds: 1_999 });
    await other.create("a");
    await expect.poll(() => second.names).toContain("a");
    await clock.advance(1);
    expect(await second.end).toBe("broken");
    await clock.advance({ seconds: 1 });
    await scene.shown(([active]) => active?.happened === 2);

    // After the fault, its watches last, like those of other clients.
    await scene.end(fault);
    const third = await provider.watch();
    await clock.advance({ minutes: 1 });
    await other.create("b");
    await expect.poll(() => third.names).toContain("b");
    await expect.poll(() => undisturbed.names).toEqual(expect.arrayContaining(["a", "b"]));
  });

  test("ends automatically after a minute", async () => {
    await using scene = await FaultyScene.start();
    const { provider, clock } = scene;
    await scene.begin("api-errors");
    await clock.advance({ seconds: 59 });
    await expect(provider.create("a")).rejects.toMatchObject({ status: 503 });

    await clock.advance({ seconds: 1 });

    await scene.shown((faults) => faults.length === 0);
    await provider.create("a");
  });
});
