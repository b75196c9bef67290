import CloseIcon from '@mui/icons-material/Close';
import { useState } from 'react';
import type { ColumnRule } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { Table } from '#ui/Table.tsx';
import styles from '../../profiles/Profile.module.css';
import { formatHeadings } from '../columnRules.ts';
import type { ProfileDraft } from './useProfileDraft.ts';

interface ReplacedTextsProps {
  draft: ProfileDraft;
  fields: readonly ImportField[];
}

const TEXTS_PER_STEP = 100;

/** Replacements before and after the conversions of a column. */
const valueKeys = ['values', 'converted_values'] as const;
type ValueKey = (typeof valueKeys)[number];

/** The text replacements of the profile. Each applies to every cell of its column that contains the text. */
export const ReplacedTexts = ({ draft: { mapping, setMapping }, fields }: ReplacedTextsProps) => {
  const t = useT();
  const { number } = useFormats();
  const [shownCount, setShownCount] = useState(TEXTS_PER_STEP);
  const replacements = mapping.columns.flatMap(rule =>
    valueKeys.flatMap(key => Object.entries(rule[key] ?? {}).map(([was, text]) => ({ rule, key, was, text }))),
  );
  if (replacements.length === 0) return null;
  const remove = (rule: ColumnRule, key: ValueKey, was: string) => {
    const { [was]: _, ...values } = rule[key] ?? {};
    setMapping({
      ...mapping,
      columns: mapping.columns.map(column => (column === rule ? { ...rule, [key]: values } : column)),
    });
  };
  return (
    <section className={styles['block']} aria-labelledby="profile-values">
      <h3 id="profile-values">{t('importPage.profile.values', { number: number(replacements.length) })}</h3>
      <Table label={t('importPage.profile.values', { number: number(replacements.length) })} isStacked>
        <thead>
          <tr>
            <th scope="col">{t('importPage.steps.was')}</th>
            <th scope="col">{t('importPage.steps.becomes')}</th>
            <th scope="col">{t('importPage.columns.field')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {replacements.slice(0, shownCount).map(({ rule, key, was, text }) => {
            const label = t('importPage.profile.removeValue', { text: was });
            return (
              <tr key={`${key} ${rule.field} ${formatHeadings(rule)} ${was}`}>
                <th scope="row">{was}</th>
                <td data-label={t('importPage.steps.becomes')}>{text || t('importPage.profile.emptyCell')}</td>
                <td data-label={t('importPage.columns.field')}>
                  {fields.find(({ name }) => name === rule.field)?.label ?? rule.field ?? formatHeadings(rule)}
                </td>
                <td className={styles['actions']}>
                  <IconButton aria-label={label} title={label} onClick={() => remove(rule, key, was)}>
                    <CloseIcon fontSize="small" />
                  </IconButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {replacements.length > shownCount && (
        <div>
          <Button onClick={() => setShownCount(shownCount + TEXTS_PER_STEP)}>
            {t('importPage.prepared.moreCorrections')}
          </Button>
        </div>
      )}
    </section>
  );
};
