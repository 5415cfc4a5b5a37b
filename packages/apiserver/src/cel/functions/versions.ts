import { boolType, intType, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { OpaqueValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const semverType = opaque("kubernetes.Semver");

/** A semantic version; comparisons ignore the build. */
class Semver extends OpaqueValue {
  override readonly typeName = "kubernetes.Semver";
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    super();
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Semver && compare(this, other) === 0n;
  }
}

/** Parses a version, or returns the problem. */
function readVersion(text: string): Semver | string {
  if (text === "") return "Version string empty";
  const [major, minor, rest, ...others] = splitThree(text);
  if (major === undefined || minor === undefined || rest === undefined || others.length > 0) {
    return "No Major.Minor.Patch elements found";
  }
  const [, patch = "", prerelease, build] = /^([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest) ?? [];
  for (const [name, number] of [
    ["major", major],
    ["minor", minor],
    ["patch", patch],
  ] as const) {
    const problem = problemOfNumber(name, number);
    if (problem !== undefined) return problem;
  }
  const parts = prerelease?.split(".") ?? [];
  for (const part of [...parts, ...(build?.split(".") ?? [])]) {
    if (part === "") return parts.includes("") ? "Prerelease is empty" : "Build meta data is empty";
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in prerelease ${JSON.stringify(part)}`;
  }
  const padded = parts.find((part) => /^0\d+$/.test(part));
  if (padded !== undefined)
    return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(padded)}`;
  return new Semver([major, minor, patch].map(BigInt), parts);
}

function splitThree(text: string): string[] {
  const [major, minor, ...rest] = text.split(".");
  return [major, minor, rest.length === 0 ? undefined : rest.join(".")].filter((part) => part !== undefined);
}

function problemOfNumber(name: string, text: string): string | undefined {
  if (!/^\d+$/.test(text)) {
    return name === "patch" || text !== ""
      ? `Invalid character(s) found in ${name} number ${JSON.stringify(text)}`
      : `Invalid character(s) found in ${name} number ""`;
  }
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return /^0\d/.test(text) ? `${title} number must not contain leading zeroes ${JSON.stringify(text)}` : undefined;
}

/** Removes a leading `v` and leading zeros, and adds missing numbers. */
function normalized(text: string): string {
  const parts = splitThree(text.replace(/^v/, "")).map((part) => {
    if (part.length < 2) return part;
    const trimmed = part.replace(/^0+/, "");
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (parts.length < 3 && /[-+]/.test(parts.at(-1) ?? ""))
    return "short version cannot contain PreRelease/Build meta data";
  while (parts.length < 3) parts.push("0");
  return parts.join(".");
}

function read(text: string, normalize: boolean): Semver | string {
  if (!normalize) return readVersion(text);
  const clean = normalized(text);
  return clean.startsWith("short version") ? clean : readVersion(clean);
}

function toSemver(text: string, normalize = false): Semver {
  const found = read(text, normalize);
  if (typeof found === "string") throw new EvaluationError(found);
  return found;
}

function compare(left: Semver, right: Semver): bigint {
  for (const [index, number] of left.numbers.entries()) {
    const other = right.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1n : 1n;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

function comparePrereleases(left: readonly string[], right: readonly string[]): bigint {
  if (left.length === 0 || right.length === 0) return BigInt(Math.sign(right.length - left.length));
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1n;
    const order = compareParts(part, other);
    if (order !== 0n) return order;
  }
  return left.length < right.length ? -1n : 0n;
}

function compareParts(left: string, right: string): bigint {
  if (left === right) return 0n;
  const [isNumber, isOther] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isNumber !== isOther) return isNumber ? -1n : 1n;
  if (isNumber) return BigInt(left) < BigInt(right) ? -1n : 1n;
  return left < right ? -1n : 1n;
}

function number(index: number): (version: Semver) => bigint {
  return ({ numbers }) => numbers[index] ?? 0n;
}

/** Kubernetes' functions for semantic versions. */
export const versions: readonly Overload[] = [
  global("semver", "string_to_semver", [stringType], semverType, (text: string) => toSemver(text)),
  global("semver", "string_bool_to_semver", [stringType, boolType], semverType, toSemver),
  global(
    "isSemver",
    "is_semver_string",
    [stringType],
    boolType,
    (text: string) => typeof read(text, false) !== "string",
  ),
  global("isSemver", "is_semver_string_bool", [stringType, boolType], boolType, (text: string, normalize: boolean) => {
    return typeof read(text, normalize) !== "string";
  }),
  method(
    "isGreaterThan",
    "semver_is_greater_than",
    [semverType, semverType],
    boolType,
    (l: Semver, r: Semver) => compare(l, r) > 0n,
  ),
  method(
    "isLessThan",
    "semver_is_less_than",
    [semverType, semverType],
    boolType,
    (l: Semver, r: Semver) => compare(l, r) < 0n,
  ),
  method("compareTo", "semver_compare_to", [semverType, semverType], intType, compare),
  method("major", "semver_major", [semverType], intType, number(0)),
  method("minor", "semver_minor", [semverType], intType, number(1)),
  method("patch", "semver_patch", [semverType], intType, number(2)),
];
