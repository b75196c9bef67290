import { ResourceContextProvider } from 'react-admin';
import { isPermissionSlug } from '#contract/permissions.ts';
import { getCollection, isDeclaredResource, isResourceName } from '#contract/records.ts';
import { parseReferenceName } from '#contract/referenceResource.ts';
import type { FieldChange, SecurityEvent } from '#contract/security.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { useLabels } from '#resources/engine/useLabels.ts';
import { Cell } from '#resources/fields/Cell.tsx';
import styles from './Security.module.css';

export const EventDetails = ({ event: { kind, about, details } }: { event: SecurityEvent }) => {
  const t = useT();
  const { moment, number } = useFormats();
  const { fields = [], times = 1, since, until, format, records } = details;
  const formatCounter = (key: 'times' | 'records', count: number, values = {}) =>
    t(`security.${key}`, { smart_count: count, number: number(count), ...values });
  const noteTexts = [
    times > 1 && since && formatCounter('times', times, { since: moment(since) }),
    until && t('security.endsAt', { when: moment(until) }),
    records !== undefined && [formatCounter('records', records), format && `.${format}`].filter(Boolean).join(', '),
  ].filter(Boolean);
  // Undefined for a resource of an earlier build, which no longer has fields.
  const resource =
    about && (isDeclaredResource(about.resource) || parseReferenceName(about.resource)) ? about.resource : null;
  return (
    <>
      {noteTexts.map(note => (
        <small key={String(note)}>{note}</small>
      ))}
      {resource && fields.length > 0 && (
        <ResourceContextProvider value={resource}>
          <ul className={styles['fields']}>
            {fields.map(change => (
              <li key={change.field}>
                <ChangedField {...{ resource, change }} isNew={kind.endsWith('_created')} />
              </li>
            ))}
          </ul>
        </ResourceContextProvider>
      )}
    </>
  );
};

interface ChangedFieldProps {
  resource: string;
  change: FieldChange;
  isNew: boolean;
}

const ChangedField = ({ resource, change, isNew }: ChangedFieldProps) => {
  const t = useT();
  const { field: label } = useLabels(isResourceName(resource) ? resource : 'settings/reference');
  const { field: name, before, after, gained, lost } = change;
  const field = getCollection(resource).fields[name];
  if (!field) return name;
  const slugs = (slugList: readonly string[]) =>
    slugList.map(slug => (isPermissionSlug(slug) ? t(`permissions.${slug}`) : slug)).join(', ');
  return (
    <>
      <span>{label(name)}:</span>{' '}
      {before !== undefined && after !== undefined && (
        <>
          {!isNew && (
            <>
              <Cell value={before} field={field} /> →{' '}
            </>
          )}
          <Cell value={after} field={field} />
        </>
      )}
      {gained && gained.length > 0 && t('security.gained', { names: slugs(gained) })}
      {gained && gained.length > 0 && lost && lost.length > 0 && '; '}
      {lost && lost.length > 0 && t('security.lost', { names: slugs(lost) })}
      {before === undefined && !gained && !lost && t('security.changed')}
    </>
  );
};
