import { appendFileSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Wire } from "../conformance/target.ts";
import { ServerProcess, temporaryFolder } from "./server-process.ts";

const limitKiB = 320;
const collection = "/api/v1/namespaces/default/configmaps";

async function namesOn(kubeconfig: string): Promise<string[]> {
  const { body } = await new Wire(kubeconfig).get(`${collection}?labelSelector=full`);
  return body.items.map(({ metadata }) => metadata.name).sort();
}

async function create(kubeconfig: string, name: string): Promise<boolean> {
  const metadata = { name, labels: { full: "" } };
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { filling: "x".repeat(4_000) } };
  const { status } = await new Wire(kubeconfig).post(collection, object);
  return status === 201;
}

test("on a full disk, the server acknowledges, shows and keeps only stored writes, and continues", async () => {
  const directory = temporaryFolder();
  // given a server whose disk fills up
  const server = new ServerProcess(directory, { limit: limitKiB });
  const kubeconfig = await server.ready();
  const acknowledged: string[] = [];
  let refused = 0;
  for (let index = 0; refused < 5; index += 1) {
    const name = `filling-${String(index).padStart(3, "0")}`;
    if (await create(kubeconfig, name)) acknowledged.push(name);
    else refused += 1;
  }
  // then it has the acknowledged writes and no partial line
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(await namesOn(kubeconfig)).toEqual(acknowledged);
  const journal = path.join(directory, "data", "journal");
  expect(statSync(journal).size).toBeLessThanOrEqual(limitKiB * 1_024);
  expect(readFileSync(journal, "utf8").endsWith("\n")).toBe(true);
  // and it accepts writes again once there is space
  server.free();
  expect(await create(kubeconfig, "freed")).toBe(true);
  await server.kill();
  // and a server that cannot start because the disk is full changes nothing
  const kept = readFileSync(journal, "utf8");
  const refusedStart = new ServerProcess(directory, { limit: 8 });
  await expect(refusedStart.ready()).rejects.toThrow("EFBIG");
  expect(readFileSync(journal, "utf8")).toBe(kept);
  // and after a restart it has exactly the acknowledged writes, even if the last line is torn
  for (const name of ["after-1", "after-2"]) {
    appendFileSync(journal, '01234567 {"r":99999,"c":"configmaps.","o":{"apiVersion":"v1","meta');
    const next = new ServerProcess(directory);
    const again = await next.ready();
    const before = [...acknowledged, "freed", ...(name === "after-2" ? ["after-1"] : [])].sort();
    expect(await namesOn(again)).toEqual(before);
    expect(await create(again, name)).toBe(true);
    await next.kill();
  }
});
