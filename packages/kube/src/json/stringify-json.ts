/**
 * Does the same as `JSON.stringify` for JSON data of any depth, because that throws at a few thousand levels, fewer than Kubernetes
 * accepts. `undefined` fields are omitted; a bigint becomes an integer.
 */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    const isBigint = error instanceof TypeError && error.message.includes("BigInt");
    if (!isBigint && !(error instanceof RangeError)) throw error;
    return withoutRecursion(value);
  }
}

/** Pending output: a piece of JSON, or a value to serialize. */
type Pending = { readonly text: string } | { readonly value: unknown };

function withoutRecursion(root: unknown): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ("text" in next) written.push(next.text);
    else if (typeof next.value === "bigint") written.push(String(next.value));
    else if (typeof next.value !== "object" || next.value === null) written.push(JSON.stringify(next.value));
    else for (const part of partsOf(next.value).reverse()) pending.push(part);
  }
  return written.join("");
}

function partsOf(value: object): Pending[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown, index) => [
      { text: index === 0 ? "" : "," },
      { value: item === undefined ? null : item },
    ]);
    return [{ text: "[" }, ...items, { text: "]" }];
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const members = fields.flatMap(([key, field], index) => [
    { text: `${index === 0 ? "" : ","}${JSON.stringify(key)}:` },
    { value: field as unknown },
  ]);
  return [{ text: "{" }, ...members, { text: "}" }];
}
