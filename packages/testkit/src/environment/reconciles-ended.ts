import { type Controller, systemClock } from "@capstan/runtime";

const limitMs = 1_000;

/** Resolves when all reconciles have returned, or after a second of the system clock, because a test may leave one hanging. */
export async function reconcilesEnded(controllers: readonly Pick<Controller, "idle">[]): Promise<void> {
  const late = new AbortController();
  const limit = systemClock.sleep(limitMs, late.signal).catch(() => undefined);
  await Promise.race([Promise.all(controllers.map((controller) => controller.idle())), limit]);
  late.abort();
}
