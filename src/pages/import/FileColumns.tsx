import { useEffect, useState } from 'react';
import type { PreparedImport } from '#contract/preparing.ts';
import type { ChangePreparedImport } from '#providers/jobs/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ExportProfileName } from './ExportProfileName.tsx';
import { LayoutChoice } from './LayoutChoice.tsx';
import preview from './Preview.module.css';
import { ProfileForm } from './ProfileForm.tsx';
import { UnseenRows } from './UnseenRows.tsx';

interface FileColumnsProps {
  preparedImport: PreparedImport;
  onChange: ChangePreparedImport;
  onOutdated: (upload: PreparedImport) => void;
}

/** Collapsed to one line by default; expanded when the table cannot be imported without a choice. */
export const FileColumns = ({ preparedImport, onChange, onOutdated }: FileColumnsProps) => {
  const t = useT();
  const { proposal, mapping, profile, export_profile: exportProfile } = preparedImport;
  const needsChoice = preparedImport.refusal !== null && proposal !== null;
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? needsChoice;
  // Stays open after the last required choice, so that the user can review the others.
  useEffect(() => {
    if (needsChoice) setOpened(true);
  }, [needsChoice]);
  if (!proposal) return null;
  const rules = (mapping ?? proposal).columns.filter(({ sources }) => sources.length > 0);
  const assignedCount = rules.filter(({ field }) => field !== null).length;
  return (
    <div className={preview['fileColumns']}>
      <p>
        {exportProfile ? (
          <ExportProfileName {...exportProfile} />
        ) : profile ? (
          t('importPage.prepared.asProfile', { name: profile.name })
        ) : (
          t('importPage.prepared.columns', { known: assignedCount, smart_count: rules.length })
        )}{' '}
        <Button aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
          {t(isOpen ? 'importPage.prepared.hideColumns' : 'importPage.prepared.chooseColumns')}
        </Button>
      </p>
      <UnseenRows proposal={proposal} />
      {isOpen && (
        <>
          <LayoutChoice proposal={proposal} mapping={mapping} onChange={onChange} />
          <ColumnChoice preparedImport={preparedImport} proposal={proposal} onChange={onChange} />
          <ProfileForm preparedImport={preparedImport} onOutdated={onOutdated} />
        </>
      )}
    </div>
  );
};
