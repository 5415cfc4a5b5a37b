import { expect, test } from "vitest";
import { type CountedRequest, managerOf, summarizeRequests } from "../src/demo/requests.ts";

const request = (verb: string, resource: string, status = 200): CountedRequest => ({
  manager: "capstan-core",
  verb,
  resource,
  status,
});

test("requests are summarized by manager, verb and resource, with conflicts counted separately", () => {
  const requests = [
    request("list", "machines"),
    request("watch", "machines"),
    request("patch", "machines/status", 409),
    request("patch", "machines/status"),
  ];
  const summary = summarizeRequests(requests, {
    machines: 2,
    idle: { requests: 1, seconds: 30 },
    countedBy: "apiserver",
  });
  expect(summary).toEqual({
    total: 4,
    writes: 2,
    perMachine: 2,
    conflicts: 1,
    byManager: { "capstan-core": 4 },
    byVerbAndResource: { "patch machines/status": 2, "list machines": 1, "watch machines": 1 },
    idlePerMinute: 2,
    countedBy: "apiserver",
  });
});

test("only the user agents of Capstan's managers count", () => {
  const managers = ["capstan-core", "capstan-infrastructure-mock"];
  expect(managerOf("capstan-core/0.1.0 (linux)", managers)).toBe("capstan-core");
  expect(managerOf("capstan-demo/0.1.0", managers)).toBeUndefined();
  expect(managerOf("kubectl/v1.36.3", managers)).toBeUndefined();
  expect(managerOf(undefined, managers)).toBeUndefined();
});
