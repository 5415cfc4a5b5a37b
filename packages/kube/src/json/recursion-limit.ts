/**
 * How many levels of JSON a function walks by calling itself, before it puts what is deeper on a list that it works off afterwards.
 * JSON from outside may be nested 10,000 levels deep, and the stack ends at a few thousand calls.
 */
export const recursionLimit = 200;
