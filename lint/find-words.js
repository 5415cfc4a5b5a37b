import { messageWords, words } from "./word-list.js";

/** The gap between two words, also across lines of a comment. */
const gap = String.raw`\s+(?:(?:\*|//)\s+)?`;

const compiled = (list) =>
  list.map((entry) => ({ ...entry, expression: new RegExp(`\\b(?:${entry.pattern.replaceAll(" ", gap)})\\b`, "giu") }));
const everywhere = compiled(words);
const inMessages = [...everywhere, ...compiled(messageWords)];

/** Whether the text may have one of the words: most have none, and one expression finds that out in an eighth of the time. */
const suspicion = new RegExp(
  [...words, ...messageWords].map(({ pattern }) => pattern.replaceAll("\\w*", "").replaceAll(" ", gap)).join("|"),
  "iu",
);

/** Finds the words in prose that the list replaces, with their place in `text` and the replacement. */
export function findWords(text, { isMessage = false } = {}) {
  if (!suspicion.test(text)) return [];
  return (isMessage ? inMessages : everywhere).flatMap(({ expression, say }) =>
    [...text.matchAll(expression)].map(({ 0: found, index }) => ({ found, index, say })),
  );
}

/** The words of a name: "the name" for `theName`, `the-name` or `THE_NAME`. */
export function wordsOfName(name) {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll(/[-_.]/g, " ")
    .toLowerCase();
}

/** The report about a word. */
export function describeWord({ found, say }) {
  return `"${found.replaceAll(/\s+/g, " ")}": say ${say} (lint/word-list.js).`;
}
