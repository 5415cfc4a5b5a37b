import type { NodeEngine } from "@capstan/testkit/real-nodes";
import { onTestFinished, vi } from "vitest";

/** Programs that the test starts find the engine. */
export function useEngine({ environment }: NodeEngine): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}
