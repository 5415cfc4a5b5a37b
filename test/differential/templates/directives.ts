/** Directives of printf, each with values that show its effect, and where it rounds, pads or quotes. */
const table: readonly (readonly [formats: string, values: readonly string[]])[] = [
  ["%b", ["0.0", "1152921504606846976.0", "4503599627370496.0"]],
  ["%x", ["0.0", "0.5", "1.0", "5e-324", "255.96875"]],
  ["%.0x", ["1.5", "1.25", "1.9", "0.0"]],
  ["%.1x", ["1.03125", "1.09375", "1.04", "1.02"]],
  ["%.2X", ["1.999", "0.1"]],
  ["%.3x,%.20x", ["1.5"]],
  ["%.1f", ["0.25", "0.35", "0.75", "4503599627370496.0", "9.96"]],
  ["%.2f", ["1.005", "0.5"]],
  ["%.0f", ["0.5", "1.5", "1e22", "0.4"]],
  ["%.25f,%.5e,%.17g", ["0.1"]],
  ["%e", ["0.0", "1e-7", "1e100"]],
  ["%.2e", ["123456.0", "999.9"]],
  ["%g", ["1e20", "123456.0", "0.0"]],
  ["%5.0d,%.0d,%.2d,%03d", ["0"]],
  ["%.3d,%08.3d,%8.3d,%-8.3d|,%5d,%-5d|,%05d,% d,%+d,%#d", ["7"]],
  ["%08d,%05d,%.3d", ["-7"]],
  ["%X,%#x,%#X,%b,%#b,%o,%#o,%O,%#O,%#.5o,%#.5O,%v", ["255", "8"]],
  ["%#o,%#O,%O,%#x", ["0"]],
  ["%U,%#U,%.5U,%.2U,%-10U|,%010U,%#014U", ["233", "7"]],
  ["%c,%q,%+q,%#U", ["0xD7FF", "0xD800", "0xDFFF", "0xE000", "0x10FFFF", "0x110000", "-1", "0"]],
  ["%q,%+q", ["34", "39", "233", "65", "10"]],
  [
    "%s,%q,%#q,%+q,%#+q,%x,%X,% x,%# x,%#x,%.1x,%8x,%.2s,%5s,%-5s|,%05s,%.0s,%.1q,%d",
    ['"ab"', '"日本語"', '"a`"', String.raw`"\t"`, String.raw`"\u0000"`],
  ],
  [
    "%q,%+q",
    [String.raw`"\u007f"`, String.raw`"\u0080"`, String.raw`"\uffff"`, '"😀"', '"\u{E0001}"', String.raw`"\"\\"`],
  ],
  ["%x,%5x,%X,%q", ['""']],
];

/** One template per directive. */
export const directives: readonly string[] = table.flatMap(([formats, values]) =>
  formats.split(",").flatMap((format) => values.map((value) => `{{printf ${JSON.stringify(format)} ${value}}}`)),
);
