import { useEffect, useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import {
  type ExportResource,
  exportResources,
  isExportResource,
  type NewExportProfile,
} from '#contract/exportProfiles.ts';
import { getRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { Page } from '#ui/Page.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { ExportProfileList } from './ExportProfileList.tsx';
import { ExportProfileView } from './ExportProfileView.tsx';

const NEW = 'new';

/** The profiles of a resource, or one of these profiles. Both the resource and the profile are part of the address. */
export const ExportProfilesPage = () => {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [initial, setInitial] = useState<NewExportProfile>();
  const resources = useExportableResources();
  const asked = query.get('resource') ?? '';
  const resource = isExportResource(asked) ? asked : 'nomenclature';
  /** @param content unsaved content of the profile */
  const open = (profile: number | typeof NEW, content?: NewExportProfile, options?: NavigateOptions) => {
    setInitial(content);
    setQuery({ resource, profile: String(profile) }, options);
  };
  const chosenProfile = query.get('profile');
  // A stored profile has taken its unsaved content, which must not come back when the address does.
  useEffect(() => {
    if (chosenProfile !== NEW) setInitial(undefined);
  }, [chosenProfile]);
  if (chosenProfile !== null)
    return (
      <Page title={t('pages.exportProfiles.title')}>
        <ExportProfileView
          key={chosenProfile}
          resource={resource}
          id={chosenProfile === NEW ? null : Number(chosenProfile)}
          initial={initial}
          onCreated={(id, typed) => open(id, typed, { replace: true })}
          onLeave={() => setQuery({ resource })}
        />
      </Page>
    );
  return (
    <Page title={t('pages.exportProfiles.title')} description={t('exportProfiles.about')}>
      {resources.length > 1 && (
        <SegmentedControl
          label={t('exportProfiles.resource')}
          value={resource}
          choices={resources.map(name => [name, t(`resources.${name}.several`)] as const)}
          onChoose={name => setQuery({ resource: name })}
        />
      )}
      <ExportProfileList
        key={resource}
        resource={resource}
        onOpen={id => open(id)}
        onCreate={content => open(NEW, content)}
      />
    </Page>
  );
};

const useExportableResources = (): ExportResource[] => {
  const can = useCan();
  return exportResources.filter(name => {
    const { list } = getRecord(name).access;
    return typeof list === 'string' || can(list);
  });
};
