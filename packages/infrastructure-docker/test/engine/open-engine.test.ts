import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { EngineError, openEngine } from "@capstan/infrastructure-docker";
import { expect, test } from "vitest";
import { playedEngine, refusalOf, signal, surroundings } from "./played-engine.ts";

const answers = () => ({ body: { OperatingSystem: "Debian" } });

test("the engine of the current docker context is used", async () => {
  await using played = await playedEngine(answers);
  const id = createHash("sha256").update("laptop").digest("hex");
  const meta = path.join(played.folder, ".docker/contexts/meta", id);
  await mkdir(meta, { recursive: true });
  await writeFile(path.join(played.folder, ".docker/config.json"), '{"currentContext":"laptop"}');
  const endpoint = { Name: "laptop", Endpoints: { docker: { Host: `unix://${played.socket}` } } };
  await writeFile(path.join(meta, "meta.json"), JSON.stringify(endpoint));

  await openEngine(surroundings({}, played.folder)).info(signal);
  await openEngine(surroundings({ DOCKER_CONTEXT: "laptop" }, played.folder)).info(signal);

  expect(played.requests.map(({ request }) => request)).toEqual(["GET /info", "GET /info"]);
});

test("a docker context that does not exist is named with the remedy", async () => {
  const engine = openEngine(surroundings({ DOCKER_CONTEXT: "gone" }));
  expect(await refusalOf((opened) => opened.info(signal), engine)).toMatch(
    /^EngineNotFound: The docker context gone has no address in .*meta\.json; choose another with docker context use/,
  );
});

test("a rootless engine is found on the socket of the user", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "runtime-"));
  await mkdir(path.join(folder.path, "podman"));
  const server = createServer((_request, response) => response.end("{}"));
  server.listen(path.join(folder.path, "podman/podman.sock"));
  await once(server, "listening");
  try {
    const engine = openEngine(surroundings({ XDG_RUNTIME_DIR: folder.path }));
    expect(await engine.info(signal)).toMatchObject({ reachesContainers: process.platform === "linux" });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("without an engine one sentence has the places that were searched, and the remedy", async () => {
  const engine = openEngine(surroundings({ XDG_RUNTIME_DIR: "/nonexistent/run" }));
  const refusal = await refusalOf((opened) => opened.info(signal), engine);
  expect(refusal).toMatch(
    /^EngineNotFound: No container engine answers at .*unix:\/\/\/nonexistent\/run\/docker\.sock/,
  );
  expect(refusal).toMatch(/start Docker or Podman, or set DOCKER_HOST or a docker context$/);
});

test("an engine is found once it has started", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "late-"));
  const engine = openEngine(surroundings({ XDG_RUNTIME_DIR: folder.path }));
  await expect(engine.info(signal)).rejects.toThrow(EngineError);
  const server = createServer((_request, response) => response.end("{}")).listen(path.join(folder.path, "docker.sock"));
  await once(server, "listening");
  try {
    await engine.info(signal);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.each([
  ["ftp://127.0.0.1", "EngineNotFound"],
  ["127.0.0.1:1", "EngineUnavailable"],
  ["tcp://127.0.0.1:1", "EngineUnavailable"],
])("DOCKER_HOST=%s is reported as %s", async (host, reason) => {
  const refusal = await refusalOf((engine) => engine.info(signal), openEngine(surroundings({ DOCKER_HOST: host })));
  expect(refusal).toMatch(new RegExp(`^${reason}: .*${host}`));
});
