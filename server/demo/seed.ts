import { eq } from 'drizzle-orm';
import { hashPassword } from '../accounts/session/passwords.ts';
import type { Database } from '../db/database.ts';
import {
  attributes,
  cafes,
  categories,
  categoryTrees,
  languages,
  modelCategories,
  models,
  productCategories,
  productModels,
  productPrices,
  products,
  projects,
  referenceLists,
  referenceValues,
  users,
} from '../db/schema.ts';
import { writeUnrecorded } from '../drafts/author.ts';
import { type DemoValues, drawModelAttributes, drawProductAttributes } from './attributes.ts';
import { buildDemoCategories, mapToCategories } from './categories.ts';
import { type DemoData, generateDemoData } from './data.ts';
import { insertHistory } from './history.ts';
import { insertMatrices } from './matrices.ts';
import { DEMO_PASSWORD } from './people.ts';
import { generateProjectPrices } from './prices.ts';
import * as settings from './settings.ts';

/** Rows per insert: about 7,000 parameters, and short enough not to block the embedded database for long. */
const BATCH_SIZE = 500;

/**
 * Fills an empty database that already has roles with the demo data, in one transaction.
 * All accounts share one password hash. The password is shown on the sign-in page, so separate salts would protect
 * nothing.
 */
export const seedDemo = async (db: Database): Promise<void> => {
  const data = generateDemoData();
  const password = await hashPassword(DEMO_PASSWORD);
  await writeUnrecorded(db, async transaction => {
    await transaction.insert(users).values(data.users.map(user => ({ ...user, password })));
    await transaction.insert(projects).values([...data.projects]);
    await insertSettings(transaction);
    await insertReference(
      transaction,
      'unit',
      data.units.map(({ name, code, symbol }) => ({ name, code, extra: { symbol } })),
    );
    await insertReference(
      transaction,
      'brand',
      data.brands.map(({ name, code }) => ({ name, code })),
    );
    await insertGoods(transaction, data);
    await insertMatrices(transaction);
    await insertHistory(transaction);
  });
};

const insertSettings = async (db: Database): Promise<void> => {
  await db.insert(languages).values(assignOrder(settings.languages)).onConflictDoNothing();
  const references = settings.references.map(({ code, name }) => ({ code, name }));
  if (references.length > 0) await db.insert(referenceLists).values(references);
  for (const { code, values } of settings.references)
    await insertReference(
      db,
      code,
      values.map(name => ({ name })),
    );
  await db.insert(attributes).values(assignOrder(settings.attributes));
  await db.insert(cafes).values([...settings.cafes]);
};

const assignOrder = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, index) => ({ ...row, order: index + 1 }));

type Values = Omit<typeof referenceValues.$inferInsert, 'reference'>[];

const insertReference = async (db: Database, reference: string, values: Values): Promise<void> => {
  await db
    .insert(referenceValues)
    .values(values.map((value, index) => ({ ...value, reference, order: (index + 1) * 10 })));
};

