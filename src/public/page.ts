import { HOME } from '#contract/addresses.ts';
import { STORAGE_VERSION } from '#contract/limits.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { ApiError } from '#providers/http/errors.ts';
import { isServed } from '#providers/http/isReachable.ts';
import { refusalOf } from '#providers/reporting/notices.ts';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { rememberAddress, takeAddress } from '#providers/session/returnAddress.ts';
import { keepVersion } from '#providers/session/storedVersion.ts';
import { sayOnArrival } from '../arrival.ts';
import { enter, rootElement } from '../enter.ts';
import { reporter } from '../reporter.ts';
import { session } from '../session.ts';
import type { PublicForm } from './form.ts';
import { preloadApplication } from './preload.ts';
import { filled, type Texts, wireLanguage } from './texts.ts';

interface PageOptions<Name extends string> {
  form: PublicForm<Name>;
  texts: Texts;
  /** What a signed-in visitor is told at home (§2). */
  told: MessageKey;
  submit: (typed: Readonly<Record<Name, string>>, page: PublicPage) => Promise<void>;
}

/** What a public page can do beside its own form. */
export interface PublicPage {
  /** Mounts the application in this document, where the person wanted to go; whoever was here before is forgotten. */
  arrive: () => Promise<void>;
}

/** What the three public pages have in common: one thing at a time, failures at the form, signed-in visitors sent home. */
export const openPage = async <Name extends string>({
  form,
  texts,
  told,
  submit,
}: PageOptions<Name>): Promise<void> => {
  const left = new AbortController();
  const work = oneAtATime(form, texts);
  const enterAt = arriving(form, texts, left);
  const arriveWhereAsked = (): Promise<void> => enterAt(takeAddress(window.localStorage, window.location.origin));
  const page: PublicPage = {
    arrive: () => {
      window.localStorage.removeItem(PROFILE_KEY);
      return arriveWhereAsked();
    },
  };

  wireLanguage();
  form.element.addEventListener('submit', event => {
    event.preventDefault();
    const typed = form.read();
    if (typed) void work(() => submit(typed, page));
  });
  form.element.addEventListener('input', preloadApplication, { once: true });
  // Signed in from another tab, or brought back from memory by the browser: nobody is asked twice.
  const stopListening = session().onChange(change => {
    if (change === 'signed-in') void work(arriveWhereAsked);
  });
  left.signal.addEventListener('abort', stopListening);
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && session().isSignedIn()) window.location.replace(HOME);
  };
  window.addEventListener('pageshow', comeBack, { signal: left.signal });

  await keepVersion({ storage: window.localStorage, session: session(), version: STORAGE_VERSION });
  // §2: a signed-in person is sent home and told so.
  if (!session().isSignedIn()) return;
  sayOnArrival(told);
  await work(() => enterAt(HOME));
};

/** A second submit while the first is under way is nothing; a failed call is told at the form. */
const oneAtATime = (form: PublicForm, texts: Texts) => {
  let isBusy = false;
  return async (doing: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    form.setBusy(true);
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      form.showFailure(textOf(error, texts), error.errors);
    } finally {
      isBusy = false;
      form.setBusy(false);
    }
  };
};

/** Mounts the application at an address; what fails leaves the page as it is. */
const arriving =
  (form: PublicForm, texts: Texts, left: AbortController) =>
  async (address: string): Promise<void> => {
    const own = window.location.href;
    window.history.replaceState(null, '', address);
    const isIn = await enter(rootElement()).catch((error: unknown) => {
      reporter.report(error, { place: 'start' });
      return null;
    });
    if (isIn) return left.abort();
    rememberAddress(window.localStorage, window.location);
    // This page may be older than what is served now: a new document knows the names of its files.
    if (isIn === null && (await isServed())) return window.location.replace(address);
    window.history.replaceState(null, '', own);
    form.showFailure(isIn === null ? texts.session.loadFailed : texts.session.profileFailed);
  };

const textOf = (error: ApiError, texts: Texts): string =>
  refusalOf(error, (key, values = {}) => filled(texts.errors[key], values)) ?? texts.session.refused;
