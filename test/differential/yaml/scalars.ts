/** Plain scalars that go-yaml, YAML 1.1 and YAML 1.2 read in different ways, and some that they do not. */
export const scalars: readonly string[] = [
  ..."y Y n N yes Yes YES yEs no No NO on On ON off Off OFF true True TRUE tRue false False FALSE".split(" "),
  ..."~ null Null NULL nULL none << = . .. + _ /".split(" "),
  ..."0 00 007 0400 0644 08 0o400 0O17 -0o17 +017 0b101 -0b1 0B1 0x1F 0X1f -0x10 +0x1 0x 0b 0b2 0o8 0xg".split(" "),
  ..."1_000 1__0 1_ _1 0x_1 0_7 1_0.5 1 -1 +1 -0 +0 12345678901 -12".split(" "),
  ..."1. 1.0 1.5 .5 -.5 +.5 1e3 1E3 1e+3 1e-3 .5e3 1.e3 1e400 .5e400 1e 1e5.5 0x1p3 1_0e3 0e0 -0.0 -0e0".split(" "),
  ..."9007199254740991 1.7976931348623157e308 5e-324 123456789.125 1e21 1e22 0.000001 0.0000001".split(" "),
  ..."12:30 1:30:00 190:20:30.15 1.2.3 v1.2.3 10.0.0.0/8 1.5Gi 100m 50% 0-1 1-2".split(" "),
  ..."2001-01-01 2001-1-1 2001-01-01T00:00:00Z 2001-01-01t1:2:3.5Z 2001-13-45 2001-01".split(" "),
  ..."Infinity NaN nan inf -x --- -- a#b a:b http://x:80/y $x ${A} *.x text name/x a;b (a) a=b a&b a*b a!b"
    .replace(" ---", "")
    .replace("*.x ", "")
    .split(" "),
  ".iNf",
  "two words",
  "a - b",
  "a, b",
  "é",
  "日本",
  "🙂",
  "it's",
  'a "b" c',
  "yes no",
  "1 2",
  "",
];

/** Numbers that JSON does not have. */
export const beyondJson: readonly string[] = ".inf .Inf .INF +.inf +.INF -.inf -.Inf .nan .NaN .NAN".split(" ");
