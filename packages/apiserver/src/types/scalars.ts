import { canonicalQuantity, isJsonObject, quantityPattern } from "@capstan/kube";
import { type Scalar } from "./struct-type.ts";

/** The value that Go reads, or the problem: a message in its words, or the expected type. */
type ScalarRead = { readonly value: unknown } | { readonly problem?: string; readonly expected?: string };

const wrong: ScalarRead = {};

/** A JSON value as Go formats it after reading it into a scalar. */
export function readScalar(value: unknown, scalar: Scalar): ScalarRead {
  switch (scalar) {
    case "string":
      return typeof value === "string" ? { value } : wrong;
    case "bool":
      return typeof value === "boolean" ? { value } : wrong;
    case "int32":
    case "int64":
      return readInteger(value, scalar);
    case "double":
      return typeof value === "number" || typeof value === "bigint" ? { value: Number(value) } : wrong;
    case "bytes":
      return readBytes(value);
    case "time":
      return readTime(value, layout);
    case "microTime":
      return readTime(value, microLayout);
    case "quantity":
      return readQuantity(value);
    case "intOrString":
      return typeof value === "string" ? { value } : expecting("int32", readInteger(value, "int32"));
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string") ? { value } : wrong;
    case "fields":
      return isJsonObject(value) ? { value } : wrong;
    case "raw":
    case "json":
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return { value };
  }
}

function expecting(expected: string, read: ScalarRead): ScalarRead {
  return "value" in read ? read : { ...read, expected };
}

function readInteger(value: unknown, type: "int32" | "int64"): ScalarRead {
  if (typeof value === "bigint") return type === "int64" ? { value } : wrong;
  if (typeof value !== "number") return wrong;
  const limit = type === "int32" ? 2 ** 31 : 2 ** 63;
  return Number.isInteger(value) && value >= -limit && value < limit ? { value } : wrong;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function readBytes(value: unknown): ScalarRead {
  if (typeof value !== "string") return wrong;
  // Go skips line breaks.
  const text = value.replace(/[\r\n]/g, "");
  if (base64.test(text)) return { value: text };
  const at = /[^A-Za-z0-9+/]/.exec(text)?.index ?? text.length;
  return { problem: `illegal base64 data at input byte ${at === text.length ? at - (at % 4) : at}` };
}

// Quotes the real server, whose message has a looser pattern than its parser.
// eslint-disable-next-line no-restricted-syntax
const notAQuantity = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const quantity = new RegExp(quantityPattern);

function readQuantity(value: unknown): ScalarRead {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string") return wrong;
  // An empty string sets nothing.
  if (text === "") return { value: "0" };
  if (quantity.test(text)) return { value: canonicalQuantity(text) };
  return { problem: notAQuantity };
}

const layout = "2006-01-02T15:04:05Z07:00";
const microLayout = "2006-01-02T15:04:05.000000Z07:00";
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Times are stored in UTC, in seconds or microseconds. */
function readTime(value: unknown, expected: string): ScalarRead {
  if (typeof value !== "string") return { expected: "string" };
  const isMicro = expected === microLayout;
  const [, date, fraction = "", zone] = time.exec(value) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(value)))
    return { problem: timeProblem(value, expected, value, "2006") };
  if (isMicro && fraction === "") return { problem: timeProblem(value, expected, zone ?? "", ".000000") };
  if (isMicro && fraction.length !== 7) {
    const rest = fraction.length > 7 ? `${fraction.slice(7)}${zone ?? ""}` : `${fraction}${zone ?? ""}`;
    return { problem: timeProblem(value, expected, rest, fraction.length > 7 ? "Z07:00" : ".000000") };
  }
  const seconds = new Date(Date.parse(`${date}${zone ?? ""}`)).toISOString().slice(0, 19);
  return { value: `${seconds}${isMicro ? fraction : ""}Z` };
}

function timeProblem(value: string, expected: string, rest: string, part: string): string {
  return `parsing time ${JSON.stringify(value)} as ${JSON.stringify(expected)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(part)}`;
}
