const reserved = new Set([
  ..."true false null in as break const continue else for function if import let loop package namespace return".split(
    " ",
  ),
  ..."var void while".split(" "),
]);
const escapes: readonly (readonly [string, string])[] = [
  ["__", "__underscores__"],
  [".", "__dot__"],
  ["-", "__dash__"],
  ["/", "__slash__"],
];
const escapeOf = new Map(escapes);
const characterOf = new Map(escapes.map(([character, escape]) => [escape, character]));

/** The name of a field in expressions; undefined if they cannot use it. */
export function escapeFieldName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[-./]/g, (found) => escapeOf.get(found) ?? found);
}

/** The field with this name in expressions; undefined if there is none. */
export function unescapeFieldName(escaped: string): string | undefined {
  const invalid: string[] = [];
  const name = escaped.replace(/__[^_]+__/g, (found) => {
    const character = characterOf.get(found);
    if (character !== undefined) return character;
    const word = found.slice(2, -2);
    if (!reserved.has(word) || found !== escaped) invalid.push(found);
    return word;
  });
  return invalid.length === 0 ? name : undefined;
}
