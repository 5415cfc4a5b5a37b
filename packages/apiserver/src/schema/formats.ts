import { isIPv4, isIPv6 } from "node:net";
import { readDuration } from "@capstan/kube";
import { type FieldError } from "../status/field-error.ts";
import { type Schema } from "./schema.ts";

const dateTime = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const hostname = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\.?$/i;
/** What the API server takes for a duration beside what Go does: a count with a word, anywhere in the text. */
const wordDuration =
  // eslint-disable-next-line no-restricted-syntax -- go-openapi's durations, not Go's.
  /\d+\s*(?:ns|us|µs|ms|s|m|h|hr|d|w|wk|(?:nano|micro|milli|sec|min|hour|day|week)[a-zµ]*)(?![a-zµ])/i;

const checks: Record<string, (value: string) => boolean> = {
  "date-time": (value) => dateTime.test(value) && !Number.isNaN(Date.parse(value)),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
  duration: (value) => readDuration(value) !== undefined || wordDuration.test(value),
  byte: (value) => /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0,
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCIDR,
  uuid: (value) => uuid.test(value),
  hostname: (value) => value.length <= 255 && hostname.test(value),
  uri: (value) => URL.canParse(value),
  email: (value) => /^[^@\s]+@[^@\s]+$/.test(value),
};

/** Formats that the API server knows and that are common in CRDs; others are not checked. */
export function checkFormat(value: string, schema: Schema, path: string): FieldError[] {
  const check =
    schema.format === undefined || !Object.hasOwn(checks, schema.format) ? undefined : checks[schema.format];
  if (check === undefined || check(value)) return [];
  const detail = `${path} in body must be of type ${schema.format ?? ""}: ${JSON.stringify(value)}`;
  return [{ type: "Type invalid", field: path, value, detail }];
}

function isCIDR(value: string): boolean {
  const [address = "", bits = "", ...rest] = value.split("/");
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}
