import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { freePorts } from "@capstan/testkit";
import { expect, test } from "vitest";

test("free ports differ, can be bound, and are outside the range of ephemeral ports", async () => {
  const ports = await freePorts(50);
  expect(new Set(ports).size).toBe(50);
  for (const port of ports.slice(0, 3)) {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    await once(server.close(), "close");
  }
  expect(Math.max(...ports)).toBeLessThan(lowestOfConnections());
});

/** Linux reports the start of its range; other systems begin higher. */
function lowestOfConnections(): number {
  try {
    return Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/)[0]);
  } catch {
    return 49_152;
  }
}
