import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isReachable } from '#providers/http/isReachable.ts';
import { PROFILE_KEY } from '#providers/session/profileKey.ts';
import { saveReturnUrl, takeReturnUrl } from '#providers/session/returnUrl.ts';
import { useWhenIdle } from '#ui/useWhenIdle.ts';
import { preloadApplication } from '../loadApplication.ts';
import type { Opening } from '../opening.ts';
import { reporter } from '../reporter.ts';
import type { Translate } from './texts.ts';
import type { SessionForm } from './useForm.ts';

/** The ways from a form into the application, to where the person wanted to go. */
interface Arriving {
  /** After one's own sign-in: whoever was here before is forgotten. @returns what prevents it; nothing when they are there */
  enter: () => Promise<string>;
  /** As whoever is signed in. */
  arrive: () => Promise<string>;
}

export const useArriving = ({ services }: Opening, t: Translate): Arriving => {
  const navigate = useNavigate();
  const arrive = async (): Promise<string> => {
    const { localStorage, location } = window;
    const address = takeReturnUrl(localStorage, location.origin);
    const stay = (text: string): string => {
      saveReturnUrl(localStorage, new URL(address, location.origin));
      return text;
    };
    try {
      if (!(await services())) return stay(t('session.profileFailed'));
      await navigate(address, { replace: true });
      return '';
    } catch (error) {
      reporter.report(error, { place: 'start' });
      if (!(await isReachable())) return stay(t('session.loadFailed'));
      // This document may be older than what is served now: a new one knows the names of its files.
      location.replace(address);
      return '';
    }
  };
  const enter = (): Promise<string> => {
    window.localStorage.removeItem(PROFILE_KEY);
    return arrive();
  };
  return { enter, arrive };
};

/** Fetches the application while somebody signs in. */
export const useApplicationAhead = (): void => useWhenIdle(true, preloadApplication);

/** Signed in from another tab: nobody is asked twice. */
export const useSignInElsewhere = (
  { session }: Opening,
  { run }: Pick<SessionForm<string>, 'run'>,
  arrive: () => Promise<string>,
): void => {
  const goOn = useEffectEvent(() => run(arrive));
  useEffect(
    () =>
      session.onChange(change => {
        if (change === 'signed-in') goOn();
      }),
    [session],
  );
};
