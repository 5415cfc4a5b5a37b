import type { RuleText } from "@capstan/contract";

/**
 * `Facts` as they are, under a name that the compiler prints, with the text of a rule, when one of them is missing or of a wrong type:
 * `Property 'providerID' is missing in type ... but required in type 'Demanded<"IM-006: ...", ...>'`.
 */
export type Demanded<Text extends RuleText, Facts> = {
  [Name in keyof Facts as Text extends string ? Name : never]: Facts[Name];
};

/** Any string, under a name that the compiler prints, with the text of a rule, when something else is given. */
export type DemandedText<Text extends RuleText> = string & Demanded<Text, Pick<string, "length">>;
