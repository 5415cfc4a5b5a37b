import { type MalformedTextError } from "@capstan/kube";

/** Words of go-yaml's scanner, by those of the reader. It counts lines from zero and omits the first one. */
const scanner = new Map([
  ["tab characters must not be used in indentation", "found character that cannot start any token"],
]);

/** Words of go-yaml's parser, by those of the reader. It counts the end of the text as a line of its own. */
const parser = new Map([
  ["unexpected end of the stream within a flow collection", "did not find expected node content"],
]);

/** Problems of values, which go-yaml reports without a line. */
const ofValues = /^(?:map merge requires |cannot decode !!|!!binary value )/;

/** What `sigs.k8s.io/yaml` says of YAML that it refuses; the reader's own words where go-yaml's depend on its state. */
export function goYamlProblem({ reason, line = 1, message }: MalformedTextError): string {
  if (reason.startsWith("unsupported value: ")) return `json: ${reason}`;
  if (ofValues.test(reason)) return `yaml: ${reason}`;
  const scanned = scanner.get(reason);
  if (scanned !== undefined) return `yaml: ${line > 1 ? `line ${line}: ` : ""}${scanned}`;
  const parsed = parser.get(reason);
  return `yaml: ${parsed === undefined ? message : `line ${line}: ${parsed}`}`;
}
