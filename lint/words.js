import path from "node:path";
import { describeWord, findWords, wordsOfName } from "./find-words.js";

/** Names, comments, strings and the name of the file have no word that lint/word-list.js replaces. */
const rule = {
  create(context) {
    const { sourceCode } = context;
    const isSource = /packages[\\/][^\\/]+[\\/]src[\\/]/.test(context.filename);
    const seen = new Set();

    const inText = (text, start, options) => {
      for (const word of findWords(text, options)) {
        const from = start + word.index;
        const loc = {
          start: sourceCode.getLocFromIndex(from),
          end: sourceCode.getLocFromIndex(from + word.found.length),
        };
        context.report({ loc, message: describeWord(word) });
      }
    };
    /** The source, not the value, so that positions match and escapes are not words. */
    const written = (node) => [sourceCode.getText(node), node.range[0]];

    const inName = (name, report) => {
      for (const word of findWords(wordsOfName(name))) report(describeWord(word));
    };

    return {
      Program(node) {
        inName(path.basename(context.filename), (message) => {
          context.report({ node, loc: { line: 1, column: 0 }, message: `The name of the file: ${message}` });
        });
        for (const comment of sourceCode.getAllComments()) inText(...written(comment));
      },
      Literal(node) {
        if (typeof node.value === "string" && !/Import|Export/.test(node.parent.type)) {
          inText(...written(node), { isMessage: isSource });
        }
      },
      TemplateElement(node) {
        inText(...written(node), { isMessage: isSource });
      },
      "Identifier, PrivateIdentifier"(node) {
        if (seen.has(node.name)) return;
        seen.add(node.name);
        inName(node.name, (message) => {
          context.report({ node, message });
        });
      },
    };
  },
};

export const words = {
  files: ["**/*.{ts,tsx}", "build/**/*.js", "lint/**/*.js", "*.js"],
  // The list itself, and its tests.
  ignores: ["lint/word-list.js", "test/lint/words.test.ts", "**/*.generated.ts"],
  plugins: { words: { rules: { words: rule } } },
  rules: { "words/words": "error" },
};
