/** How a process ended: `0`, `1`, or the name of a signal. */
export type Ending = number | NodeJS.Signals;
