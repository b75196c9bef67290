import { screen, within } from '@testing-library/react';
import { referenceResource } from '#contract/referenceResource.ts';
import type { ReferenceName } from '#contract/references.ts';
import { models, products, referenceValues } from '#server/db/schema.ts';
import { announceMany, type TestServer } from './server.ts';

type Product = typeof products.$inferInsert;

/** Writes products past the API. @returns them as they stand in the database, in the same order. */
export const addProducts = async ({ db, deps }: TestServer, ...values: Product[]) => {
  const rows = await db.insert(products).values(values).returning();
  announceMany(deps, 'nomenclature');
  return rows;
};

/** So many products named «Товар 001», «Товар 002», …, dearer from one to the next. */
export const addManyProducts = (server: TestServer, count: number) =>
  addProducts(
    server,
    ...Array.from({ length: count }, (_, at) => ({ name: numbered(at + 1), sku: `A-${at + 1}`, price: 100 + at })),
  );

/** The name of the product that `addManyProducts` makes as the `at`-th, from 1. */
export const numbered = (at: number): string => `Товар ${String(at).padStart(3, '0')}`;
/** The names from one to another. */
export const numberedFrom = (from: number, to: number): string[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => numbered(from < to ? from + at : from - at));

export const addModels = async ({ db, deps }: TestServer, ...values: (typeof models.$inferInsert)[]) => {
  const rows = await db.insert(models).values(values).returning();
  announceMany(deps, 'catalog');
  return rows;
};

/** Writes values of a reference. @returns their ids. */
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

/** The names of the rows in the list on the screen, in order; behind an open dialog too. */
export const rowNames = (): (string | null)[] =>
  screen
    .queryAllByRole('rowheader', { hidden: true })
    .map(cell => within(cell).getByRole('link', { hidden: true }).textContent);

/** The row of a record in the list on the screen, once it is there. */
export const findRow = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

/** The texts of the cells below an element or on the whole screen, the ticks of rows left out. */
export const cellTexts = (within = document.body): (string | undefined)[] =>
  [...within.querySelectorAll<HTMLElement>('td')]
    .filter(cell => cell.dataset['pick'] === undefined && !cell.closest('[aria-hidden]'))
    .map(cell => cell.textContent?.replace(/\s/g, ' '));
