/** A time as Go prints it for Kubernetes: RFC 3339 in UTC and whole seconds. Text that is not a time stays as it is. */
export function goTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}
