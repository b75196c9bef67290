import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { NAVIGATION_KEYS, useMenu } from '../menu.ts';
import styles from './ShortcutsDialog.module.css';
import { NOTICE_KEY } from './useNoticeRegion.ts';

type Shortcuts = readonly (readonly [keys: string, meaning: MessageKey])[];

const recordShortcuts: Shortcuts = [
  ['/', 'shell.shortcuts.search'],
  ['n', 'shell.shortcuts.create'],
  ['j k', 'shell.shortcuts.rows'],
  ['Enter', 'shell.shortcuts.open'],
  ['Ctrl S', 'shell.shortcuts.save'],
  ['Ctrl Enter', 'shell.shortcuts.saveAndNext'],
  ['Alt ↑ ↓', 'shell.shortcuts.neighbours'],
];
const windowShortcuts: Shortcuts = [
  [NOTICE_KEY, 'shell.shortcuts.notice'],
  ['Esc', 'shell.shortcuts.close'],
  ['?', 'shell.shortcuts.help'],
];

export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useT();
  const renderAll = (shortcuts: Shortcuts) =>
    shortcuts.map(([keys, meaning]) => <Shortcut key={keys} keys={keys} meaning={t(meaning)} />);
  return (
    <Dialog open={open} title={t('shell.shortcuts.title')} onClose={onClose} isQuestion>
      <dl className={styles['list']}>
        {renderAll(recordShortcuts)}
        <SectionShortcuts />
        {renderAll(windowShortcuts)}
      </dl>
    </Dialog>
  );
};

/** The keys of the sections that the user may open. */
const SectionShortcuts = () => {
  const menu = useMenu();
  return Object.entries(NAVIGATION_KEYS).map(([code, section]) => {
    const item = menu.find(({ entry }) => entry?.section === section);
    const letter = code.slice('Key'.length).toLowerCase();
    return item && <Shortcut key={code} keys={`g ${letter}`} meaning={item.title} />;
  });
};

const Shortcut = ({ keys, meaning }: { keys: string; meaning: string }) => (
  <div>
    <dt>
      {keys.split(' ').map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{meaning}</dd>
  </div>
);
