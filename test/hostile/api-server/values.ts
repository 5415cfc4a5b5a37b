import type { SeededRandom } from "@capstan/harness/random";

/** JSON of values that no manifest contains on purpose. */
const hostileValues: readonly string[] = [
  "null",
  "true",
  "-0",
  "0.1",
  "1e400",
  "-1e400",
  "1e-400",
  "9223372036854775808",
  "-9223372036854775809",
  "9007199254740993",
  `1${"0".repeat(400)}`,
  "1.0000000000000000000000000000000001",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\u202e\u2066rtl\u0301\u0301\u0301"',
  '"🦀👩‍👩‍👧‍👦"',
  '"../../../etc/passwd"',
  '"${jndi:ldap://a}"',
  '"%00%0a%0d"',
  '"1Ei"',
  '"99999999999999999999999999E"',
  '"2026-02-30T25:61:61Z"',
  '"P1Y"',
  '"fe80::1%eth0"',
  '"(a+)+$"',
  '"$patch"',
  "[]",
  "{}",
  "[[]]",
  "[null]",
  '{"":""}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":1,"length":-1}',
  '{"a":1,"a":2}',
  '{"$ref":"#/a"}',
  '{"$patch":"delete"}',
  '{"$patch":"replace","$retainKeys":["x"]}',
  '{"$deleteFromPrimitiveList/finalizers":["x"],"$setElementOrder/a":5}',
];

/** JSON of a value that is hard to parse, to store, or to interpret. */
export function hostileText(random: SeededRandom): string {
  if (random.happens(0.8)) return random.pick(hostileValues);
  const depth = random.pick([10, 64, 400, 999, 1_001, 5_000]);
  const length = random.pick([100, 1_000, 10_000]);
  return random.pick([
    () => "[".repeat(depth) + "]".repeat(depth),
    () => '{"a":'.repeat(depth) + "1" + "}".repeat(depth),
    () => '[{"a":'.repeat(depth) + "1" + "}]".repeat(depth),
    () => JSON.stringify("x".repeat(length * 10)),
    () => JSON.stringify("é\u0000\n".repeat(length)),
    () => `[${Array.from({ length }, () => "1").join(",")}]`,
    () => `{${Array.from({ length }, (_, index) => `"k${index}":${index}`).join(",")}}`,
    () => "[".repeat(depth),
  ])();
}

const letters = [
  "a",
  "Z",
  "0",
  "-",
  "_",
  ".",
  "/",
  "%",
  "\\",
  '"',
  "'",
  "\u0000",
  "\n",
  "é",
  "🦀",
  "\u202e",
  " ",
  ",",
  "=",
];

/** A short string of characters with a special meaning somewhere. */
export function hostileWord(random: SeededRandom, most = 12): string {
  return Array.from({ length: random.between(0, most) }, () => random.pick(letters)).join("");
}
