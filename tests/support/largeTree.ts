import type { Page } from 'playwright-core';

/** Replaces a platform's tree by 10,000 categories in 100 branches, as the signed-in user. @returns the HTTP status */
export const saveLargeTree = (page: Page, platform: string): Promise<number> =>
  page.evaluate(async to => {
    const { access } = JSON.parse(localStorage.getItem('vitrina.tokens') ?? '{}') as { access: string };
    const children = (name: string) =>
      Array.from({ length: 99 }, (_, at) => ({ name: `${name}.${at + 1}`, children: [] }));
    const categories = Array.from({ length: 100 }, (_, at) => ({
      name: `Раздел ${at + 1}`,
      children: children(`Категория ${at + 1}`),
    }));
    const answer = await fetch(`/api/categories/${to}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ categories }),
    });
    return answer.status;
  }, platform);
