import fc from "fast-check";

const integers = fc.constantFrom(
  ...["0", "1", "-1", "7", "8", "42", "65", "-65", "255", "256", "-4096", "123456789", "0x1F600"],
  ...["9", "34", "39", "233", "0x7f", "0x80", "0xFFFF", "0x10000", "0xD7FF", "0xD800", "0xDFFF", "0xE000"],
  ...["0x10FFFF", "0x110000", "0xFEFF", "0x3000"],
);
const floats = fc.constantFrom(
  ...["0.0", "1.0", "-1.0", "1.5", "-0.25", "0.125", "2.5", "3.5", "0.5", "9.5", "9.995", "99.5", "999999.5", "1e20"],
  ...["1e21", "123456789.0", "1e-4", "1e-5", "1.5e-7", "5e-324", "1.7976931348623157e308", "0.1", "100.0", "1e6"],
  ...["12345678.9", "1.03125", "255.96875", "0.000123456789", "2.25", "-3.75", "4503599627370496.5"],
);
const strings = fc.constantFrom(
  ...[
    '""',
    '"a"',
    '"abc"',
    '"héllo wörld"',
    '"日本語"',
    String.raw`"a\tb\n"`,
    '"`"',
    String.raw`"\"'"`,
    '"\u{1F600}x"',
  ],
  ...[String.raw`"\u00e9\ufeff"`, String.raw`"\x00\x7f"`, '"a b"', String.raw`"\u200b\U0001F600"`],
);
const others = fc.constantFrom("true", "false", "nil", ".", ".controlPlane", ".controlPlane.version", ".missing");
const values = fc.oneof(
  { weight: 4, arbitrary: integers },
  { weight: 5, arbitrary: floats },
  { weight: 4, arbitrary: strings },
  { weight: 1, arbitrary: others },
);

const flags = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  { weight: 3, arbitrary: fc.subarray(["#", "0", "+", "-", " "], { maxLength: 3 }).map((chosen) => chosen.join("")) },
);
const width = fc.constantFrom("", "", "", "1", "2", "5", "8", "13", "20");
const precision = fc.constantFrom("", "", "", ".", ".0", ".1", ".2", ".3", ".5", ".8", ".13", ".20", ".30");
const verb = fc.constantFrom(...Array.from("vdsqxXtfFgGeEcUToObzw"));
const directive = fc.tuple(flags, width, precision, verb).map((parts) => `%${parts.join("")}`);

/** Directives that take their width, precision or value from an argument, or are incomplete. */
const reordered = fc.constantFrom(
  ...["%*d", "%-*d", "%0*d", "%.*f", "%*.*f", "%[2]*[1]d", "%[3]*.[2]*[1]f", "%[1]d %[1]x", "%[2]d %d", "%[0]d"],
  ...[
    "%[9]d",
    "%[x]d",
    "%[1",
    "%[]d",
    "%[1]",
    "%[2]5d",
    "%[1].2f",
    "%.[2]*f",
    "%.[2]f",
    "%[1]*d",
    "%[2]*.3d",
    "%[-1]d",
  ],
  ...[
    "%10000010d",
    "%.10000010d",
    "%[10000010]d",
    "%.",
    "%[]",
    "%[",
    "%.0",
    "%",
    "%5",
    "%-",
    "%.",
    "%!",
    "%%",
    "%5%",
    "%-%",
    "%é",
    "%5é",
    "%[1]%",
  ],
  ...[
    "%.[1]*[2]d",
    "%[1]*[2]*d",
    "%.-3d",
    "%+-05d",
    "%*",
    "%.*",
    "%[3]*d",
    "%[1]d%",
    "%[2]v%[1]v",
    "%[5]*d",
    "%.[5]*d",
  ],
);
const stars = fc.constantFrom("5", "-5", "0", "3", "100", "1000001", "-1000001", '"a"', "1.5", "nil");

const plain = fc.tuple(fc.array(directive, { minLength: 1, maxLength: 2 }), fc.array(values, { maxLength: 3 }));
const matching = fc.tuple(directive, values).map(([one, value]) => [[one], [value]] as const);
const indexed = fc.tuple(
  fc.tuple(reordered, fc.constantFrom("", " ", "%d", "%v")).map((parts) => [parts.join("")]),
  fc.oneof(fc.array(values, { maxLength: 3 }), fc.tuple(stars, values), fc.tuple(values, stars, stars)),
);

/** Templates of a single `printf`. */
export const formats: fc.Arbitrary<string> = fc
  .oneof({ weight: 6, arbitrary: matching }, { weight: 1, arbitrary: plain }, { weight: 3, arbitrary: indexed })
  .map(([directives, operands]) => `{{${["printf", JSON.stringify(directives.join("|")), ...operands].join(" ")}}}`);
