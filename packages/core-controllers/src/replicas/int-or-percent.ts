/** A number, or a percentage of a total, rounded as specified. Any other value counts as `undefined`. */
export function scaled(value: number | string | undefined, total: number, rounding: "up" | "down"): number | undefined {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value ?? "")?.[1];
  if (percent === undefined) return undefined;
  // Multiply whole numbers first: 0.07 * 100 is not 7.
  const hundredths = Number(percent) * total;
  return rounding === "up" ? Math.ceil(hundredths / 100) : Math.floor(hundredths / 100);
}
