import type { Locator, Page } from "playwright-core";

/** The page of `capstan dev`, as a user navigates it. */
export class ObjectsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, url: string): Promise<ObjectsPage> {
    await page.goto(url);
    const objects = new ObjectsPage(page);
    await objects.tree.waitFor();
    return objects;
  }

  get tree(): Locator {
    return this.page.getByRole("treegrid");
  }

  get filter(): Locator {
    return this.page.getByLabel("Filter");
  }

  /** The panel of the open object. */
  get details(): Locator {
    return this.page.locator("#details");
  }

  get banner(): Locator {
    return this.page.getByRole("alert");
  }

  get notice(): Locator {
    return this.page.locator(".notices");
  }

  /** The row of an object: `Machine`, `w-1`. */
  row(kind: string, name: string): Locator {
    const exactly = (selector: string, text: string): Locator =>
      this.page.locator(selector, { hasText: new RegExp(`^${text}$`) });
    return this.tree
      .getByRole("row")
      .filter({ has: exactly(".kind", kind) })
      .filter({ has: exactly(".name", name) });
  }

  /** Opens an object with keys alone, from any focus. */
  async openByKeys(kind: string, name: string): Promise<void> {
    for (const key of ["Escape", "Escape", "/"]) await this.#press(key);
    await this.filter.and(this.page.locator(":focus")).waitFor();
    await this.page.keyboard.type(name);
    await this.#press("Enter");
    // First among the visible rows, then among those that can be unfolded.
    for (const key of ["ArrowDown", "ArrowRight"]) await this.#goTo(`${kind} ${name}`, key);
    await this.#press("Enter");
    await this.details.getByRole("heading", { name: new RegExp(`${kind} ${name}(?![\\w-])`) }).waitFor();
  }

  /** Closes the open dialog with its key, and waits until the page handles keys again. */
  async closeDialog(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.page.getByRole("dialog").waitFor({ state: "detached" });
  }

  /** Presses a key, and waits until its effect is shown, as a user does. */
  async #press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.page.evaluate(twoFrames);
  }

  /** The object of the current row: `Machine w-1`. */
  async current(): Promise<string> {
    const row = this.page.locator(`#${(await this.tree.getAttribute("aria-activedescendant")) ?? ""}`);
    const [kind, name] = await Promise.all([row.locator(".kind").textContent(), row.locator(".name").textContent()]);
    return `${kind ?? ""} ${name ?? ""}`;
  }

  async #goTo(object: string, key: string): Promise<void> {
    if ((await this.current()) === object) return;
    await this.#press("Home");
    const lines = Number(await this.tree.getAttribute("aria-rowcount"));
    for (let step = 0; step < 2 * lines && (await this.current()) !== object; step += 1) {
      const before = await this.tree.getAttribute("aria-activedescendant");
      await this.#press(key);
      const isStill = (await this.tree.getAttribute("aria-activedescendant")) === before;
      if (isStill && key === "ArrowRight") await this.#press("ArrowDown");
    }
  }

  /** Moves focus with Tab to a button, tab or field of this name, and presses a key there. */
  async pressOn(name: RegExp, key = "Enter"): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      const focused = await this.page.evaluate<string>(focusedName);
      if (name.test(focused)) {
        await this.page.keyboard.press(key);
        return;
      }
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`no Tab leads to ${String(name)}`);
  }
}

/** In the browser: resolves once the changes are drawn. */
const twoFrames = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/** In the browser: the accessible name of the focused element. */
const focusedName =
  "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? ''";
