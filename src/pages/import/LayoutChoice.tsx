import { useState } from 'react';
import type { Arrangement, ArrangementProposal } from '#contract/arrangement.ts';
import type { PreparedChoices } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import { TextField } from '#ui/TextField.tsx';
import preview from './Preview.module.css';

interface LayoutChoiceProps {
  proposal: ArrangementProposal;
  arrangement: Arrangement | null;
  onChange: ChangePreparedImport;
}

/** Chooses the sheet and the header row. */
export const LayoutChoice = ({ proposal, arrangement, onChange }: LayoutChoiceProps) => {
  const t = useT();
  const { sheet, header } = arrangement ?? proposal;
  const [typed, setTyped] = useState<string | null>(null);
  const [isFaulty, setFaulty] = useState(false);
  const choose = (layout: NonNullable<PreparedChoices['layout']>) => onChange({ layout });
  const leave = async () => {
    if (typed === null) return;
    const row = Number(typed);
    const isRow = Number.isInteger(row) && row > 0;
    // The server reports a row number that the table does not have.
    const isChosen = isRow && (row === header.row || (await choose({ sheet, header: { ...header, row } })) !== null);
    setFaulty(!isRow);
    if (isChosen) setTyped(null);
  };
  return (
    <div className={preview['layout']}>
      {proposal.sheets.length > 1 && (
        <Select
          label={t('importPage.columns.sheet')}
          value={sheet ?? proposal.sheets[0]}
          choices={proposal.sheets.map(name => [name, name] as const)}
          onChange={({ target }) => void choose({ sheet: target.value, header })}
        />
      )}
      <TextField
        label={t('importPage.columns.header')}
        inputMode="numeric"
        value={typed ?? String(header.row)}
        error={isFaulty}
        helperText={isFaulty && t('importPage.columns.headerFault')}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void leave()}
        onKeyDown={({ key }) => key === 'Enter' && void leave()}
      />
      <Select
        label={t('importPage.columns.headerRows')}
        value={String(header.rows)}
        choices={[
          ['1', t('importPage.columns.oneRow')],
          ['2', t('importPage.columns.twoRows')],
        ]}
        onChange={({ target }) => void choose({ sheet, header: { ...header, rows: target.value === '2' ? 2 : 1 } })}
      />
    </div>
  );
};
