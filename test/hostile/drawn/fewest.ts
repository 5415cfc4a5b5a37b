/**
 * Reduces a list to as few items as still fail, by repeatedly removing halves of it.
 *
 * @param tries - the limit of calls to `fails`; the result may then have more items than needed.
 */
export async function fewest<T>(
  items: readonly T[],
  fails: (kept: readonly T[]) => Promise<boolean>,
  tries: number,
): Promise<readonly T[]> {
  let kept = items;
  let left = tries;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && left > 0;) {
    let isSmaller = false;
    for (let at = 0; at < kept.length && kept.length > 1 && left > 0;) {
      const without = [...kept.slice(0, at), ...kept.slice(at + size)];
      left -= 1;
      if (without.length > 0 && (await fails(without))) {
        kept = without;
        isSmaller = true;
      } else at += size;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isSmaller) break;
  }
  return kept;
}
