import { describe, expect, test } from "vitest";
import { renderTemplate } from "../../src/go-template/execute.ts";

const long = "a".repeat(100_000);
const variables = `{{ $x := 0 }}${"{{ $y := 1 }}".repeat(3_200)}`;

/** A million steps; see templateLimits. */
describe("a template may take a million steps, and each of these counts:", () => {
  test.each<[string, (rounds: number) => string, rendered: number, refused: number]>([
    ["rounds of a range, and text", (rounds) => `{{ range ${rounds} }}{{ end }}`, 499_998, 499_999],
    ["actions", (rounds) => `{{ range ${rounds} }}{{ print }}{{ end }}`, 199_000, 201_000],
    ["values of a call", (rounds) => `{{ range ${rounds} }}{{ print 1 1 1 }}{{ end }}`, 124_000, 126_000],
    ["fields", (rounds) => `{{ range ${rounds} }}{{ if $.a.b.c.d }}{{ end }}{{ end }}`, 110_000, 112_000],
    [
      "every 16 variables that are looked through",
      (rounds) => `${variables}{{ range ${rounds} }}{{ if $x }}{{ end }}{{ end }}`,
      ...([4_800, 4_900] as const),
    ],
    [
      "every 16 characters that a function gets",
      (rounds) => `{{ $x := "${long}" }}{{ range ${rounds} }}{{ if len $x }}{{ end }}{{ end }}`,
      ...([159, 160] as const),
    ],
    [
      "every 16 characters that a function returns",
      (rounds) => `{{ range ${rounds} }}{{ if printf "%100000d" 1 }}{{ end }}{{ end }}`,
      ...([158, 159] as const),
    ],
  ])("%s", (_what, template, rendered, refused) => {
    expect(typeof renderTemplate(template(rendered), {})).toBe("string");
    expect(() => renderTemplate(template(refused), {})).toThrow("it exceeds the limit of work");
  });

  test("directives count only in printf", () => {
    expect(renderTemplate('{{ range 6000 }}{{ if print "%%%%" }}{{ end }}{{ end }}', {})).toBe("");
  });

  test("a function receives up to 1 MiB", () => {
    expect(renderTemplate('{{ $x := printf "%1048576d" 1 }}{{ len $x }}', {})).toBe("1048576");
    expect(() => renderTemplate('{{ $x := printf "%1048576d" 1 }}{{ if print $x "a" }}{{ end }}', {})).toThrow(
      "the arguments of a function exceed 1 MiB",
    );
  });
});
