import { useState } from 'react';
import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import type { PreparedChoices } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import preview from './Preview.module.css';

interface LayoutChoiceProps {
  proposal: ArrangementProposal;
  arrangement: Arrangement | null;
  onChange: (changes: PreparedChoices) => Promise<unknown>;
}

/** Where the table stands in its file: the sheet, and the row of its headings. */
export const LayoutChoice = ({ proposal, arrangement, onChange }: LayoutChoiceProps) => {
  const t = useT();
  const { sheet, header } = arrangement ?? proposal;
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (layout: NonNullable<PreparedChoices['layout']>) => void onChange({ layout });
  const leave = () => {
    const row = Number(typed);
    setTyped(null);
    if (Number.isInteger(row) && row > 0 && row !== header.row) choose({ sheet, header: { ...header, row } });
  };
  return (
    <div className={preview['layout']}>
      {proposal.sheets.length > 1 && (
        <Select
          label={t('importPage.columns.sheet')}
          value={sheet ?? proposal.sheets[0]}
          choices={proposal.sheets.map(name => [name, name] as const)}
          onChange={({ target }) => choose({ sheet: target.value, header })}
        />
      )}
      <TextField
        label={t('importPage.columns.header')}
        inputMode="numeric"
        value={typed ?? String(header.row)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
      />
      <Select
        label={t('importPage.columns.headerRows')}
        value={String(header.rows)}
        choices={[
          ['1', t('importPage.columns.oneRow')],
          ['2', t('importPage.columns.twoRows')],
        ]}
        onChange={({ target }) => choose({ sheet, header: { ...header, rows: target.value === '2' ? 2 : 1 } })}
      />
    </div>
  );
};
