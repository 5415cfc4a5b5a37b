/** The variable parts of the output, and their replacements. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uid>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>"],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+\d{4}/g, "<time>"],
  [/(resourceVersion\\?"?: ?\\?"?)\d+/gi, "$1<version>"],
  [/X509SHA256=[0-9a-f]+/g, "X509SHA256=<hash>"],
  [/kubectl-edit-\d+/g, "kubectl-edit-<number>"],
  [/127\.0\.0\.1:\d+/g, "<address>"],
  [/\b10\.0\.\d+\.\d+\b/g, "<ip>"],
  [/\b3[0-2]\d{3}\b/g, "<port>"],
  // The log of kubectl about a watch that is open at its timeout, if kubectl notices the closed connection first
  [/^I\d{4} \S+ +\d+ reflector\.go.*\n/gm, ""],
  // Ages and their columns, which are as wide as their content
  [/(?<=[ (])\d+(ms|s|m\d*s?)(?= |\)|$)/gm, "<age>"],
  [/ {2,}/g, "  "],
  [/ +$/gm, ""],
];

/** Output of kubectl without the parts that vary between runs. */
export function normalized(text: string): string {
  const sorted = text.replace(
    managedFields,
    (_, key: string, _indent: string, entries: string) => key + sortedEntries(entries),
  );
  return volatile.reduce((rest, [pattern, by]) => rest.replace(pattern, by), sorted);
}

/** The key in YAML, its indentation, and the entries below. */
const managedFields = /^(( *)managedFields:\n)((?:\2- .*\n(?:\2 {2}.*\n)*)+)/gm;

/** They are ordered by the second in which they were written, then by their managers. */
function sortedEntries(entries: string): string {
  return entries
    .split(/^(?= *- apiVersion: )/m)
    .toSorted((one, other) => (one.replace(times, "") < other.replace(times, "") ? -1 : 1))
    .join("");
}

const times = /^ *time: .*\n/gm;
