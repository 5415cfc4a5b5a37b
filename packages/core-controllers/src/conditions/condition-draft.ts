import { type NewCondition } from "@capstan/contract";

/** A condition as a step reports it; the time of its last transition is filled in when it is stored. */
export type ConditionDraft = NewCondition;
