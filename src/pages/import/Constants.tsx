import CloseIcon from '@mui/icons-material/Close';
import { useState } from 'react';
import type { ColumnRule } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import preview from './Preview.module.css';

interface ConstantsProps {
  columns: readonly ColumnRule[];
  fields: readonly ImportField[];
  free: readonly ImportField[];
  onChange: (columns: readonly ColumnRule[]) => Promise<object | null>;
}

/** Fields that get the same value in every row. */
export const Constants = ({ columns, fields, free, onChange }: ConstantsProps) => {
  const t = useT();
  const [field, setField] = useState<string | null>(null);
  const [text, setText] = useState('');
  const getLabel = (name: string | null) => fields.find(fieldOption => fieldOption.name === name)?.label ?? name;
  const isDone = field !== null && text.trim() !== '';
  const add = async () => {
    if (!isDone) return;
    const rule = { field, sources: [], constant: text.trim(), conversions: [], values: {} };
    if (!(await onChange([...columns, rule]))) return;
    setField(null);
    setText('');
  };
  return (
    <div className={preview['constants']}>
      <ul>
        {columns
          .filter(({ sources, constant }) => sources.length === 0 && constant !== null)
          .map(rule => (
            <li key={rule.field}>
              {t('importPage.columns.constantOf', { field: getLabel(rule.field) ?? '', text: rule.constant ?? '' })}
              <IconButton
                aria-label={t('importPage.columns.dropConstant', { field: getLabel(rule.field) ?? '' })}
                onClick={() => void onChange(columns.filter(column => column !== rule))}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </li>
          ))}
      </ul>
      <div className={preview['layout']}>
        <FieldPicker
          label={t('importPage.columns.constantField')}
          isLabelShown
          {...{ fields, free }}
          chosenField={field}
          onChoose={setField}
        />
        <TextField
          label={t('importPage.columns.constant')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button variant="outlined" disabled={!isDone} onClick={() => void add()}>
          {t('importPage.columns.addConstant')}
        </Button>
      </div>
    </div>
  );
};
