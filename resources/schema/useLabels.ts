import { useContext } from 'react';
import { useTranslate } from 'react-admin';
import { useT } from '#providers/i18nProvider.ts';
import { useFormats } from './format.ts';
import { FieldLabels } from './useFields.ts';

/** What people call a resource, its fields and a number of its records. */
export interface Labels {
  one: string;
  several: string;
  field: (name: string) => string;
  count: (count: number) => string;
}

const none: Readonly<Record<string, string>> = {};

/** Labels of a resource, declared references included; `providers/i18nProvider.ts` puts them where this looks. */
export const useLabels = (resource: string): Labels => {
  const t = useT();
  const translate = useTranslate();
  const formats = useFormats();
  const { [resource]: defined = none } = useContext(FieldLabels);
  const own = `resources.${resource}`;
  return {
    one: translate(`${own}.one`),
    several: translate(`${own}.several`),
    field: name => defined[name] ?? translate(`${own}.fields.${name}`),
    count: count => {
      const values = { smart_count: count, number: formats.number(count) };
      return translate(`${own}.count`, { ...values, _: t('shell.values', values) });
    },
  };
};
