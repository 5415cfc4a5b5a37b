/** Values that a document has with every alias replaced by what it refers to: what anything that walks it has to do. */
const maxValues = 1_000_000;

interface Size {
  readonly values: number;
  /** Lists and objects inside each other. */
  readonly levels: number;
}

/** What is wrong with documents whose aliases may make them endless, deeper than they look, or a thousand times as large. */
export function breachByAliases(documents: readonly unknown[], maxDepth: number): string | undefined {
  const measured = new Map<object, Size>();
  const open = new Set<object>();

  /** @throws Breach */
  function sizeOf(value: unknown): Size {
    if (typeof value !== "object" || value === null) return { values: 1, levels: 0 };
    const known = measured.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) throw new Breach("an alias refers to what it is in");
    open.add(value);
    let [values, levels] = [1, 1];
    for (const inner of Object.values(value)) {
      const size = sizeOf(inner);
      values += size.values;
      levels = Math.max(levels, size.levels + 1);
      if (values > maxValues) throw new Breach(`with its aliases, it has more than ${maxValues} values`);
    }
    if (levels > maxDepth) throw new Breach(`with its aliases, nesting exceeds the limit of ${maxDepth}`);
    open.delete(value);
    measured.set(value, { values, levels });
    return { values, levels };
  }

  try {
    let values = 0;
    for (const document of documents) values += sizeOf(document).values;
    return values > maxValues ? `with its aliases, it has more than ${maxValues} values` : undefined;
  } catch (error) {
    if (error instanceof Breach) return error.message;
    throw error;
  }
}

// eslint-disable-next-line errors/capstan-errors -- caught in this file
class Breach extends Error {}
