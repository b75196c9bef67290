import type { MessageKey } from '#i18n/translate.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './ShortcutsDialog.module.css';

const shortcuts: readonly (readonly [keys: string, meaning: MessageKey])[] = [
  ['/', 'shell.shortcuts.search'],
  ['n', 'shell.shortcuts.create'],
  ['j  k', 'shell.shortcuts.rows'],
  ['Enter', 'shell.shortcuts.open'],
  ['Ctrl S', 'shell.shortcuts.save'],
  ['g  n', 'shell.shortcuts.goProducts'],
  ['g  m', 'shell.shortcuts.goModels'],
  ['g  i', 'shell.shortcuts.goImport'],
  ['Esc', 'shell.shortcuts.close'],
  ['?', 'shell.shortcuts.help'],
];

export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useT();
  return (
    <Dialog open={open} title={t('shell.shortcuts.title')} onClose={onClose} isQuestion>
      <dl className={styles['list']}>
        {shortcuts.map(([keys, messageKey]) => (
          <div key={keys}>
            <dt>
              {keys.split(/\s+/).map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(messageKey)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
