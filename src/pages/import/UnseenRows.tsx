import type { MappingProposal } from '#contract/importMapping.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

/**
 * Rows and columns that the import reads or leaves out, although a user who looks at the spreadsheet would not expect
 * this.
 */
export const UnseenRows = ({ proposal: { hidden, leftOut } }: { proposal: MappingProposal }) => {
  const t = useT();
  const names = hidden.columns.map(name => t('shell.quoted', { name })).join(', ');
  const sentences = [
    hidden.rows > 0 && t('importPage.prepared.hiddenRows'),
    names !== '' && t('importPage.prepared.hiddenColumns', { names }),
    leftOut.totals.length > 0 && t('importPage.prepared.totals', { rows: leftOut.totals.join(', ') }),
  ].filter(Boolean);
  return sentences.length > 0 && <p>{sentences.join(' ')}</p>;
};
