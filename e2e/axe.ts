// The accessibility checker axe.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Checks a page without frames of other origins. Axe runs within the page and returns only the problems. By
 * default, it returns every element that has no problem, too, and collects the results in a second page, which
 * takes three times as long.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
