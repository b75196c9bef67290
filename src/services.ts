import type { I18nProvider } from 'react-admin';
import type { Verb } from '#contract/collection.ts';
import { endpoints } from '#contract/endpoints.ts';
import { type Access, isPermissionSlug } from '#contract/permissions.ts';
import { getCollection } from '#contract/records.ts';
import { errors as russianErrors } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { createAuthProvider } from '#providers/authProvider.ts';
import { createQueryClient } from '#providers/cache/queryClient.ts';
import { createRecordQueues } from '#providers/cache/queues.ts';
import { createUndoQueue } from '#providers/cache/undo.ts';
import { createWrittenBatches } from '#providers/cache/writtenBatches.ts';
import { createDataProvider } from '#providers/dataProvider.ts';
import { createFormAutosave } from '#providers/forms/formAutosave.ts';
import { createUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { createApi } from '#providers/http/http.ts';
import { isReachable } from '#providers/http/isReachable.ts';
import { createStaleBundleReloader } from '#providers/http/staleBundle.ts';
import { createRunStores } from '#providers/jobs/runs.ts';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';
import { LOCALE_KEY } from '#providers/locale/LocaleSwitch.tsx';
import { readPageLocale } from '#providers/locale/localeCookie.ts';
import { createRealtime } from '#providers/realtime/realtime.ts';
import type { Translate } from '#providers/reporting/notices.ts';
import { createActAs } from '#providers/session/actAs.ts';
import { openPreferences } from '#providers/session/preferencesStore.ts';
import { createProfileStore } from '#providers/session/profile.ts';
import type { Session } from '#providers/session/session.ts';
import { createSessionEnd } from '#providers/session/sessionEnd.ts';
import { config } from './config.ts';
import { reporter } from './reporter.ts';
import { sharedStorage, tabStorage } from './storage.ts';

export type Services = NonNullable<Awaited<ReturnType<typeof createServices>>>;

/** Provided by the document, so that tests can replace it. */
interface DocumentServices {
  session: Session;
  socketUrl: string;
  /** Loads a new document even for the current address, so that no cached data survives. */
  loadDocument: (path: string) => void;
}

const apiOptions = { baseUrl: config.apiBase, report: reporter.report, language: readPageLocale };

/** Creates the services of the signed-in user; null if the profile cannot be loaded (§8: its failure yields false). */
export const createServices = async ({ session, socketUrl, loadDocument }: DocumentServices) => {
  const storage = sharedStorage;
  const queryClient = createQueryClient();
  const undo = createUndoQueue(window, queryClient);
  const { isUnloading } = undo;
  const written = createWrittenBatches();
  const api = createApi({ ...apiOptions, session, isUnloading, written });
  const profile = createProfileStore({ api, storage, userId: session.userId });
  const i18nLoading = createI18nProvider();
  // The token names the user, so their preferences open in parallel with the profile request.
  const tokenUserId = Number(session.userId());
  const preferences = openPreferences(tokenUserId);
  // Permissions must be up to date, so the stored profile is used only if the server cannot be reached.
  const user = (await profile.load()) || (session.isSignedIn() && profile.current());
  if (!user) return null;
  const [i18nProvider, store] = await Promise.all([
    i18nLoading,
    user.id === tokenUserId ? preferences : openPreferences(user.id),
  ]);
  store.setItem(LOCALE_KEY, i18nProvider.getLocale());
  const realtime = createRealtime({
    url: socketUrl,
    token: async () => (await api(endpoints.auth.socketToken)).token,
    profile,
    log: reporter.log,
  });
  realtime.on('PROFILE_CHANGE', () => void profile.reload());
  // react-admin caches identity and permissions under this key.
  profile.onChange(() => void queryClient.invalidateQueries({ queryKey: ['auth'] }));
  const unsavedForms = createUnsavedForms(window);
  // Undefined on plain http on hosts other than localhost.
  const locks = navigator.locks as LockManager | undefined;
  const formAutosave = createFormAutosave({ owner: getAutosaveOwner(session, user.id), page: window, locks });
  const sessionEnd = createSessionEnd({ session, profile, realtime, unsavedForms, undo, storage, loadDocument });
  const authProvider = createAuthProvider({ session, profile, sessionEnd, getAccess });
  const staleBundle = createStaleBundleReloader({ unsavedForms, storage: tabStorage, loadDocument, isReachable });
  const actAs = createActAs({ api, session, profile, unsavedForms, undo, storage, tabStorage, loadDocument });
  const translate = createErrorTranslator(i18nProvider);
  const runs = createRunStores({ api, client: queryClient, realtime, translate });
  const dataProvider = createDataProvider(api, written, translate);
  const queues = createRecordQueues(tabStorage, String(user.id));
  return {
    api,
    profile,
    i18nProvider,
    store,
    realtime,
    unsavedForms,
    formAutosave,
    sessionEnd,
    actAs,
    staleBundle,
    authProvider,
    runs,
    dataProvider,
    queryClient,
    undo,
    written,
    queues,
    reporter,
  };
};

/** Falls back to Russian for keys that a catalogue lacks. */
const createErrorTranslator = ({ translate }: I18nProvider): Translate => {
  const fallback = buildTranslator('ru', russianErrors);
  return (key, values) => translate(`errors.${key}`, values) || fallback(key, values);
};

/** Input typed by an actor while acting as another user belongs to the actor, so it is stored under the ids of both. */
const getAutosaveOwner = ({ actorId }: Session, userId: number): string =>
  [actorId(), userId].filter(Boolean).join(':');

const verbsByAction: Record<string, Verb> = {
  list: 'list',
  show: 'read',
  edit: 'update',
  create: 'create',
  delete: 'remove',
  export: 'list',
};

/** `action` is a verb on a resource or a permission slug. Unknown actions are denied, which is the safe default. */
const getAccess = (resource: string, action: string): Access | undefined => {
  if (isPermissionSlug(action)) return [action];
  const verb = verbsByAction[action];
  return verb && getCollection(resource).access[verb];
};
