/** How far a cut moves to keep a visible character intact; hostile strings may combine marks without end. */
const longestCharacter = 64;

/**
 * Cuts a string to at most this many characters, counted in code points as the API server does. A string that was cut ends with `…`. It is
 * never cut inside a surrogate pair, or before a mark that belongs to the preceding character. Lone surrogates, which an API server stores
 * as U+FFFD, are replaced immediately, so that the written string equals the stored string.
 */
export function cutText(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text.toWellFormed();
  const end = indexAfter(text, mostCharacters);
  if (end === text.length) return text.toWellFormed();
  const kept = text.slice(0, boundaryBefore(text, indexAfter(text, mostCharacters - 1)));
  return `${kept.toWellFormed()}…`;
}

/** The index after this many code points; at most the length. */
function indexAfter(text: string, characters: number): number {
  let index = 0;
  for (let passed = 0; passed < characters && index < text.length; passed += 1) index += widthAt(text, index);
  return index;
}

function widthAt(text: string, index: number): 1 | 2 {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

const joining = /^(?:[\p{M}\u200D]|\p{Emoji_Modifier})/u;

/** The last index up to `index` that is not inside a visible character; `index` itself if there is no such index nearby. */
function boundaryBefore(text: string, index: number): number {
  let at = index;
  while (at > 0 && index - at < longestCharacter) {
    const isInside = joining.test(text.slice(at, at + 2)) || text[at - 1] === "\u200d";
    if (!isInside) return at;
    at -= isPairBefore(text, at) ? 2 : 1;
  }
  return at === 0 ? 0 : index;
}

function isPairBefore(text: string, index: number): boolean {
  return index > 1 && widthAt(text, index - 2) === 2;
}
