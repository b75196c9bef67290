import type { AttributeSources } from '#contract/attributes.ts';
import { type Field, type Fields, longText, money, text } from '#contract/fields.ts';
import { exporting } from '#i18n/ru/exporting.ts';
import { translator } from '#i18n/translate.ts';
import { foldedHeader } from './foldedHeader.ts';

const say = translator('ru', exporting);

/** A project as the columns of a table need it. */
export interface TableProject {
  id: number;
  code: string;
  name: string;
  platform: string;
}

/** What the columns of a table are made of beside the declared fields. */
export interface TableSources extends AttributeSources {
  /** Those in use. */
  projects: readonly TableProject[];
}

type Part = readonly [name: string, field: Field];

/**
 * Fields as the columns of a table: a text in several languages is a text for each of those in use, prices are an amount
 * for each project, categories those of each platform; and what people called their own fields is unlike every other
 * header, given what the declared ones are called.
 */
export const tableFields = (
  fields: Fields,
  labelOf: (name: string) => string,
  projects: readonly TableProject[],
): Fields => {
  const taken = new Set([foldedHeader(exporting.ownNumber)]);
  return Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, field]): readonly Part[] => partsOf(name, field, projects) ?? [[name, field]])
      .map(([name, field]) => {
        const label = field.label ?? labelOf(name);
        const own = taken.has(foldedHeader(label)) ? `${label} (${name.slice(name.indexOf('.') + 1)})` : label;
        taken.add(foldedHeader(own));
        return [name, field.label ? { ...field, label: own } : field] as const;
      }),
  );
};

/** The columns of a field that has several, `<name>.<code>`; null where it is a column by itself. */
const partsOf = (name: string, field: Field, projects: readonly TableProject[]): readonly Part[] | null => {
  switch (field.kind) {
    case 'localized':
      return inLanguages(name, field);
    case 'prices':
      return inProjects(name, field, projects);
    case 'categories':
      return onPlatforms(name, field, projects);
    default:
      return null;
  }
};

/** The first of the languages in use is the current one, the only one that may be required. */
const inLanguages = (name: string, { inner, languages, required, label = name }: Field<'localized'>): Part[] => {
  const used = languages.filter(({ archived }) => !archived);
  return used.map((language, at) => {
    const options = { required: required && at === 0 };
    const field = inner === 'text' ? text(options) : longText(options);
    return [`${name}.${language.code}`, { ...field, label: used.length > 1 ? `${label}: ${language.name}` : label }];
  });
};

const inProjects = (name: string, { slug }: Field<'prices'>, projects: readonly TableProject[]): Part[] =>
  projects.map(project => [
    `${name}.${project.code}`,
    { ...money(), project: project.id, ...(slug && { slug }), label: say('priceIn', { project: project.name }) },
  ]);

const onPlatforms = (name: string, field: Field<'categories'>, projects: readonly TableProject[]): Part[] =>
  [...new Set(projects.map(({ platform }) => platform))].map(platform => {
    const named = projects.filter(project => project.platform === platform).map(project => project.name);
    return [`${name}.${platform}`, { ...field, platform, label: say('categoriesOn', { projects: named.join(', ') }) }];
  });

/** A record with the values of such columns under their names. */
export const tableRecord = (
  record: Readonly<Record<string, unknown>>,
  fields: Fields,
  platformOf: (category: number) => string | undefined,
): Record<string, unknown> => {
  const values: Record<string, unknown> = { ...record };
  for (const [name, field] of Object.entries(fields)) {
    const within = record[name.slice(0, name.indexOf('.'))];
    if (!Array.isArray(within)) continue;
    if (field.kind === 'money') {
      const price = (within as { project_id: number; amount: number }[]).find(one => one.project_id === field.project);
      values[name] = price?.amount ?? null;
    }
    if (field.kind === 'categories') values[name] = within.filter(id => platformOf(id) === field.platform);
  }
  return values;
};
