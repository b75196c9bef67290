import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isReachable } from '#providers/http/isReachable.ts';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { saveReturnUrl, takeReturnUrl } from '#providers/session/returnUrl.ts';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { preloadApplication } from '../loadApplication.ts';
import { reporter } from '../reporter.ts';
import type { Startup } from '../startup.ts';
import { sharedStorage } from '../storage.ts';
import type { Translate } from './translate.ts';
import type { SessionForm } from './useForm.ts';

interface EnterApplication {
  /**
   * Drops the previous user's profile, which this tab may still hold.
   * @returns an error message; empty on success
   */
  enterAsNewUser: () => Promise<string>;
  /** @returns an error message; empty on success */
  enterApplication: () => Promise<string>;
}

export const useEnterApplication = ({ services }: Startup, t: Translate): EnterApplication => {
  const navigate = useNavigate();
  const enterApplication = async (): Promise<string> => {
    const { location } = window;
    const address = takeReturnUrl(sharedStorage, location.origin);
    const stay = (text: string): string => {
      saveReturnUrl(sharedStorage, new URL(address, location.origin));
      return text;
    };
    try {
      if (!(await services())) return stay(t('session.profileFailed'));
      await navigate(address, { replace: true });
      return '';
    } catch (error) {
      reporter.report(error, { source: 'start' });
      if (!(await isReachable())) return stay(t('session.loadFailed'));
      // A deployment may have removed the chunk; a new document contains the new file names.
      location.replace(address);
      return '';
    }
  };
  const enterAsNewUser = (): Promise<string> => {
    sharedStorage.removeItem(PROFILE_KEY);
    return enterApplication();
  };
  return { enterAsNewUser, enterApplication };
};

/**
 * Prefetches the application while the user fills in the form, so that the first screen follows the sign-in at once.
 */
export const usePreloadApplication = (): void => useWhenIdle(true, preloadApplication);

/** Opens the application after a sign-in in another tab, so that nobody has to sign in twice. */
export const useOtherTabSignIn = (
  { session }: Startup,
  { run }: Pick<SessionForm<string>, 'run'>,
  enterApplication: () => Promise<string>,
): void => {
  const goOn = useEffectEvent(() => run(enterApplication));
  useEffect(
    () =>
      session.onChange(change => {
        if (change === 'signed-in') goOn();
      }),
    [session],
  );
};
