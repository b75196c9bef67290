import { Link } from 'react-router-dom';
import type { ImportProfileDetails } from '#contract/importProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { countedOutcomes } from '../ImportCounts.tsx';

/** The last import that used the profile. */
export const LastImport = ({ run }: { run: ImportProfileDetails['last_run'] }) => {
  const t = useT();
  const { moment, number } = useFormats();
  const nameOf = useEditorName();
  if (!run) return <p>{t('importPage.profile.neverUsed')}</p>;
  const rows = countedOutcomes.reduce((sum, kind) => sum + run.counts[kind], 0);
  return (
    <p>
      {t('importPage.profile.lastUsed')} <Link to={`?run=${run.id}`}>{run.file_name}</Link>
      {[
        '',
        moment(run.started_at),
        nameOf(run.user),
        t('importPage.values.rows', { smart_count: rows, number: number(rows) }),
      ].join(', ')}
    </p>
  );
};
