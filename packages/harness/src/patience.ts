/**
 * How long a test waits for something that must happen, in milliseconds. It ends what hangs, and is longer than any busy machine takes:
 * no test depends on the speed of the machine.
 */
export const patienceMs = 240_000;
