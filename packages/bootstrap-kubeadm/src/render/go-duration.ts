/** A duration as kubeadm reads and Go prints it, e.g. `1h30m0s`. */
export function goDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

/** The same for a number of days of 24 hours. */
export function goDurationOfDays(days: number): string {
  return goDuration(days * 86_400);
}
