import { expect, test } from "vitest";
import { nameInBody } from "../../../src/conformance/external/name-in-body.ts";

/** A field of protobuf with a length, shorter than 128 bytes. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

test("the name of an object is read from JSON", () => {
  expect(nameInBody(Buffer.from('{"metadata":{"name":"c1"}}'))).toBe("c1");
});

test("the name of an object is read from the protobuf that Go clients send for built-in kinds", () => {
  const metadata = Buffer.concat([field(1, "c1"), field(3, "default")]);
  const type = Buffer.concat([field(1, "v1"), field(2, "Secret")]);
  const body = Buffer.concat([Buffer.from("k8s\0"), field(1, type), field(2, field(1, metadata))]);
  expect(nameInBody(body)).toBe("c1");
});

test.each([[""], ["{"], ["[]"], ["k8s\0"], ["k8s\0\u0012\u0001"]])("%j has no name", (body) => {
  expect(nameInBody(Buffer.from(body))).toBe("");
});
