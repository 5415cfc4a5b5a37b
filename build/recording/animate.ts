import type { Frame, Span } from "./frames.ts";

/** The size of a character, in pixels. */
const cell = { width: 7.8, height: 17 };
const margin = 12;
/** Frames that would be shown for less than this are omitted. */
const shortestMs = 40;

/** The first 16 colors of a terminal's palette, readable on the dark background. */
const palette = [
  ...["#3b4252", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dee9"],
  ...["#7f8999", "#ff7a85", "#b5e890", "#ffd68a", "#82c4ff", "#e0a0f0", "#7fdbe6", "#ffffff"],
];

/**
 * An animated picture of a terminal: without scripts, so that it runs wherever pictures are shown. For viewers who prefer no motion, it
 * shows the last of the fullest frames.
 *
 * @param options.holdMs - how long the last frame stays before the animation restarts.
 */
export function animate(
  recorded: readonly Frame[],
  options: { readonly title: string; readonly columns: number; readonly rows: number; readonly holdMs: number },
): string {
  const { title, columns, rows, holdMs } = options;
  // A frame that begins and ends at the same percentage would never be hidden again.
  const frames = recorded.filter(({ atMs }, index) => (recorded[index + 1]?.atMs ?? Infinity) - atMs >= shortestMs);
  const begin = frames[0]?.atMs ?? 0;
  const totalMs = (frames.at(-1)?.atMs ?? 0) - begin + holdMs;
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = rows * cell.height + 2 * margin;
  const percent = (ms: number): string => ((ms / totalMs) * 100).toFixed(2);
  const styles = frames.map(({ atMs }, index) => {
    const [from, to] = [atMs - begin, (frames[index + 1]?.atMs ?? totalMs + begin) - begin].map(percent);
    return `@keyframes f${index}{0%,${to}%{visibility:hidden}${from}%{visibility:visible}}`;
  });
  const fullest = Math.max(...frames.map(linesShown));
  const still = frames.findLastIndex((frame) => linesShown(frame) === fullest);
  const groups = frames.map(({ lines }, index) => {
    const classes = index === still ? "f still" : "f";
    return `<g class="${classes}" style="animation-name:f${index}">${lines.map(lineOf).join("")}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img">
<title>${escaped(title)}</title>
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d8dee9;white-space:pre}
.f{visibility:hidden;animation-duration:${totalMs.toFixed(0)}ms;animation-iteration-count:infinite;animation-timing-function:step-end}
.b{font-weight:bold}.d{opacity:.6}
@media (prefers-reduced-motion:reduce){.f{animation:none}.still{visibility:visible}}
${styles.join("\n")}</style>
<rect width="100%" height="100%" rx="8" fill="#1e222a"/>
${groups.join("\n")}
</svg>
`;
}

/** The number of non-empty lines of a frame. */
export function linesShown({ lines }: Frame): number {
  return lines.filter((spans) => spans.length > 0).length;
}

function lineOf(spans: readonly Span[], row: number): string {
  if (spans.length === 0) return "";
  const y = margin + (row + 0.8) * cell.height;
  return `<text x="${margin}" y="${y.toFixed(1)}" xml:space="preserve">${spans.map(spanOf).join("")}</text>`;
}

function spanOf({ text, color, bold, dim }: Span): string {
  const classes = [...(bold ? ["b"] : []), ...(dim ? ["d"] : [])].join(" ");
  const fill = color === undefined ? undefined : palette[color];
  const attributes = [
    ...(fill === undefined ? [] : [` fill="${fill}"`]),
    ...(classes === "" ? [] : [` class="${classes}"`]),
  ];
  return attributes.length === 0 ? escaped(text) : `<tspan${attributes.join("")}>${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
