import { parseBootstrapData } from "@capstan/bootstrap-data";
import { decideBoot } from "@capstan/infrastructure-mock";
import fc from "fast-check";
import { expect, test } from "vitest";

const pieces = fc.constantFrom(
  ...[
    "kubeadm",
    "join",
    "&&",
    "||",
    ";",
    "|",
    "\n",
    "(",
    ")",
    "{",
    "}",
    "'",
    '"',
    "$",
    "${",
    "$(",
    "`",
    "\\",
    "<<EOF",
    ">",
  ],
  ...[
    "if",
    "fi",
    "do",
    "done",
    "case",
    "esac",
    "!",
    "function",
    "f()",
    "A=b",
    " ",
    "EOF\n",
    "sh -c",
    "exit",
    "tee",
    "#",
    "<<<",
  ],
);

test("every script ends with a decision", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }), (words) => {
      const image = parseBootstrapData(`#!/bin/sh\n${words.join(" ")}`, { instanceID: "i", localHostname: "h" });
      const decision = decideBoot(image, { hostname: "h" }, { endpoint: { host: "127.0.0.1", port: 1 }, now: 0 });
      expect(decision.outcome).toMatch(/neverJoins|waits/);
    }),
    { numRuns: 2000 },
  );
});

test("the depth of nested groups is limited", () => {
  const image = parseBootstrapData(`#!/bin/sh\n${"(".repeat(100_000)}`, { instanceID: "i", localHostname: "h" });
  const decision = decideBoot(image, { hostname: "h" }, { endpoint: { host: "127.0.0.1", port: 1 }, now: 0 });
  expect(decision.outcome).toBe("neverJoins");
});
