/** The limit of values in a document with every alias expanded, because every traversal of it visits them all. */
const maxValues = 1_000_000;

/** The limit of characters that expanded aliases add to those of the input. */
const maxAddedCharacters = 16 * 1024 * 1024;

interface Size {
  readonly values: number;
  readonly characters: number;
  /** The nesting depth of lists and objects. */
  readonly levels: number;
}

/**
 * The problem of documents whose aliases make them endless, too deep, or a thousand times as large.
 *
 * @param length - of the input that the documents were parsed from.
 */
export function breachByAliases(documents: readonly unknown[], maxDepth: number, length: number): string | undefined {
  const maxCharacters = length + maxAddedCharacters;
  const measured = new Map<object, Size>();
  const open = new Set<object>();

  /** @throws Breach */
  function sizeOf(value: unknown): Size {
    if (typeof value === "string") return { values: 1, characters: value.length, levels: 0 };
    if (typeof value !== "object" || value === null) return { values: 1, characters: 0, levels: 0 };
    const known = measured.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) throw new Breach("an alias refers to a node that contains it");
    open.add(value);
    let [values, characters, levels] = [1, 0, 1];
    for (const [key, inner] of Object.entries(value)) {
      const size = sizeOf(inner);
      values += size.values;
      characters += size.characters + (Array.isArray(value) ? 0 : key.length);
      levels = Math.max(levels, size.levels + 1);
      check({ values, characters });
    }
    if (levels > maxDepth) throw new Breach(`with its aliases, nesting exceeds the limit of ${maxDepth}`);
    open.delete(value);
    const size = { values, characters, levels };
    measured.set(value, size);
    return size;
  }

  /** @throws Breach */
  function check({ values, characters }: Pick<Size, "values" | "characters">): void {
    if (values > maxValues) throw new Breach(`with its aliases, it has more than ${maxValues} values`);
    if (characters > maxCharacters) throw new Breach(`with its aliases, it has more than ${maxCharacters} characters`);
  }

  try {
    const all = { values: 0, characters: 0 };
    for (const document of documents) {
      const size = sizeOf(document);
      all.values += size.values;
      all.characters += size.characters;
      check(all);
    }
    return undefined;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    throw error;
  }
}

// eslint-disable-next-line errors/capstan-errors -- caught in this file
class Breach extends Error {}
