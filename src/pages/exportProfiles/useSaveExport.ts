import { type RefObject, useState } from 'react';
import { useEvent, useNotify } from 'react-admin';
import { type ExportProfile, type ExportResource, NewExportProfile } from '#contract/exportProfiles.ts';
import { isSame } from '#contract/values.ts';
import { groupIssuesByField } from '#i18n/issues.ts';
import { findApiError } from '#providers/http/httpError.ts';
import { getConflictingExportProfile, useSaveExportProfile } from '#providers/jobs/exportProfiles.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import type { useVersionedDraft } from '../profiles/useVersionedDraft.ts';
import { toStored } from './toStored.ts';

interface SaveOptions {
  resource: ExportResource;
  id: number | null;
  draft: ReturnType<typeof useVersionedDraft<NewExportProfile>>;
  /** Contains the inputs. */
  section: RefObject<HTMLElement | null>;
  /** @param typed what was typed since the profile was sent, if anything */
  onCreated: (id: number, typed: NewExportProfile | undefined) => void;
}

type Errors = Readonly<Record<string, readonly string[] | undefined>>;

/** Saves a profile as a whole. After a 409 nothing is replaced, and the user's input stays. */
export const useSaveExport = ({ resource, id, draft, section, onCreated }: SaveOptions) => {
  const t = useT();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const mutation = useSaveExportProfile(resource, id);
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<{ content: NewExportProfile; errors: Errors } | null>(null);
  const { content } = draft;
  const parseResult = NewExportProfile.safeParse(content, { reportInput: true });
  const issues = parseResult.error?.issues ?? [];
  const ownErrors: Errors = isChecked
    ? groupIssuesByField(issues, (key, values) => t(`validation.${key}`, values))
    : {};
  const errors: Errors = { ...(refused?.content === content && refused.errors), ...ownErrors };
  /** Runs after the render that marks the inputs. */
  const focusFirstError = () =>
    setTimeout(() => section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  const finish = useEvent((sent: NewExportProfile, profile: ExportProfile) => {
    notify(t('exportProfiles.saved'), { type: 'success' });
    if (id !== null) {
      draft.settle(sent, toStored(profile));
      return;
    }
    draft.discard();
    const typed = isSame(draft.content, sent) ? undefined : draft.content;
    // Runs after the form has rendered without changes, because unsaved changes would block the new address.
    setTimeout(() => onCreated(profile.id, typed));
  });
  /** @param version the version to replace, if it differs from the version that was edited */
  const save = (version = draft.version ?? undefined) => {
    if (mutation.isPending) return;
    setChecked(true);
    if (!parseResult.success) {
      notify(t('exportProfiles.check'), { type: 'error' });
      focusFirstError();
      return;
    }
    mutation.mutate(
      { ...parseResult.data, version },
      {
        onSuccess: profile => finish(content, profile),
        onError: error => {
          const failure = findApiError(error);
          if (failure && Object.keys(failure.errors).length > 0) {
            setRefused({ content, errors: failure.errors });
            focusFirstError();
          } else if (!getConflictingExportProfile(error)) notifyError(error);
        },
      },
    );
  };
  return {
    save,
    isSaving: mutation.isPending,
    isPossible: true,
    /** The errors of the inputs, by path in the profile. */
    errorAt: (path: string): string | null => errors[path]?.[0] ?? null,
  };
};
