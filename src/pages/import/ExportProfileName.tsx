import { getPagePath, pages } from '#contract/pages.ts';
import type { PreparedImport } from '#contract/preparing.ts';
import { getRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { NewWindowLink } from '#ui/NewWindowLink.tsx';

const RESOURCE = 'nomenclature';
const { list: listAccess } = getRecord(RESOURCE).access;

/** Users who may import can use the profile even if they are not allowed to open it. */
export const ExportProfileName = ({ id, name }: NonNullable<PreparedImport['export_profile']>) => {
  const t = useT();
  const can = useCan();
  const canOpen = can(pages.exportProfiles.access) && can(listAccess);
  const quotedName = t('shell.quoted', { name });
  const path = `${getPagePath('exportProfiles')}?resource=${RESOURCE}&profile=${id}`;
  return (
    <>
      {t('importPage.prepared.asExportProfile')}{' '}
      {canOpen ? <NewWindowLink to={path}>{quotedName}</NewWindowLink> : quotedName}
    </>
  );
};
