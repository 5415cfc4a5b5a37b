/**
 * How many levels of JSON a function walks recursively before it puts deeper values on a work list. JSON from outside may be nested 10,000
 * levels deep, and the stack overflows at a few thousand calls.
 */
export const recursionLimit = 200;
