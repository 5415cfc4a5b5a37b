import type { RuleText } from "@capstan/contract";

/**
 * `Facts` under a type name that contains a rule. The compiler prints it for a missing or mistyped fact:
 * `Property 'providerID' is missing in type ... but required in type 'Demanded<"IM-006: ...", ...>'`.
 */
export type Demanded<Text extends RuleText, Facts> = {
  [Name in keyof Facts as Text extends string ? Name : never]: Facts[Name];
};

/** Any string, under a type name that contains a rule. The compiler prints it for any other type. */
export type DemandedText<Text extends RuleText> = string & Demanded<Text, Pick<string, "length">>;
