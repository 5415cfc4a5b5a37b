import { expect, test } from "vitest";
import { readProcessFlags } from "../src/process-flags.ts";

test.each([
  [[], { DOCKER_HOST: "unix:///a" }, "unix:///a"],
  [["--docker-host", "unix:///b"], { DOCKER_HOST: "unix:///a" }, "unix:///b"],
  [["--docker-host=tcp://127.0.0.1:2375", "--install", "--v", "4"], {}, "tcp://127.0.0.1:2375"],
])("%j with %j uses the engine at %s", (argv, environment, expected) => {
  expect(readProcessFlags(argv, environment).environment.DOCKER_HOST).toBe(expected);
});
