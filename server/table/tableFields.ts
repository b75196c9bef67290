import type { Field, Fields } from '#contract/fields.ts';
import { longText, text } from '#contract/fields.ts';

/**
 * Fields as the columns of a table: a text in several languages is a text for each of those in use, and what people
 * called their own fields is unlike every other header, given what the declared ones are called.
 */
export const tableFields = (fields: Fields, labelOf: (name: string) => string): Fields => {
  const taken = new Set<string>();
  return Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, field]) => (field.kind === 'localized' ? inLanguages(name, field) : [[name, field] as const]))
      .map(([name, field]) => {
        const label = field.label ?? labelOf(name);
        const own = taken.has(label.toLowerCase()) ? `${label} (${name.slice(name.indexOf('.') + 1)})` : label;
        taken.add(own.toLowerCase());
        return [name, field.label ? { ...field, label: own } : field] as const;
      }),
  );
};

/** The first of the languages in use is the current one, the only one that may be required. */
const inLanguages = (name: string, { inner, languages, required, label = name }: Field<'localized'>) => {
  const used = languages.filter(({ archived }) => !archived);
  return used.map((language, at): readonly [string, Field] => {
    const options = { required: required && at === 0 };
    const field = inner === 'text' ? text(options) : longText(options);
    return [`${name}.${language.code}`, { ...field, label: used.length > 1 ? `${label}: ${language.name}` : label }];
  });
};
