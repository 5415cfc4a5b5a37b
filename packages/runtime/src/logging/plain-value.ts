/** Further causes are omitted: they add nothing to a chain that long. */
const longestChain = 10;

/** An error as plain data: its message, code, reason and chain of causes. Stacks only for bugs. */
function describeError(error: Error, causes: readonly Error[]): Record<string, unknown> {
  const described: Record<string, unknown> = { name: error.name, message: error.message };
  if ("code" in error) described.code = error.code;
  if ("reason" in error) described.reason = error.reason;
  if (isBug(error) && error.stack !== undefined) described.stack = error.stack;
  const chain = [...causes, error];
  const { cause } = error;
  if (cause instanceof Error && !chain.includes(cause) && chain.length < longestChain)
    described.cause = describeError(cause, chain);
  return described;
}

/** Whether an error does not say whether to retry, as typed errors do: it comes from a bug, or from an author's code. */
export function isBug(error: Error): boolean {
  return !("retry" in error);
}

/** Replaces a value that JSON lacks with one that JSON has. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Error) return describeError(value, []);
  return typeof value === "bigint" ? value.toString() : value;
}

/** Characters that end a line for some readers or change a terminal, and that JSON does not escape. */
const unescaped = /[\u007f-\u009f\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Any value as JSON: circular values, and values that throw when they are read, cause no error. */
export function jsonOf(value: unknown): string {
  const around: unknown[] = [];
  try {
    const text: unknown = JSON.stringify(value, function (this: unknown, _key, each: unknown) {
      // `this` is the object that holds `each`: the entries after it in the stack are finished.
      while (around.length > 0 && around.at(-1) !== this) around.pop();
      const shown = plainValue(each);
      if (typeof shown !== "object" || shown === null) return shown;
      if (around.includes(shown)) return "[contains itself]";
      around.push(shown);
      return shown;
    });
    return typeof text === "string" ? text.replace(unescaped, escaped) : "null";
  } catch (error) {
    return JSON.stringify(`[cannot be shown: ${error instanceof Error ? error.name : typeof error}]`);
  }
}
