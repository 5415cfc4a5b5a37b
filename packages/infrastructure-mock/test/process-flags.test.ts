import { describe, expect, test } from "vitest";
import { CommandLineError } from "@capstan/provider";
import { readProcessFlags } from "../src/process-flags.ts";

describe("the flags of the process", () => {
  test.each([
    [[], { XDG_STATE_HOME: "/s" }, { stateDirectory: "/s/capstan/infrastructure-mock" }],
    [["--state-dir", "/x"], {}, { stateDirectory: "/x" }],
    [["--state-dir=/x", "--install", "--v", "4"], {}, { stateDirectory: "/x" }],
    [["--boot-duration", "5-10"], {}, { bootDuration: { minMilliseconds: 5, maxMilliseconds: 10 } }],
    [["--boot-duration=7"], {}, { bootDuration: { minMilliseconds: 7, maxMilliseconds: 7 } }],
  ])("%j with %j", (argv, environment, expected) => {
    expect(readProcessFlags(argv, environment)).toMatchObject(expected);
  });

  test("--in-memory stores no files", () => {
    expect(readProcessFlags(["--in-memory"], {})).not.toHaveProperty("stateDirectory");
  });

  test.each(["soon", "10-5", "-1"])("%s is an invalid boot duration", (text) => {
    expect(() => readProcessFlags([`--boot-duration=${text}`], {})).toThrow(CommandLineError);
  });
});
