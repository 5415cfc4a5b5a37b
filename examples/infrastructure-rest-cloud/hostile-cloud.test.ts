import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Turn } from "@capstan/provider";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { RestCloud } from "./src/cloud/rest-cloud.ts";

const turn: Turn = {
  request: () => undefined,
  refused: () => {
    throw new Error("Not limited here");
  },
};
const server = { id: "srv-1", zone: "a", ip: "10.0.0.1", state: "running" };
const requests: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const http = createServer((request, response) => {
  requests.push(request.url ?? "");
  answer(request, response);
});
http.listen(0, "127.0.0.1");
await once(http, "listening");
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

function saying(body: unknown): void {
  answer = (_request, response) => void response.end(JSON.stringify(body));
}

describe("a client of a hostile cloud", () => {
  const cloud = new RestCloud({ url, token: "t0ken", turn, signal: new AbortController().signal });

  beforeEach(() => void requests.splice(0));
  afterAll(() => void http.close());

  test("accepts an answer in the form of the API", async () => {
    saying(server);
    expect(await cloud.server("srv-1")).toEqual(server);
    expect(requests).toEqual(["/v1/servers/srv-1"]);
  });

  test.each([
    ["an id that leads elsewhere", { ...server, id: "../../other" }],
    ["a zone of another machine's providerID", { ...server, zone: "a/srv-2" }],
    ["two addresses in one", { ...server, ip: "10.0.0.1\n10.0.0.2" }],
    ["a state that does not exist", { ...server, state: "gone" }],
    ["nothing", null],
  ])("rejects the answer %s", async (_what, body) => {
    saying(body);
    await expect(cloud.server("srv-1")).rejects.toMatchObject({ code: "Pending", reason: "CloudAnswerRefused" });
  });

  test("does not let the cloud choose where requests go", async () => {
    answer = (_request, response) => void response.writeHead(302, { location: "/elsewhere" }).end();
    await expect(cloud.server("srv-1")).rejects.toMatchObject({ name: "CloudError", status: 302 });
    expect(requests).toEqual(["/v1/servers/srv-1"]);
  });

  test("omits an overlong error of the cloud", async () => {
    answer = (_request, response) =>
      void response.writeHead(422).end(JSON.stringify({ code: "x", message: "y".repeat(2_000) }));
    await expect(cloud.createServer({ name: "a" } as never)).rejects.toThrow("The cloud refused (422 unknown)");
  });

  test.each(["..", ".", "a?b=c#d"])("sends no request for a server that an object names %s", async (id) => {
    saying(server);
    expect(await cloud.server(id)).toBeUndefined();
    expect(requests).toEqual([]);
  });
});
