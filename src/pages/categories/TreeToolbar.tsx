import AddIcon from '@mui/icons-material/Add';
import DownIcon from '@mui/icons-material/ArrowDownward';
import UpIcon from '@mui/icons-material/ArrowUpward';
import CutIcon from '@mui/icons-material/ContentCut';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import RenameIcon from '@mui/icons-material/DriveFileRenameOutline';
import OutdentIcon from '@mui/icons-material/FormatIndentDecrease';
import IndentIcon from '@mui/icons-material/FormatIndentIncrease';
import RedoIcon from '@mui/icons-material/Redo';
import InsideIcon from '@mui/icons-material/SubdirectoryArrowRight';
import UndoIcon from '@mui/icons-material/Undo';
import type { ComponentType } from 'react';
import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button, IconButton } from '#ui/Button.tsx';
import styles from './Categories.module.css';
import type { StagedTree } from './useStagedTree.ts';
import type { TreeEdits } from './useTreeEdits.ts';

interface TreeToolbarProps {
  edits: TreeEdits;
  stagedTree: StagedTree;
  /** Disables editing during a save, so that the response matches the tree. */
  isBusy: boolean;
}

interface TreeAction {
  text: MessageKey;
  keys: string;
  Icon: ComponentType<{ fontSize: 'small' }>;
  run: () => void;
  isDisabled: boolean;
}

export const TreeToolbar = ({ edits, stagedTree, isBusy }: TreeToolbarProps) => {
  const t = useT();
  const { active, can } = edits;
  const { undo, redo, canUndo, canRedo } = stagedTree;
  const hasNoActive = active === null;
  const actions: TreeAction[] = [
    {
      text: 'categoryEditor.addInside',
      keys: 'Shift+Insert',
      Icon: InsideIcon,
      run: edits.addInside,
      isDisabled: hasNoActive,
    },
    { text: 'categoryEditor.rename', keys: 'F2', Icon: RenameIcon, run: edits.rename, isDisabled: hasNoActive },
    { text: 'categoryEditor.cut', keys: 'Ctrl+X', Icon: CutIcon, run: edits.cutActive, isDisabled: hasNoActive },
    { text: 'categoryEditor.up', keys: 'Alt+↑', Icon: UpIcon, run: () => edits.moveBy(-1), isDisabled: !can.up },
    { text: 'categoryEditor.down', keys: 'Alt+↓', Icon: DownIcon, run: () => edits.moveBy(1), isDisabled: !can.down },
    { text: 'categoryEditor.outdent', keys: 'Alt+←', Icon: OutdentIcon, run: edits.outdent, isDisabled: !can.outdent },
    { text: 'categoryEditor.indent', keys: 'Alt+→', Icon: IndentIcon, run: edits.indent, isDisabled: !can.indent },
    {
      text: 'categoryEditor.remove',
      keys: 'Delete',
      Icon: DeleteIcon,
      run: edits.askToRemove,
      isDisabled: hasNoActive,
    },
    { text: 'categoryEditor.undo', keys: 'Ctrl+Z', Icon: UndoIcon, run: undo, isDisabled: !canUndo },
    { text: 'categoryEditor.redo', keys: 'Ctrl+Y', Icon: RedoIcon, run: redo, isDisabled: !canRedo },
  ];
  return (
    <div className={styles['toolbar']} role="group" aria-label={t('categoryEditor.actions')}>
      <Button
        variant="outlined"
        startIcon={<AddIcon fontSize="small" />}
        disabled={isBusy}
        data-shortcut="n"
        onClick={edits.addBeside}
      >
        {t(hasNoActive ? 'categoryEditor.add' : 'categoryEditor.addBeside')}
      </Button>
      {actions.map(({ text, keys, Icon, run, isDisabled }) => (
        <IconButton
          key={text}
          aria-label={t(text)}
          title={`${t(text)} (${keys})`}
          disabled={isDisabled || isBusy}
          onClick={run}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </div>
  );
};
