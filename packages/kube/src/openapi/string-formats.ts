import { readDuration } from "../duration/duration.ts";
import { dnsLabelProblems, dnsSubdomainProblems } from "../names/dns-name.ts";
import { goPattern, type Pattern } from "./go-pattern.ts";
import { isCIDR, isIPv4, isIPv6 } from "./ip-text.ts";

/** Whether a string has a format. */
export type FormatCheck = (text: string) => boolean;

/**
 * The string formats that the API server checks in custom resources, with the same results. Formats with other names are not checked, and
 * neither are `isbn`, `isbn10`, `isbn13`, `creditcard` and `bsonobjectid`, which no Kubernetes API uses.
 */
export const stringFormats: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["date-time", isDateTime],
  ["datetime", isDateTime],
  ["date", isDate],
  ["duration", isDuration],
  ["byte", matches(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ["ipv4", isIPv4],
  ["ipv6", isIPv6],
  ["cidr", isCIDR],
  ["mac", isMAC],
  ["uuid", matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid3", matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid4", matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["uuid5", matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["hostname", isHostname],
  ["uri", isRequestURI],
  ["email", matches(go(String.raw`^[^@\s:,;<>]+@[^@\s:,;<>]+$|<[^@\s]+@[^@\s]+>$`))],
  ["hexcolor", matches(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ["k8s-short-name", (text) => dnsLabelProblems(text).length === 0],
  ["k8s-long-name", (text) => dnsSubdomainProblems(text).length === 0],
]);

function matches(form: Pattern): FormatCheck {
  return (text) => form.test(text);
}

/** For patterns in which JavaScript would backtrack, because strings may be as long as a request. */
function go(pattern: string): Pattern {
  return { test: (text) => goPattern(pattern)?.test(text) === true };
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(.\d+)?(z|[+-]\d{2}:\d{2})$/;

function isDateTime(text: string): boolean {
  const [date = "", time = ""] = text.toLowerCase().split("t");
  return isDate(date) && timeOfDay.test(time);
}

/** Starts at the first digit of a number: the other digits would lead to the same unit. */
const countedUnit = /(?<!\d)\d+\s*([A-Za-zµ]+)/g;
const unitOfTime = /^(ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i;

/** A Go duration, or a string that contains a number with a unit of time: `3 days`. */
function isDuration(text: string): boolean {
  return (
    readDuration(text) !== undefined ||
    Array.from(text.matchAll(countedUnit)).some(([, unit = ""]) => unitOfTime.test(unit))
  );
}

/** 6, 8 or 20 octets, in pairs of hexadecimal digits with colons or hyphens, or in fours with dots. */
function isMAC(text: string): boolean {
  if (!/^([0-9a-f]{2}(:[0-9a-f]{2})+|[0-9a-f]{2}(-[0-9a-f]{2})+|[0-9a-f]{4}(\.[0-9a-f]{4})+)$/i.test(text))
    return false;
  return [12, 16, 40].includes(text.replaceAll(/[:.-]/g, "").length);
}

const label = String.raw`[a-zA-Z0-9\p{S}\p{L}]`;
const hostname = go(
  String.raw`^(${label}(-?${label}{0,62})?|(${label}([-a-zA-Z0-9\p{S}\p{L}]{0,61}${label})?\.)+[a-zA-Z\p{L}]{2,63})$`,
);

function isHostname(text: string): boolean {
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  return hostname.test(text) && bytes(text) <= 255 && text.split(".").every((part) => bytes(part) <= 63);
}

const absoluteURI = /^[a-z][-+.a-z0-9]*:(?:\/\/(?:[^@/?]*@)?(?:\[[^\]/?]*\]|[^:\s%/?]*)(?::\d*)?(?=[/?]|$)|(?!\/\/))/i;

/** The target of an HTTP request: an absolute URI or an absolute path. */
function isRequestURI(text: string): boolean {
  if (Array.from(text).some((letter) => letter < " " || letter === "\u007f")) return false;
  const start = text.startsWith("/") ? "" : absoluteURI.exec(text)?.[0];
  if (start === undefined) return false;
  const [path = ""] = text.slice(start.length).split("?");
  return !path.startsWith("/") || !/%(?![0-9a-f]{2})/i.test(path);
}
