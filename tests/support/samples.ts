import type { CategoryTree } from '#contract/categories.ts';
import type { Collection } from '#contract/collection.ts';
import { lackingIn } from '#contract/conditions.ts';
import { type Field, initialValue } from '#contract/fields.ts';
import { permissionSlugs } from '#contract/permissions.ts';
import { collectionOf } from '#contract/records.ts';
import { type ReferenceName, referenceResource } from '#contract/references.ts';
import { levels } from '#contract/sharing.ts';
import type { Answer, TestServer } from './server.ts';

/** A record as a test reads it. */
export type Sample = { id: number; version: number } & Record<string, unknown>;

/** Ids of records to refer to, by resource. */
export type Targets = Record<string, number[]>;

/** The record in an answer. */
export const recordIn = (answer: Answer): Sample => answer.result as Sample;
/** The records of a page. */
export const itemsIn = (answer: Answer): Sample[] => (answer.result as { items: Sample[] }).items;

/** Categories are no resource. */
const CATEGORIES = 'categories';

/** The resource that a field refers to, or null. */
export const targetOf = (field: Field): string | null => {
  if (field.kind === 'reference' || field.kind === 'references') return referenceResource(field.of as ReferenceName);
  if (field.kind === 'categories') return CATEGORIES;
  return 'of' in field ? field.of : null;
};

/** The `n`th value of a field, different from its others where the kind has enough of them. */
export const sampleValue = (field: Field, n: number, targets: Targets): unknown => {
  const ids = targets[targetOf(field) ?? ''] ?? [];
  switch (field.kind) {
    case 'text':
      if (field.format === 'email') return `hedgehog-${n}@example.com`;
      if (field.format === 'url') return `https://cafe-${n}.example.com/media`;
      return field.format ? sampleCode(n) : `Ёж ${n}_%`.slice(0, field.max);
    case 'longText':
      return `Первая строка ${n}\n «вторая» 🦔`;
    case 'number':
      return Number((field.min + n + 1 / 10 ** field.decimals).toFixed(field.decimals));
    case 'money':
      return n + 0.25;
    case 'flag':
      return n % 2 === 1;
    case 'date':
      return `2026-02-${String(n + 1).padStart(2, '0')}`;
    case 'status':
    case 'choice':
      return field.values[n % field.values.length];
    case 'attributes':
    case 'localized':
      return {};
    case 'one':
    case 'reference':
      return ids[n % ids.length];
    case 'many':
    case 'categories':
    case 'references':
      return ids.slice(0, n % (ids.length + 1));
    case 'byCode':
      return sampleCode(TARGETS[n % TARGETS.length] ?? 0);
    case 'place':
      return n;
    case 'prices':
      return ids
        .slice(0, n % (ids.length + 1))
        .map(project_id => ({ project_id, amount: n + 0.25, currency: field.currency }));
    case 'sharing':
      // In the order of keys in which the database gives it back.
      return { roles: [{ slug: 'admin', level: levels[n % levels.length] }], users: [] };
    case 'barcode':
      return String(1_000_000 + n);
    case 'permissions':
      return permissionSlugs
        .slice(0, n % 4)
        .toSorted()
        .map(slug => ({ slug }));
    case 'password':
      return `hedgehog ${n}`;
  }
};

/** The code of the `n`th sample of any collection whose records have one. */
const sampleCode = (n: number): string => `code-${n}`;

/** Which samples are made to be referred to. */
const TARGETS = [101, 102, 103];

/** The `n`th body of a new record with every field. */
export const sampleBody = ({ fields }: Collection, n: number, targets: Targets): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [name, sampleValue(field, n, targets)]),
  );

/** The first field that any record may hold any text in. */
export const textField = ({ fields }: Collection): string =>
  Object.keys(fields).find(name => {
    const field = fields[name];
    return field?.kind === 'text' && field.required && !field.readOnly && !field.format;
  }) ?? 'name';

/** A body with the required fields only, those included that the first word of a choice requires. */
export const requiredBody = ({ fields }: Collection, n: number, targets: Targets): Record<string, unknown> => {
  const first = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialValue(field)]));
  const lacking = lackingIn(fields, first);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { required, readOnly }]) => (required || lacking.includes(name)) && !readOnly)
      .map(([name, field]) => [name, sampleValue(field, n, targets)]),
  );
};

/** Makes a project of a platform with these categories beside each other. @returns their ids */
export const makeCategories = async (server: TestServer, platform: string, ...names: string[]): Promise<number[]> => {
  const send = await server.as('admin');
  await send('POST', '/project', { name: `Проект ${platform}`, code: platform, platform });
  const categories = names.map(name => ({ name, children: [] }));
  const saved = (await send('PUT', `/categories/${platform}`, { categories })).result as CategoryTree;
  return saved.categories.map(({ id }) => id);
};

/** Makes three records of each resource that the fields of a collection refer to. */
export const makeTargets = async (server: TestServer, { fields }: Collection): Promise<Targets> => {
  const send = await server.as('admin');
  const targets: Targets = {};
  for (const resource of new Set(Object.values(fields).flatMap(field => targetOf(field) ?? []))) {
    if (resource === CATEGORIES) {
      targets[resource] = await makeCategories(server, 'sample', ...TARGETS.map(n => `Категория ${n}`));
      continue;
    }
    const collection = collectionOf(resource);
    targets[resource] = [];
    for (const n of TARGETS) {
      targets[resource].push(recordIn(await send('POST', collection.path, requiredBody(collection, n, targets))).id);
    }
  }
  return targets;
};

/** What refers to a record that does not exist. */
export const strangeValue = ({ kind }: Field): unknown => {
  if (kind === 'byCode') return 'nowhere';
  if (kind === 'prices') return [{ project_id: 999_999, amount: 1, currency: 'RUB' }];
  return kind === 'many' || kind === 'categories' ? [999_999] : 999_999;
};
