import type { SystemSetting } from '#contract/system.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Table } from '#ui/Table.tsx';
import styles from './System.module.css';
import { useSystemTexts } from './useSystemTexts.ts';

export const SettingTable = ({ settings }: { settings: readonly SystemSetting[] }) => {
  const t = useT();
  const texts = useSystemTexts();
  return (
    <Table label={t('system.settings.title')} className={styles['settings']}>
      <thead>
        <tr>
          <th scope="col">{t('system.settings.variable')}</th>
          <th scope="col">{t('system.settings.value')}</th>
        </tr>
      </thead>
      <tbody>
        {settings.map(setting => (
          <tr key={setting.name}>
            <th scope="row">
              <code>{setting.name}</code>
              <p>
                <CodeText text={setting.about} />
              </p>
            </th>
            <td data-set={setting.is_set || undefined}>{texts.setting(setting)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

/** A text in which whatever stands between backticks is code. */
const CodeText = ({ text }: { text: string }) =>
  // Odd parts stand between backticks.
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part + index}>{part}</code>));