const insertGoods = async (db: Database, data: DemoData): Promise<void> => {
  const brandId = createIdLookup(await readReferenceIds(db, 'brand'), ({ name }) => name);
  const projectId = createIdLookup(await db.select().from(projects), ({ code }) => code);
  const unitId = createIdLookup(await readReferenceIds(db, 'unit'), ({ extra }) => String(extra['symbol']));

  const addedId = await readAddedValueIds(db);
  const [productAttributes, modelAttributes] = [drawProductAttributes(data.products), drawModelAttributes(data.models)];

  const modelId = createIdLookup(
    await db
      .insert(models)
      .values(
        data.models.map(({ brand, ...model }) => ({
          ...model,
          brand_id: brandId(brand),
          attributes: toStoredValues(modelAttributes.get(model.code), addedId),
          ...toTimestamps(model),
        })),
      )
      .returning({ id: models.id, code: models.code }),
    ({ code }) => String(code),
  );
  const getCategoryIds = await insertCategories(db, data);
  const pairs = data.models.flatMap(({ code }) =>
    getCategoryIds(code).map(category_id => ({ model_id: Number(modelId(code)), category_id })),
  );
  await db.insert(modelCategories).values(pairs);
  for (const batch of toBatches(data.products)) {
    const rows = batch.map(({ brand, unit, ...product }) => ({
      ...product,
      brand_id: brandId(brand),
      unit_id: unitId(unit),
      attributes: toStoredValues(productAttributes.get(product.sku), addedId),
      ...toTimestamps(product),
    }));
    const productId = createIdLookup(
      await db.insert(products).values(rows).returning({ id: products.id, sku: products.sku }),
      ({ sku }) => String(sku),
    );
    const links = batch.flatMap(({ sku, model }) => {
      const [product_id, model_id] = [productId(sku), modelId(model)];
      return product_id && model_id ? [{ product_id, model_id }] : [];
    });
    if (links.length > 0) await db.insert(productModels).values(links);
    const mappings = batch.flatMap(({ sku }) =>
      getCategoryIds(sku).map(category_id => ({ product_id: Number(productId(sku)), category_id })),
    );
    if (mappings.length > 0) await db.insert(productCategories).values(mappings);
    const prices = generateProjectPrices(batch).map(({ sku, project, amount }) => ({
      product_id: Number(productId(sku)),
      project_id: Number(projectId(project)),
      amount,
    }));
    if (prices.length > 0) await db.insert(productPrices).values(prices);
  }
};

/** @returns category ids by article number or model code */
const insertCategories = async (db: Database, data: DemoData): Promise<(code: string) => number[]> => {
  const tree = buildDemoCategories();
  const platforms = [...new Set(tree.map(({ platform }) => platform))];
  await db.insert(categoryTrees).values(platforms.map(platform => ({ platform })));
  const ids: number[] = [];
  for (const { platform, parent, name, position } of tree) {
    const row = { platform, parent_id: parent === null ? null : (ids[parent] ?? null), name, position };
    const [createdCategory] = await db.insert(categories).values(row).returning({ id: categories.id });
    ids.push(Number(createdCategory?.id));
  }
  const goods = [...data.models, ...data.products.map(({ name, sku }) => ({ name, code: sku }))];
  const skusByCategory = mapToCategories(tree, goods);
  return code => (skusByCategory.get(code) ?? []).map(index => Number(ids[index]));
};

const readAddedValueIds = async (db: Database) => {
  const ids = new Map<string, (name: string | null) => number | null>();
  for (const { code } of settings.references)
    ids.set(
      code,
      createIdLookup(await readReferenceIds(db, code), ({ name }) => name),
    );
  return (reference: string, name: unknown) => ids.get(reference)?.(String(name)) ?? null;
};

const toStoredValues = (
  values: DemoValues = {},
  getId: (reference: string, name: unknown) => number | null,
): DemoValues =>
  Object.fromEntries(
    settings.attributes.flatMap((attribute): [string, unknown][] => {
      const value = values[attribute.code];
      if (value === undefined) return [];
      const { code, reference } = attribute;
      if (reference === undefined) return [[code, value]];
      const ids = [value].flat().map(name => getId(reference, name));
      return [[code, Array.isArray(value) ? ids : ids[0]]];
    }),
  );

const readReferenceIds = (db: Database, name: string) =>
  db.select().from(referenceValues).where(eq(referenceValues.reference, name));

/**
 * Creates a lookup of ids by key; null stays null.
 * @throws for an unknown key, which would be an error in the data files
 */
const createIdLookup = <Row extends { id: number }>(rows: readonly Row[], getKey: (row: Row) => string) => {
  const ids = new Map(rows.map(row => [getKey(row), row.id]));
  return (key: string | null): number | null => {
    if (key === null) return null;
    const id = ids.get(key);
    if (id === undefined) throw new Error(`demonstration: nothing has the key "${key}"`);
    return id;
  };
};

/** A record that was never changed counts as updated at its creation. */
const toTimestamps = ({ created_at, updated_at }: { created_at: string; updated_at?: string }) => ({
  created_at: new Date(created_at),
  updated_at: new Date(updated_at ?? created_at),
});

const toBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
