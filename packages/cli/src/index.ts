// Run a command from a program
export { createProgram } from "./program.ts";
