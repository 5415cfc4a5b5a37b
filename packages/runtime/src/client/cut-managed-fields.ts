const token = Buffer.from('"managedFields":[');
const object = '"object":';
const metadata = '"metadata":';
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Cuts `metadata.managedFields` out of the JSON of a watch event before it is parsed. The field is about as large as the rest of the
 * object, and a reviver would cost more than parsing it. Anything that is not certain to be this field is left unchanged.
 *
 * @param bytes - the event; edited in place.
 * @returns the new end of the event.
 */
export function cutManagedFields(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(token, from);
  if (at <= from || at >= to || !beginsField(bytes, at) || !isInMetadata(bytes, from, at)) return to;
  const end = endOfList(bytes, at + token.length - 1, to);
  if (end === undefined) return to;
  // One of the commas around it must go too.
  const hasBefore = bytes[at - 1] === comma;
  const begin = hasBefore ? at - 1 : at;
  const rest = !hasBefore && bytes[end] === comma ? end + 1 : end;
  bytes.copyWithin(begin, rest, to);
  return to - (rest - begin);
}

/** Whether the field that begins at `at` is a field of `{ "object": { "metadata": { ... } } }`. */
function isInMetadata(bytes: Buffer, from: number, at: number): boolean {
  let depth = 0;
  let isObject = false;
  let isMetadata = false;
  for (let index = from; index < at; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index, at);
    } else if (byte === openObject || byte === openList) {
      depth += 1;
      if (depth === 2) isObject = byte === openObject && isNamed(bytes, from, index, object);
      else if (depth === 3) isMetadata = byte === openObject && isNamed(bytes, from, index, metadata);
    } else if (byte === closeObject || byte === closeList) {
      depth -= 1;
    }
  }
  return depth === 3 && isObject && isMetadata;
}

/** Whether the value at `index` belongs to the field `name`. */
function isNamed(bytes: Buffer, from: number, index: number, name: string): boolean {
  const begin = index - name.length;
  if (begin <= from || !beginsField(bytes, begin)) return false;
  for (let at = 0; at < name.length; at += 1) if (bytes[begin + at] !== name.charCodeAt(at)) return false;
  return true;
}

/** Whether the quote at `index` begins a name: a quote within a name follows a backslash. */
function beginsField(bytes: Buffer, index: number): boolean {
  const before = bytes[index - 1];
  return before === openObject || before === comma;
}

/** The index after the list that begins at `from`; `undefined` if the list does not end. */
function endOfList(bytes: Buffer, from: number, to: number): number | undefined {
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index, to);
    else if (byte === openObject || byte === openList) depth += 1;
    else if (byte === closeObject || byte === closeList) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** The index of the closing quote of the string that begins at `from`. */
function endOfString(bytes: Buffer, from: number, to: number): number {
  let index = from + 1;
  while (index < to && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}
