import { useContext, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { LACKING } from '#contract/rules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from './format.ts';
import { FieldLabels } from './useFields.ts';

/** What people call a resource, its fields and a number of its records. */
export interface Labels {
  one: string;
  several: string;
  field: (name: string) => string;
  count: (count: number) => string;
  /** What a rule across the fields of a record says. */
  fault: (fault: string) => string;
  /** What is said of its records: its own text where it has one, else the one for all. */
  said: (what: 'created' | 'saved' | 'deleted' | 'alreadyDeleted', name?: string) => string;
}

/** What is said of the records of any resource. */
const general = {
  created: 'shell.created',
  saved: 'shell.saved',
  deleted: 'shell.deleted',
  alreadyDeleted: 'shell.notFound',
} as const;

const none: Readonly<Record<string, string>> = {};

/** Labels of a resource, declared references included; `providers/locale/i18nProvider.ts` puts them where this looks. */
export const useLabels = (resource: string): Labels => {
  const t = useT();
  const translate = useTranslate();
  const formats = useFormats();
  const { [resource]: defined = none } = useContext(FieldLabels);
  return useMemo(() => {
    const own = `resources.${resource}`;
    return {
      one: translate(`${own}.one`),
      several: translate(`${own}.several`),
      field: name => defined[name] ?? translate(`${own}.fields.${name}`),
      fault: fault => translate(`${own}.faults.${fault}`, { _: fault === LACKING ? t('validation.required') : fault }),
      said: (what, name = '') => translate(`${own}.said.${what}`, { name, _: t(general[what], { name }) }),
      count: count => {
        const values = { smart_count: count, number: formats.number(count) };
        return translate(`${own}.count`, { ...values, _: t('shell.values', values) });
      },
    };
  }, [resource, t, translate, formats, defined]);
};
