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
  nothingYet: string;
  /** The plural after a number, without the number: «товаров». */
  ofMany: string;
  error: (error: string) => string;
  resultMessage: (outcome: 'created' | 'saved' | 'deleted' | 'alreadyDeleted', name?: string) => string;
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
  const { [resource]: definedLabels = NO_LABELS } = useContext(FieldLabels);
  return useMemo(() => {
    const prefix = `resources.${resource}`;
    const nameOfOne = translate(`${prefix}.one`);
    const countLabel = (count: number, number = formats.number(count)) => {
      const values = { smart_count: count, number };
      return { ...values, _: translate(`${prefix}.count`, { ...values, _: t('shell.values', values) }) };
    };
    return {
      one: nameOfOne,
      create: translate(`${prefix}.create`, { _: t('shell.newRecord', { name: nameOfOne.toLowerCase() }) }),
      link: translate(`${prefix}.link`, { _: t('links.addTitle') }),
      nothingYet: translate(`${prefix}.nothingYet`, { _: t('shell.nothingYetHint') }),
      several: translate(`${prefix}.several`),
      field: name => definedLabels[name] ?? translate(`${prefix}.fields.${name}`),
      error: error =>
        translate(`${prefix}.faults.${error}`, { _: error === REQUIRED_ERROR ? t('validation.required') : error }),
      resultMessage: (outcome, name = '') =>
        translate(`${prefix}.said.${outcome}`, { name, _: t(generalMessages[outcome], { name }) }),
      count: count => countLabel(count)._,
      object: count => translate(`${prefix}.object`, countLabel(count)),
      ofMany: countLabel(0, '')._.trim(),
    };
  }, [resource, t, translate, formats, definedLabels]);
};
