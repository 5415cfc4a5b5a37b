import { afterEach, beforeEach, vi } from "vitest";

/** The output of a command on standard output and standard error during this test. */
export interface CapturedOutput {
  output: string;
  errors: string;
}

/** Captures the output of each test in a file. */
export function capturedOutput(): CapturedOutput {
  const captured: CapturedOutput = { output: "", errors: "" };
  beforeEach(() => {
    [captured.output, captured.errors] = ["", ""];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((captured.output += String(text)), true));
    vi.spyOn(process.stderr, "write").mockImplementation((text) => ((captured.errors += String(text)), true));
  });
  afterEach(() => vi.restoreAllMocks());
  return captured;
}
