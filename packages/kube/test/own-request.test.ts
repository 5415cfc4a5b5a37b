import { isOwnRequest } from "@capstan/kube";
import { expect, test } from "vitest";

test.each([
  ["a program", { host: "127.0.0.1:4480" }],
  ["a program by name", { host: "localhost:4480" }],
  ["a program by IPv6", { host: "[::1]:4480" }],
  ["its own page", { host: "localhost:4480", origin: "http://localhost:4480", "sec-fetch-site": "same-origin" }],
  ["who types the URL", { host: "127.0.0.1", "sec-fetch-site": "none" }],
])("accepts %s", (_who, headers) => {
  expect(isOwnRequest(headers)).toBe(true);
});

test.each([
  ["no Host", {}],
  ["another Host", { host: "attacker.example.com:4480" }],
  ["a Host that only begins so", { host: "127.0.0.1.attacker.example.com" }],
  ["a Host that only ends so", { host: "attacker.example.com/localhost" }],
  ["a Host with a dot at its end", { host: "localhost.:4480" }],
  ["another Origin", { host: "localhost:4480", origin: "http://attacker.example.com" }],
  ["an Origin that is hidden", { host: "localhost:4480", origin: "null" }],
  ["the Origin of another port", { host: "localhost:4480", origin: "http://localhost:3000" }],
  ["the Origin of another name of the same machine", { host: "localhost:4480", origin: "http://127.0.0.1:4480" }],
  ["a page of another port, without an Origin", { host: "localhost:4480", "sec-fetch-site": "same-site" }],
  ["a page of another site, without an Origin", { host: "localhost:4480", "sec-fetch-site": "cross-site" }],
])("refuses %s", (_what, headers) => {
  expect(isOwnRequest(headers)).toBe(false);
});
