import { useContext, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { REQUIRED_ERROR } from '#contract/rules.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from './format.ts';
import { FieldLabels } from './useFields.ts';

export interface Labels {
  one: string;
  several: string;
  field: (name: string) => string;
  count: (count: number) => string;
  /** The count in the accusative, as the object of a verb; Russian declines it. */
  object: (count: number) => string;
  create: string;
  link: string;
  /** The plural after a number, without the number: «товаров». */
  ofMany: string;
  fault: (fault: string) => string;
  resultMessage: (what: 'created' | 'saved' | 'deleted' | 'alreadyDeleted', name?: string) => string;
}

const generalMessages = {
  created: 'shell.created',
  saved: 'shell.saved',
  deleted: 'shell.deleted',
  alreadyDeleted: 'shell.notFound',
} as const;

const NO_LABELS: Readonly<Record<string, string>> = {};

export const useLabels = (resource: string): Labels => {
  const t = useT();
  const translate = useTranslate();
  const formats = useFormats();
  const { [resource]: defined = NO_LABELS } = useContext(FieldLabels);
  return useMemo(() => {
    const own = `resources.${resource}`;
    const one = translate(`${own}.one`);
    const countLabel = (count: number, number = formats.number(count)) => {
      const values = { smart_count: count, number };
      return { ...values, _: translate(`${own}.count`, { ...values, _: t('shell.values', values) }) };
    };
    return {
      one,
      create: translate(`${own}.create`, { _: t('shell.newRecord', { name: one.toLowerCase() }) }),
      link: translate(`${own}.link`, { _: t('links.addTitle') }),
      several: translate(`${own}.several`),
      field: name => defined[name] ?? translate(`${own}.fields.${name}`),
      fault: fault =>
        translate(`${own}.faults.${fault}`, { _: fault === REQUIRED_ERROR ? t('validation.required') : fault }),
      resultMessage: (what, name = '') =>
        translate(`${own}.said.${what}`, { name, _: t(generalMessages[what], { name }) }),
      count: count => countLabel(count)._,
      object: count => translate(`${own}.object`, countLabel(count)),
      ofMany: countLabel(0, '')._.trim(),
    };
  }, [resource, t, translate, formats, defined]);
};
