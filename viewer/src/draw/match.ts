/**
 * Who is who in two frames: ids of both are in ascending order, so that one pass over both finds all.
 *
 * Cost: O(n + m); if the ids are the same, which they mostly are, one comparison each.
 */

/** Whether the ids are the same. */
export function sameIds(before: Uint32Array, after: Uint32Array): boolean {
  if (before === after) return true;
  if (before.length !== after.length) return false;
  for (let i = 0; i < after.length; i++) if (before[i] !== after[i]) return false;
  return true;
}

/** For each id of `after`, its index in `before`, or -1. */
export function matchIds(before: Uint32Array, after: Uint32Array, out: Int32Array): void {
  let j = 0;
  for (let i = 0; i < after.length; i++) {
    const id = after[i]!;
    while (j < before.length && before[j]! < id) j++;
    out[i] = j < before.length && before[j] === id ? j : -1;
  }
}

/** The index of an id among ascending ones, or -1. */
export function findId(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low < ids.length && ids[low] === id ? low : -1;
}
