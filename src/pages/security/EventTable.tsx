import { Link } from 'react-router-dom';
import { getPagePath, isPageName } from '#contract/pages.ts';
import { isResourceName } from '#contract/records.ts';
import { findRouteRule } from '#contract/routes.ts';
import type { SecurityEvent } from '#contract/security.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getListPath } from '#resources/engine/resourcePaths.ts';
import { useEditorName } from '#resources/engine/useEditorName.ts';
import { useRecordPath } from '#resources/form/editorPaths.ts';
import { Table } from '#ui/Table.tsx';
import { EventDetails } from './EventDetails.tsx';
import styles from './Security.module.css';

export const EventTable = ({ events }: { events: readonly SecurityEvent[] }) => {
  const t = useT();
  const { moment } = useFormats();
  return (
    <Table isStacked label={t('security.list')} className={styles['events']}>
      <thead>
        <tr>
          <th scope="col">{t('security.when')}</th>
          <th scope="col">{t('security.what')}</th>
          <th scope="col">{t('security.who')}</th>
          <th scope="col">{t('security.aboutWhom')}</th>
          <th scope="col">{t('security.from')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(event => (
          <tr key={event.id}>
            <td className={styles['when']}>
              <time dateTime={event.at}>{moment(event.at)}</time>
            </td>
            <th scope="row">
              <div data-kind={isWarning(event) || undefined}>{t(`security.kinds.${event.kind}`)}</div>
              <EventDetails event={event} />
            </th>
            <td data-label={t('security.who')}>
              <EventActor event={event} />
            </td>
            <td data-label={t('security.aboutWhom')}>
              <EventSubject about={event.about} />
            </td>
            <td data-label={t('security.from')} className={styles['network']}>
              {event.network || <span className="dash">—</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

const isWarning = ({ kind }: SecurityEvent): boolean => kind.endsWith('_refused') || kind === 'token_replayed';

const EventActor = ({ event: { user, acted_by } }: { event: SecurityEvent }) => {
  const t = useT();
  const nameOf = useEditorName();
  if (!user) return <span className={styles['muted']}>{t('security.nobody')}</span>;
  return <Link to={`?person=${user.id}`}>{nameOf({ ...user, ...(acted_by && { acted_by }) })}</Link>;
};

const EventSubject = ({ about }: Pick<SecurityEvent, 'about'>) => {
  const t = useT();
  const can = useCan();
  const getSubjectAddress = useSubjectAddress();
  if (!about) return <span className="dash">—</span>;
  const { resource, id, name } = about;
  const ownName = name ?? `№ ${id}`;
  const fullName = isPageName(resource) ? `${t(`pages.${resource}.title`)}: ${ownName}` : ownName;
  const address = getSubjectAddress(about);
  return address !== null && can(findRouteRule(address)?.access) ? <Link to={address}>{fullName}</Link> : fullName;
};

/**
 * The address of the affected record; null if the record no longer exists or its resource belongs to an earlier build.
 */
const useSubjectAddress = () => {
  const recordAddress = useRecordPath();
  return ({ resource, id, is_there, reference_id }: NonNullable<SecurityEvent['about']>): string | null => {
    if (isPageName(resource)) return getPagePath(resource);
    if (id !== null && !is_there) return null;
    if (reference_id !== undefined) return recordAddress('settings/reference', reference_id);
    if (!isResourceName(resource)) return null;
    return id === null ? getListPath(resource) : recordAddress(resource, id);
  };
};
