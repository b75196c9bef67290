import { screen, within } from '@testing-library/react';
import { referenceResource } from '#contract/referenceResource.ts';
import type { ReferenceName } from '#contract/references.ts';
import { models, products, referenceValues } from '#server/db/schema.ts';
import { announceMany, type TestServer } from './server.ts';

type Product = typeof products.$inferInsert;

/** Inserts products without the API, which is much faster. @returns their rows, in the same order */
export const addProducts = async ({ db, deps }: TestServer, ...values: Product[]) => {
  const rows = await db.insert(products).values(values).returning();
  announceMany(deps, 'nomenclature');
  return rows;
};

export const addManyProducts = (server: TestServer, count: number) =>
  addProducts(
    server,
    ...Array.from({ length: count }, (_, at) => ({ name: numbered(at + 1), sku: `A-${at + 1}`, price: 100 + at })),
  );

/** Name of the `at`-th product of `addManyProducts`, counted from 1. */
export const numbered = (at: number): string => `Товар ${String(at).padStart(3, '0')}`;
export const numberedFrom = (from: number, to: number): string[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => numbered(from < to ? from + at : from - at));

export const addModels = async ({ db, deps }: TestServer, ...values: (typeof models.$inferInsert)[]) => {
  const rows = await db.insert(models).values(values).returning();
  announceMany(deps, 'catalog');
  return rows;
};

export const addValues = async (
  { db, deps }: TestServer,
  reference: ReferenceName,
  ...names: string[]
): Promise<number[]> => {
  const rows = await db
    .insert(referenceValues)
    .values(names.map(name => ({ reference, name })))
    .returning();
  announceMany(deps, referenceResource(reference));
  return rows.map(({ id }) => id);
};

/**
 * Names of the rows in the visible list, in order: the first link of each. Includes hidden ones, because an open dialog
 * hides the list behind it.
 */
export const rowNames = (): (string | null)[] =>
  [...document.querySelectorAll('tbody tr')].flatMap(row =>
    within(row as HTMLElement)
      .queryAllByRole('link', { hidden: true })
      .slice(0, 1)
      .map(link => link.textContent),
  );

export const findRow = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

/** Texts of the cells below an element, without the checkboxes of rows. */
export const cellTexts = (within = document.body): (string | undefined)[] =>
  [...within.querySelectorAll<HTMLElement>('td')]
    .filter(cell => cell.dataset['pick'] === undefined && !cell.closest('[aria-hidden]'))
    .map(cell => cell.textContent?.replace(/\s/g, ' '));
