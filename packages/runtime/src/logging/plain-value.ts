/** Further causes are left out: a chain that long says nothing more. */
const longestChain = 10;

/** An error as plain data: what it says, its code and reason, and its chain of causes. Stacks only for bugs. */
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

/** Whether an error does not say whether to retry, as typed errors do: it comes from a mistake, or from an author's code. */
export function isBug(error: Error): boolean {
  return !("retry" in error);
}

/** A value that JSON has, for one that it has not. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Error) return describeError(value, []);
  return typeof value === "bigint" ? value.toString() : value;
}

/** What ends a line for some readers, or changes a terminal, and JSON leaves as it is. */
const unescaped = /[\u007f-\u009f\u2028\u2029]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A value as JSON, whatever it is: what contains itself, or throws when it is read, is not a reason to fail. */
export function jsonOf(value: unknown): string {
  const around: unknown[] = [];
  try {
    const text: unknown = JSON.stringify(value, function (this: unknown, _key, each: unknown) {
      // `this` is the object that holds `each`: what is below it in the stack is finished.
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
