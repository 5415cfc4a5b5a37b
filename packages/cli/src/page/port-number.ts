import { InvalidArgumentError } from "commander";

/** Reads the value of an option that is a port. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a port: a whole number from 1 to 65535.");
}
