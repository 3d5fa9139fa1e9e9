import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds wrong on a page, by all rules or only these. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(finishTransitions);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(given as axe.RunOptions);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }, options);
}

/** Colours in the middle of a transition are nobody's choice. */
async function finishTransitions(): Promise<void> {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}
