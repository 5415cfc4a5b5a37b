/** Formats a time as Go does for Kubernetes: RFC 3339 in UTC and whole seconds. A string that is not a time is unchanged. */
export function goTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}
