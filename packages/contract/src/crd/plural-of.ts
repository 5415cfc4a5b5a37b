import { endings, type Inflection, wholeWords, words } from "./inflections.ts";

const plurals = new Map(words.map(([singular, plural]) => [singular, plural]));
const knownPlurals = new Set(
  words.flatMap(([, plural, otherPlural]) => (otherPlural === undefined ? [plural] : [plural, otherPlural])),
);
const rules: readonly Inflection[] = [...words.filter(([singular]) => !wholeWords.has(singular)).reverse(), ...endings];

/**
 * The resource name of a kind: lower case, in the plural that core computes (rule AR-002). It can differ from the English plural:
 * `FooHardware` becomes `foohardwares`, `FooData` stays `foodata`.
 */
export function pluralOf(kind: string): string {
  let plural = computed.get(kind);
  if (plural !== undefined) return plural;
  plural = pluralOfWord(kind.toLowerCase());
  // Objects of tenants name kinds.
  if (computed.size >= mostComputed) computed.clear();
  computed.set(kind, plural);
  return plural;
}

const mostComputed = 1_000;
const computed = new Map<string, string>();

function pluralOfWord(word: string): string {
  if (word === "" || knownPlurals.has(word)) return word;
  const known = plurals.get(word);
  if (known !== undefined) return known;
  for (const [singular, plural] of rules) {
    if (word.endsWith(plural)) return word;
    if (word.endsWith(singular)) return word.slice(0, -singular.length) + plural;
  }
  return word.endsWith("s") ? word : `${word}s`;
}

/** The name under which core looks for the CRD of a kind (rule AR-002); it finds no other. */
export function calculateCRDName(group: string, kind: string): string {
  return `${pluralOf(kind)}.${group}`;
}
