import type { CategoryTree } from '#contract/categories.ts';
import type { Collection } from '#contract/collection.ts';
import { type Field, getInitialValue, getKindTraits, listFieldsOfKind } from '#contract/fields.ts';
import { getCollection } from '#contract/records.ts';
import { emptyInapplicable, findRuleViolations, isApplicable } from '#contract/rules.ts';
import type { Answer, TestServer } from './server.ts';

export type Sample = { id: number; version: number } & Record<string, unknown>;

export type Targets = Record<string, number[]>;

export const recordIn = (answer: Answer): Sample => answer.result as Sample;
export const itemsIn = (answer: Answer): Sample[] => (answer.result as { items: Sample[] }).items;

/** Categories have no resource of their own, so they are listed by this name. */
const CATEGORIES = 'categories';

/** The resource that a field refers to, or null. */
export const targetOf = (field: Field): string | null => getKindTraits(field).target(field);

/**
 * The `n`th sample value of a field; distinct for each `n` as far as the kind has enough values, so that sorting and
 * filtering can be checked.
 */
export const sampleValue = (field: Field, n: number, targets: Targets): unknown =>
  getKindTraits(field).sample(field, n, { ids: targets[targetOf(field) ?? ''] ?? [], codes: TARGETS.map(sampleCode) });

/** The code of the `n`th sample in any collection with codes. */
const sampleCode = (n: number): string => `code-${n}`;

/** Sample numbers of the records that others refer to; high, so that they never collide with a test's own samples. */
const TARGETS = [101, 102, 103];

/** The `n`th request body for a new record, with every writable field. Those that do not apply are empty. */
export const sampleBody = ({ fields }: Collection, n: number, targets: Targets): Record<string, unknown> => {
  const body = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [name, sampleValue(field, n, targets)]),
  );
  return { ...body, ...emptyInapplicable({ fields }, body) };
};

/** A request body that changes one field, with those that have to be filled in then. */
export const sampleChange = (
  { fields }: Collection,
  changedName: string,
  n: number,
  targets: Targets,
): Record<string, unknown> => {
  const change = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      name === changedName ? [[name, sampleValue(field, n, targets)]] : [],
    ),
  );
  const needed = Object.entries(fields).filter(
    ([, field]) => field.when?.field === changedName && field.when.required && isApplicable(field, change),
  );
  return { ...change, ...Object.fromEntries(needed.map(([name, field]) => [name, sampleValue(field, n, targets)])) };
};

/** The first required field that accepts any text. */
export const textField = ({ fields }: Collection): string => {
  const isFree = ([, { required, readOnly, format }]: [string, Field<'text'>]) => required && !readOnly && !format;
  return listFieldsOfKind(fields, 'text').find(isFree)?.[0] ?? 'name';
};

/** A body with only the required fields, including those required by the first option of a choice. */
export const requiredBody = ({ fields }: Collection, n: number, targets: Targets): Record<string, unknown> => {
  const first = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getInitialValue(field)]));
  const lacking = Object.keys(findRuleViolations({ fields }, first));
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { required, readOnly }]) => (required || lacking.includes(name)) && !readOnly)
      .map(([name, field]) => [name, sampleValue(field, n, targets)]),
  );
};

export const makeCategories = async (server: TestServer, platform: string, ...names: string[]): Promise<number[]> => {
  const send = await server.as('admin');
  await send('POST', '/project', { name: `Проект ${platform}`, code: platform, platform });
  const categories = names.map(name => ({ name, children: [] }));
  const saved = (await send('PUT', `/categories/${platform}`, { categories })).result as CategoryTree;
  return saved.categories.map(({ id }) => id);
};

export const makeTargets = async (server: TestServer, { fields }: Collection): Promise<Targets> => {
  const send = await server.as('admin');
  const targets: Targets = {};
  for (const resource of new Set(Object.values(fields).flatMap(field => targetOf(field) ?? []))) {
    if (resource === CATEGORIES) {
      targets[resource] = await makeCategories(server, 'sample', ...TARGETS.map(n => `Категория ${n}`));
      continue;
    }
    const collection = getCollection(resource);
    targets[resource] = [];
    for (const n of TARGETS) {
      targets[resource].push(recordIn(await send('POST', collection.path, requiredBody(collection, n, targets))).id);
    }
  }
  return targets;
};

/** A reference to a record that does not exist, which must be rejected. */
export const strangeValue = (field: Field): unknown =>
  getKindTraits(field).sample(field, 1, { ids: [999_999], codes: ['nowhere'] });
