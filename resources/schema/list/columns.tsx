import CheckBoxIcon from '@mui/icons-material/CheckBox';
import CheckBoxBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../types.ts';
import { useLabels } from '../useLabels.ts';

interface Columns {
  columns: readonly string[];
  choose: (column: string) => void;
  reset: () => void;
}

/** The columns a person chose, kept among their preferences; the first one always stays. */
export const useColumns = (definition: Definition): Columns => {
  const [chosen, setChosen] = useStore<readonly string[] | null>(`preferences.columns.${definition.name}`, null);
  const all = [...definition.columns, ...definition.moreColumns];
  const columns = (chosen ?? definition.columns).filter(column => all.includes(column));
  const choose = (column: string) => {
    const next = columns.includes(column) ? columns.filter(other => other !== column) : [...columns, column];
    setChosen(all.filter(other => next.includes(other)));
  };
  return { columns, choose, reset: () => setChosen(null) };
};

interface ColumnsMenuProps {
  definition: Definition;
  columns: readonly string[];
  onChoose: (column: string) => void;
  onReset: () => void;
}

/** Which columns the list shows. */
export const ColumnsMenu = ({ definition, columns, onChoose, onReset }: ColumnsMenuProps) => {
  const t = useT();
  const { field } = useLabels(definition.name);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choices = [...definition.columns.slice(1), ...definition.moreColumns];
  return (
    <>
      <Button
        color="inherit"
        startIcon={<ViewColumnIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('shell.columns')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {choices.map(column => (
          <ColumnChoice
            key={column}
            text={field(column)}
            isChosen={columns.includes(column)}
            onChoose={() => onChoose(column)}
          />
        ))}
        <Divider />
        <MenuItem onClick={onReset}>{t('shell.columnsReset')}</MenuItem>
      </Menu>
    </>
  );
};

interface ColumnChoiceProps {
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** The box is drawn: an item of a menu may hold no other control. Other props are the menu's own. */
const ColumnChoice = ({ text, isChosen, onChoose, ...item }: ColumnChoiceProps) => {
  const Box = isChosen ? CheckBoxIcon : CheckBoxBlankIcon;
  return (
    <MenuItem {...item} role="menuitemcheckbox" aria-checked={isChosen} onClick={onChoose}>
      <Box fontSize="small" color={isChosen ? 'primary' : 'action'} sx={{ mr: 2 }} />
      {text}
    </MenuItem>
  );
};
