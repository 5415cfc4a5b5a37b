import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelKeyProblems,
  labelValueProblems,
  stringFormats,
  ownField,
} from "@capstan/kube";
import { listOf, opaque, optionalOf, stringType } from "../types/cel-type.ts";
import { ArrayList, OpaqueValue, OptionalValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const formatType = opaque("kubernetes.NamedFormat");

/** A format for validating strings. */
export class Format extends OpaqueValue {
  override readonly typeName = "kubernetes.NamedFormat";
  readonly name: string;
  /** The assumed length of its pattern, for its cost. */
  readonly patternSize: number;
  readonly problems: (text: string) => readonly string[];

  constructor(name: string, patternSize: number, problems: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.patternSize = patternSize;
    this.problems = problems;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Format && other.name === this.name;
  }
}

function dns1035Problems(text: string): string[] {
  const long = text.length > 63 ? ["must be no more than 63 bytes"] : [];
  if (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(text)) return long;
  return [
    ...long,
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  ];
}

/** A prefix may have endings that a name must not have. */
function prefixOf(problems: (text: string) => string[]): (text: string) => string[] {
  return (text) => problems(text.endsWith("-") ? `${text.slice(0, -1)}a` : text);
}

function known(format: string, problem: string): (text: string) => string[] {
  return (text) => (stringFormats.get(format)?.(text) === true ? [] : [problem]);
}

const formats: Readonly<Record<string, Format>> = {
  dns1123Label: new Format("DNS1123Label", 30, dnsLabelProblems),
  dns1123Subdomain: new Format("DNS1123Subdomain", 60, dnsSubdomainProblems),
  dns1035Label: new Format("DNS1035Label", 30, dns1035Problems),
  qualifiedName: new Format("QualifiedName", 60, labelKeyProblems),
  dns1123LabelPrefix: new Format("DNS1123LabelPrefix", 30, prefixOf(dnsLabelProblems)),
  dns1123SubdomainPrefix: new Format("DNS1123SubdomainPrefix", 60, prefixOf(dnsSubdomainProblems)),
  dns1035LabelPrefix: new Format("DNS1035LabelPrefix", 30, prefixOf(dns1035Problems)),
  labelValue: new Format("LabelValue", 40, labelValueProblems),
  uri: new Format("URI", 1103, (text) =>
    stringFormats.get("uri")?.(text) === true ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`],
  ),
  uuid: new Format("uuid", 70, known("uuid", "does not match the UUID format")),
  byte: new Format("byte", 84, known("byte", "invalid base64")),
  date: new Format("date", 71, known("date", "invalid date")),
  datetime: new Format("datetime", 71, known("datetime", "invalid datetime")),
};

/** Kubernetes' functions for named formats. */
export const namedFormats: readonly Overload[] = [
  ...Object.entries(formats).map(([name, format]) =>
    global(`format.${name}`, `format.${name}`, [], formatType, () => format),
  ),
  global("format.named", "format-named", [stringType], optionalOf(formatType), (name: string) => {
    const format = ownField(formats, name);
    return format === undefined ? OptionalValue.none : OptionalValue.of(format);
  }),
  method(
    "validate",
    "format-validate",
    [formatType, stringType],
    optionalOf(listOf(stringType)),
    (format: Format, text: string) => {
      const problems = format.problems(text);
      return problems.length === 0 ? OptionalValue.none : OptionalValue.of(new ArrayList(problems));
    },
  ),
];
